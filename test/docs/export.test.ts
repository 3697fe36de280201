/** The tables of docs/export.md are what the exporters say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXPORTERS, TARGETS } from '../../src/export/index.ts';
import { capabilityTable } from './export-capabilities.ts';

const text = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');

function block(name: string): string {
  const start = `<!-- generated: ${name} -->\n`;
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf('\n<!-- end -->', from));
}

describe('docs/export.md', () => {
  it('lists what each target is', () => {
    const rows = TARGETS.map((name) => {
      const { about, forms, exactFor } = EXPORTERS[name];
      return `| \`${name}\` | ${about} | ${forms.map((form) => `\`${form}\``).join(' ')} | ${exactFor} |`;
    });
    expect(block('targets')).toBe(
      ['| target | what it is | forms | exact for |', '|---|---|---|---|', ...rows].join('\n'),
    );
  });
  it('says which rules each can express', () => {
    expect(block('capabilities')).toBe(capabilityTable());
  });
});
