// Import rules: the folders are the data flow, and arrows point one way. The table itself is layers.cjs.
const layers = require('./layers.cjs');

const TEST = '[.](test|case|bench)[.]ts$';
const path = (name) => (name.endsWith('.ts') ? `^src/${name.replace('.', '[.]')}$` : `^src/${name}/`);
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const strangers = (dir) =>
  rule(
    `${dir}-strangers`,
    `members of ${dir}/ do not know each other`,
    // `alignment` is what several learners share; it is no learner.
    { path: `^src/${dir}/([^/]+)/`, pathNot: TEST },
    { path: `^src/${dir}/[^/]+/`, pathNot: [`^src/${dir}/$1/`, '^src/learn/alignment/'] },
  );
const npm = ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'npm-no-pkg'];

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) =>
      rule(
        `layer-${folder}`,
        `may import only: ${allowed.join(', ') || 'nothing'}`,
        { path: `^src/${folder}/`, pathNot: TEST },
        { path: '^src/', pathNot: [folder, ...allowed].map(path) },
      ),
    ),
    rule(
      'every-folder-is-ruled',
      'add the folder to layers.cjs',
      { path: `^src/(?!(${Object.keys(layers).join('|')})/)[^/]+/` },
      {},
    ),
    rule('no-cycles', 'imports point one way', {}, { circular: true }),
    rule(
      'front-door-only',
      'enter another folder through its index.ts',
      { path: '^src/([^/]+)/', pathNot: TEST },
      { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/[^/]+/index[.]ts$'] },
    ),
    strangers('learn'),
    strangers('engines'),
    rule(
      'pure-core',
      'I/O belongs to readers, the external sort, the fetcher, engines, server, hooks and cli',
      // Clusters that do not fit into memory are sorted on disk; that is the one file of the core that touches it.
      { path: '^src/', pathNot: ['^src/(records/readers|cli|clusters/external|fetch|engines|server|hooks)/', TEST] },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'light-hot-path',
      'no packages in the hot path',
      { path: '^src/(normalize|rules|url|base)/', pathNot: TEST },
      { dependencyTypes: npm },
    ),
    rule(
      'hot-path-runs-anywhere',
      'no Node built-in is even reachable from dustpan/normalize',
      { path: '^src/normalize/', pathNot: TEST },
      { path: '^(node:)?[a-z0-9_/]+$', reachable: true },
    ),
    rule(
      'web-sees-types-only',
      'the explorer ships no server code',
      { path: '^web/', pathNot: TEST },
      { path: '^src/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'web-sees-api-only',
      'api.ts is the whole agreement',
      { path: '^web/', pathNot: TEST },
      { path: '^src/', pathNot: '^src/server/api[.]ts$' },
    ),
    rule(
      'no-test-in-production',
      'tests are not shipped',
      { path: '^src/', pathNot: TEST },
      { path: `^test/|${TEST}` },
    ),
    // The checker does not read the sub-paths of csv-parse, which only a test uses.
    rule('resolvable', 'imports must exist', {}, { couldNotResolve: true, pathNot: '^csv-parse/sync$' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
