// Writes the generated parts of docs/: the import table, the API page and the command page. With --check it only says whether they are fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const layers = require('../layers.cjs');
const isCheck = process.argv.includes('--check');

if (!existsSync('dist/index.d.ts')) {
  console.error('docs: run "npm run build" first');
  process.exit(2);
}

const stale = [];
writeDoc(
  'docs/architecture.md',
  replaceBlock(readFileSync('docs/architecture.md', 'utf8'), 'import table', importTable()),
);
writeDoc('docs/api.md', apiPage());
writeDoc('docs/commands.md', await commandPage());
if (stale.length > 0) {
  console.error(`docs: not fresh: ${stale.join(', ')}; run "npm run docs:generate" and commit the result`);
  process.exit(1);
}

function writeDoc(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (isCheck) stale.push(path);
  else writeFileSync(path, text);
}

function replaceBlock(text, name, block) {
  const start = `<!-- generated: ${name} -->`;
  const end = '<!-- end -->';
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`no block "${name}"`);
  return `${text.slice(0, from + start.length)}\n${block}\n${text.slice(to)}`;
}

function importTable() {
  const rows = Object.entries(layers).map(
    ([folder, allowed]) =>
      `| ${folder} | ${allowed.map((name) => (name === 'index.ts' ? '`src/index.ts`' : name)).join(' ') || '—'} |`,
  );
  return ['| folder | may import |', '|---|---|', ...rows].join('\n');
}

/** Every export of the two entry points, with the comment and declaration that a user's editor would show. */
function apiPage() {
  const entries = { dustpan: 'dist/index.d.ts', 'dustpan/normalize': 'dist/normalize/index.d.ts' };
  const program = ts.createProgram(Object.values(entries), {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const out = ['# API', '', 'Generated from the types by `npm run docs:generate`.', ''];
  const seen = new Set();
  for (const [name, file] of Object.entries(entries)) {
    out.push(`## \`${name}\``, '');
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const symbols = checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const exported of symbols) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const node = symbol.declarations?.[0];
      if (node === undefined) continue;
      if (seen.has(symbol)) {
        out.push(`- \`${exported.name}\`: as above`, '');
        continue;
      }
      seen.add(symbol);
      const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
      const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
      out.push(
        `### ${exported.name}`,
        '',
        ...(comment === '' ? [] : [comment, '']),
        '```ts',
        statement.getText().replace(/^export (declare )?/, ''),
        '```',
        '',
      );
    }
  }
  return `${out.join('\n').trimEnd()}\n`;
}

/** The help page of every command, from the same tables that parse its arguments. */
async function commandPage() {
  const { SUMMARIES } = await import('../dist/cli/summaries.js');
  const { loadCommand } = await import('../dist/cli/commands.js');
  const { commandHelp } = await import('../dist/cli/help.js');
  const out = ['# Commands', '', 'Generated from the command tables by `npm run docs:generate`.', ''];
  for (const name of Object.keys(SUMMARIES))
    out.push(`## dustpan ${name}`, '', '```text', commandHelp((await loadCommand(name)).table).trimEnd(), '```', '');
  return `${out.join('\n').trimEnd()}\n`;
}
