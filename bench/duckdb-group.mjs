// DuckDB: reads a file of lines and writes each line once, `GROUP BY` being its way to do so.
import { DuckDBInstance } from '@duckdb/node-api';

const [input, output] = process.argv.slice(2);
const quoted = (path) => `'${path.replaceAll("'", "''")}'`;
const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
await connection.run(
  `COPY (SELECT url FROM read_csv(${quoted(input)}, columns = {'url': 'VARCHAR'}, header = false, delim = '\\x01', quote = '', escape = '') GROUP BY url) TO ${quoted(output)} (HEADER false, QUOTE '')`,
);
