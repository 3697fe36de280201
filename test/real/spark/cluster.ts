/** A real Spark cluster on this machine: a master and two workers from pip's pyspark, ended one by one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { DUSTPAN_PYTHON = 'python3' } = process.env;
const PATIENCE_MS = 300_000;
/** These machines live for minutes: quick code at once is worth more than the best code later. */
const JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export type Cluster = {
  readonly conf: readonly string[];
  readonly submit: string;
  readonly workers: readonly ChildProcess[];
  startWorkers(count: number): Promise<void>;
  stop(): void;
};

/** The folder of pyspark, or undefined if this Python has none. */
export function sparkHome(): string | undefined {
  const program = 'import os, pyspark; print(os.path.dirname(pyspark.__file__))';
  const { status, stdout } = spawnSync(DUSTPAN_PYTHON, ['-c', program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** `settings` are of all jobs. */
export async function startCluster(home: string, settings: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-cluster-'));
  process.env['SPARK_HOME'] = home;
  process.env['SPARK_LOCAL_IP'] = '127.0.0.1';
  process.env['PYSPARK_PYTHON'] = DUSTPAN_PYTHON;
  process.env['SPARK_LOCAL_DIRS'] = folder;
  const [port, page] = await freePorts();
  const master = `spark://127.0.0.1:${port}`;
  const started: ChildProcess[] = [];
  const workers: ChildProcess[] = [];
  const start = (name: string, ...args: readonly string[]): ChildProcess => {
    const env = {
      ...process.env,
      SPARK_DAEMON_MEMORY: '256m',
      SPARK_DAEMON_JAVA_OPTS: `${JAVA.join(' ')} -Dspark.master.rest.enabled=false`,
    };
    const options = [`org.apache.spark.deploy.${name}`, '--host', '127.0.0.1', ...args];
    const child = spawn(join(home, 'bin', 'spark-class'), options, { cwd: folder, env, stdio: 'ignore' });
    started.push(child);
    return child;
  };
  const alive = async () => {
    // Until it is ready, the page refuses, or answers with something else.
    const answer = await fetch(`http://127.0.0.1:${page}/json/`)
      .then((response) => response.json() as Promise<{ aliveworkers: number }>)
      .catch(() => null);
    return answer?.aliveworkers ?? -1;
  };
  const startWorkers = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const size = ['--cores', '1', '--memory', '1g', '--work-dir', `worker-${workers.length + 1}`];
      // Any port that is free when it starts: one that was chosen before could be the master's.
      workers.push(start('worker.Worker', ...size, '--webui-port', '0', master));
    }
    const wanted = workers.filter(({ killed }) => !killed).length;
    await until(async () => (await alive()) >= wanted);
  };
  const stop = () => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  start('master.Master', '--port', String(port), '--webui-port', String(page));
  try {
    // Workers wait for the master by themselves.
    await startWorkers(2);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    submit: join(home, 'bin', 'spark-submit'),
    conf: [
      `spark.master=${master}`,
      'spark.driver.host=127.0.0.1',
      'spark.driver.memory=512m',
      'spark.executor.memory=768m',
      'spark.executor.cores=1',
      `spark.driver.extraJavaOptions=${JAVA.join(' ')}`,
      `spark.executor.extraJavaOptions=${JAVA.join(' ')}`,
      ...settings,
    ],
    workers,
    startWorkers,
    stop,
  };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the cluster did not get ready in time');
}

/** Two ports, both held until both are known, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    ports.push(address.port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return [ports[0]!, ports[1]!];
}
