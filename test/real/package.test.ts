/** The packed tarball, installed in an empty project: the command runs, both entry points load, and the types check as users' settings have it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce } from '../support/cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'dustpan-package-'));
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: project, encoding: 'utf8' });

beforeAll(() => {
  buildOnce();
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: ROOT, stdio: 'pipe' });
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))!;
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project, stdio: 'pipe' });
  mkdirSync(join(project, 'src'));
  writeFileSync(
    join(project, 'src/use.ts'),
    `import { learnRules, parseRuleSet } from 'dustpan';
import { compileRules, type Normalizer } from 'dustpan/normalize';
export const normalizer: Normalizer = compileRules(parseRuleSet('{}'));
export const key: string = normalizer.key('http://a/');
export const learn = learnRules;
`,
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the package', () => {
  it('runs as a command', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(run('npx', '--no-install', 'dustpan', '--version').stdout).toBe(`${version}\n`);
  });
  it('loads both entry points', () => {
    const script = `
      import { compileRules } from 'dustpan/normalize';
      import { parseRule, printRule } from 'dustpan';
      const { match, emit } = parseRule('@{a.com} E => dropParam(ref)');
      const rules = [{ scope: { hosts: ['a.com'] }, match, emit }];
      console.log(compileRules({ dustpan: 1, apply: 'first', sun: true, options: {}, rules }).key('http://A.com/?ref=1'), printRule(rules[0]));`;
    writeFileSync(join(project, 'use.mjs'), script);
    expect(run(process.execPath, 'use.mjs')).toMatchObject({
      stdout: 'http://a.com/ @{a.com} E => dropParam(ref)\n',
      stderr: '',
    });
  });
  it('ships the schema', () => {
    writeFileSync(
      join(project, 'schema.mjs'),
      `import schema from 'dustpan/rules.schema.json' with { type: 'json' }; console.log(schema.$schema);`,
    );
    expect(run(process.execPath, '--no-warnings', 'schema.mjs').stdout).toContain('json-schema.org');
  });
  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('type-checks with module %s and moduleResolution %s', (module, moduleResolution) => {
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--target',
      'es2023',
      '--module',
      module,
      '--moduleResolution',
      moduleResolution,
    ];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(run(process.execPath, tsc, ...options, 'src/use.ts').stdout).toBe('');
  });
  it('holds no tests and no sources', () => {
    const files = readdirSync(join(project, 'node_modules/dustpan'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.test\.|\.case\.|(^|\/)src\//.test(file))).toEqual([]);
  });
});
