/** Usage logs of Google Cloud Storage: comma-separated, all values in quotes, usually after a line that names the columns. */
import { type LogParser, noRecord } from './log-record.ts';
import { addAnswer, addSender, addTime, isDigits, recordOfRequest } from './request.ts';
import { originOf, type Site } from './site.ts';
import { timeOfText } from './time-text.ts';

const COLUMNS = [
  'time_micros',
  'c_ip',
  'c_ip_type',
  'c_ip_region',
  'cs_method',
  'cs_uri',
  'sc_status',
  'cs_bytes',
  'sc_bytes',
  'time_taken_micros',
  'cs_host',
  'cs_referer',
  'cs_user_agent',
] as const;

type Column = (typeof COLUMNS)[number];

export function cloudStorageParser(site: Site): LogParser {
  let columns: readonly string[] = COLUMNS;
  return (line) => {
    const values = splitCommas(line);
    if (values.includes('time_micros')) {
      columns = values;
      return null;
    }
    const value = (name: Column) => values[columns.indexOf(name)] ?? '';
    if (values.length < COLUMNS.length || !isDigits(value('time_micros').slice(0, 10))) return noRecord(line);
    const record = recordOfRequest(value('cs_method'), value('cs_uri'), originOf(site, value('cs_host')));
    if (typeof record === 'string') return record;
    if (!addAnswer(record, value('sc_status'), value('sc_bytes'))) return 'bad-status';
    addTime(record, timeOfText(value('time_micros')));
    addSender(record, value('cs_user_agent'), value('cs_referer'));
    return record;
  };
}

/** Values between commas; in `"a, b"` the comma and a doubled quote belong to the value. */
function splitCommas(line: string): string[] {
  const values: string[] = [];
  let at = 0;
  for (;;) {
    let end = at;
    if (line.charAt(at) === '"') {
      end = line.indexOf('"', at + 1);
      while (end !== -1 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
      if (end === -1) return [];
      values.push(line.slice(at + 1, end).replaceAll('""', '"'));
      end = line.indexOf(',', end);
    } else {
      end = line.indexOf(',', at);
      values.push(line.slice(at, end === -1 ? line.length : end).trim());
    }
    if (end === -1) return values;
    at = end + 1;
  }
}
