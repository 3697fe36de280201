/** Hadoop itself on this machine: its file system with a name node and a data node, and a program `hadoop` that runs jobs of Hadoop Streaming in one process. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sparkHome } from '../spark/cluster.ts';

const { DUSTPAN_HADOOP = join(import.meta.dirname, '../../../.tmp/hadoop') } = process.env;
const PATIENCE_MS = 180_000;
/** Each call of `hadoop` is a machine of Java that lives for seconds. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx512m'];

export type Hadoop = {
  /** Where the file system is: `hdfs://…`, without a slash at the end. */
  readonly root: string;
  /** With the program `hadoop` in PATH, and STREAMING. */
  readonly env: NodeJS.ProcessEnv;
  fs(...words: readonly string[]): Buffer;
  stop(): void;
};

/** The launcher and clients are those that pyspark brings, the rest comes from `DUSTPAN_HADOOP`. */
export async function startHadoop(): Promise<Hadoop> {
  const home = sparkHome();
  const own = jarsIn(DUSTPAN_HADOOP);
  const streaming = own.find((path) => path.includes('hadoop-streaming'));
  const storage = own.find((path) => path.includes('hadoop-client-minicluster'));
  if (home === undefined || streaming === undefined || storage === undefined)
    throw new Error('no pyspark in DUSTPAN_PYTHON, or no Hadoop in DUSTPAN_HADOOP: .ci/run shows how to get both');
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-hadoop-'));
  const jars = join(home, 'jars', '*');
  const server = spawn(
    'java',
    [...JAVA, '-cp', `${storage}:${jars}`, join(import.meta.dirname, 'Storage.java'), join(folder, 'storage')],
    { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const root = await firstLine(server.stdout);
    const settings = { 'fs.defaultFS': root, 'hadoop.tmp.dir': join(folder, 'tmp') };
    const properties = Object.entries(settings).map(
      ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
    );
    writeFileSync(join(folder, 'core-site.xml'), `<configuration>${properties.join('')}</configuration>`);
    const java = `exec java ${JAVA.join(' ')} -cp '${folder}:${jars}:${streaming}'`;
    const launcher = `#!/bin/sh
what=$1
shift
case $what in
jar) ${java} org.apache.hadoop.util.RunJar "$@" ;;
fs) ${java} org.apache.hadoop.fs.FsShell "$@" ;;
*) exit 1 ;;
esac
`;
    writeFileSync(join(folder, 'hadoop'), launcher, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, STREAMING: streaming };
    const fs = (...words: readonly string[]): Buffer => {
      const { status, stdout, stderr } = spawnSync('hadoop', ['fs', ...words], { env, maxBuffer: 1 << 28 });
      if (status !== 0) throw new Error(`hadoop fs ${words.join(' ')}: ${stderr}`);
      return stdout;
    };
    return { root, env, fs, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function jarsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the file system did not get ready in time')), PATIENCE_MS);
    const end = (result: () => void) => {
      clearTimeout(timer);
      result();
    };
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /(hdfs:\S+)\n/.exec(text);
      if (found) end(() => resolve(found[1]!));
    });
    stream.on('end', () => end(() => reject(new Error(`the file system did not start: ${text}`))));
  });
}
