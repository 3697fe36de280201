/** The statements that Spark gets: what is in a name or a path stays text, and formats are always said. */
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/index.ts';
import { findSubmit } from './session.ts';
import * as sql from './sql.ts';

describe('sql', () => {
  it('writes texts so that they end where they should', () => {
    expect(sql.literal(String.raw`a'b\c`)).toBe(String.raw`'a\'b\\c'`);
    const column = sql.sourceRows('v', 0, { path: 'p', kind: 'parquet', column: 'a`b' }, false);
    expect(column).toContain('CAST(`a``b` AS STRING)');
  });

  it('always says both formats of a stage', () => {
    const statement = sql.transform('exec node stages.mjs map:key p.json', 'SELECT k, s, v FROM t');
    const format = String.raw`ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' NULL DEFINED AS '\u0001'`;
    expect(statement).toBe(
      `SELECT TRANSFORM(k, s, v) ${format} USING 'exec node stages.mjs map:key p.json' AS (k STRING, s STRING, v STRING) ${format} FROM (SELECT k, s, v FROM t)`,
    );
  });

  it('takes the rows of a prefix by comparing', () => {
    const parts = [
      { view: 'a', prefix: '!read' },
      { view: 'b', prefix: '' },
    ];
    expect(sql.selectKept(parts)).toBe(
      "SELECT k, s, v FROM a WHERE k >= '!read' AND k < '!reae' UNION ALL SELECT k, s, v FROM b",
    );
  });

  it('hands paths of any file system on as they are', () => {
    for (const path of ['hdfs://name:8020/crawl/*.tsv.gz', 's3a://bucket/a b/{1,2}', '/data/urls', 'file:///x']) {
      expect(sql.openSource('v', { path, kind: 'text' })).toContain(`OPTIONS (path '${path}', `);
      expect(sql.keep(path, 'SELECT 1')).toContain(`DIRECTORY '${path}' USING parquet`);
      expect(sql.writeLines(path, 'SELECT 1')).toContain(`DIRECTORY '${path}' USING text`);
    }
  });

  it('writes tables of one column or of three', () => {
    expect(sql.writeTable('p', 'SELECT 1', ['key'])).toMatch(/USING parquet SELECT line AS key FROM .* ORDER BY s$/);
    expect(sql.writeTable('p', 'SELECT 1', ['a', 'b', 'c'])).toContain(
      'substring_index(line, chr(9), 1) AS a, substring(line, length(substring_index(line, chr(9), 1)) + 2, ',
    );
  });

  it('brings rows of a key together in order', () => {
    expect(sql.together('SELECT 1')).toBe('SELECT k, s, v FROM (SELECT 1) DISTRIBUTE BY k SORT BY k, s');
  });

  it('numbers places over parts without gaps', () => {
    const sizes = [
      ['3', '0'],
      ['2', '8589934592'],
    ] as const;
    expect(sql.numbered('t', sizes)).toContain(
      'CASE WHEN i >= 8589934592 THEN i - 8589934592 + 4 WHEN i >= 0 THEN i - 0 + 1 END',
    );
  });
});

describe('findSubmit', () => {
  it('says how to get it', () => {
    const { SPARK_HOME, PATH } = process.env;
    try {
      process.env['SPARK_HOME'] = '/nowhere';
      expect(() => findSubmit(undefined)).toThrow(/set SPARK_HOME, name it with --spark-submit, or install it/);
      expect(() => findSubmit('/nowhere/spark-submit')).toThrow(ConfigError);
      expect(findSubmit('/bin/sh')).toBe('/bin/sh');
    } finally {
      process.env['PATH'] = PATH;
      if (SPARK_HOME === undefined) delete process.env['SPARK_HOME'];
      else process.env['SPARK_HOME'] = SPARK_HOME;
    }
  });
});
