/** Records as JSON lines: one object a line, its fields named like the columns of other tables. */
import type { LineReader, Reader } from '../reader.ts';
import { type Field, fieldsOf, makeRecord, type Texts } from './columns/index.ts';
import { readLines } from './lines-reader.ts';
import { textOf } from './lines-text.ts';

/** Lists of names whose fields are remembered; lines of one file have few different ones. */
const MAX_SHAPES = 1000;

export const recordsJsonl: Reader = {
  name: 'jsonl',
  from: 'bytes',
  recognize({ lines }) {
    const [first] = lines;
    const object = first === undefined ? null : objectOf(first);
    if (object === null || typeof object === 'string') return null;
    return fieldsOf(Object.keys(object)).includes('url') ? 'its first line is a JSON object with a URL' : null;
  },
  open: (sink) => readLines(sink, startJsonl()),
};

function startJsonl(): LineReader {
  const shapes = new Map<string, (Field | undefined)[]>();
  return (bytes, from, to) => {
    const line = textOf(bytes, from, to).trim();
    if (line === '') return null;
    const object = objectOf(line);
    if (typeof object === 'string') return object;
    const names = Object.keys(object);
    const shape = names.join('\n');
    let fields = shapes.get(shape);
    if (fields === undefined) {
      fields = fieldsOf(names);
      if (shapes.size < MAX_SHAPES) shapes.set(shape, fields);
    }
    const texts: Texts = {};
    for (let i = 0; i < names.length; i++) {
      const field = fields[i];
      if (field === undefined) continue;
      const value = object[names[i]!];
      if (typeof value === 'string') texts[field] = value;
      else if (typeof value === 'number') texts[field] = String(value);
    }
    return makeRecord(texts);
  };
}

function objectOf(line: string): Readonly<Record<string, unknown>> | 'not-json' | 'not-an-object' {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not-json';
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : 'not-an-object';
}
