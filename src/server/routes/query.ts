/** The query of a request as an object that a schema can check. */
import type { z } from 'zod';
import { checked } from '../body.ts';

/** Empty values count as absent. `lists`: names that may be given several times. */
export function readQuery<T>(url: string, schema: z.ZodType<T>, lists: readonly string[] = []): T {
  const at = url.indexOf('?');
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : url.slice(at + 1))) {
    if (value === '') continue;
    if (!lists.includes(name)) query[name] = value;
    else query[name] = [...(query[name] ?? []), value];
  }
  return checked(schema, query, 'query');
}
