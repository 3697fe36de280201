// Who may import whom inside src/: the one table that the import checker and docs/architecture.md both read.
module.exports = {
  base: [],
  url: ['base'],
  records: ['base', 'url'],
  rules: ['base', 'url'],
  clusters: ['base', 'url', 'records'],
  normalize: ['base', 'url', 'rules'],
  learn: ['base', 'url', 'rules', 'clusters'],
  validate: ['base', 'url', 'rules', 'clusters', 'normalize'],
  evaluate: ['base', 'url', 'rules', 'clusters', 'normalize'],
  // Judges sets of rules that work together; `validate` judges one rule.
  select: ['base', 'url', 'rules', 'clusters', 'normalize', 'learn', 'validate'],
  replicas: ['base', 'url', 'records', 'clusters', 'rules'],
  fetch: ['base', 'url', 'records'],
  pipeline: [
    'base',
    'url',
    'records',
    'clusters',
    'rules',
    'learn',
    'validate',
    'normalize',
    'evaluate',
    'select',
    'fetch',
    'replicas',
  ],
  export: ['base', 'url', 'rules', 'normalize'],
  report: ['base', 'url', 'rules', 'validate', 'evaluate', 'normalize', 'pipeline', 'export'],
  // Where a job's stages run; the members of this folder do not know each other.
  engines: ['base', 'url', 'records', 'clusters', 'rules', 'normalize', 'pipeline'],
  hooks: ['base', 'url', 'records', 'rules', 'normalize', 'index.ts'],
  server: ['base', 'normalize', 'index.ts'],
  // `key` must start quickly, so the commands reach the hot path and the readers without loading the rest of the library.
  cli: ['base', 'records', 'normalize', 'index.ts', 'engines', 'server'],
};
