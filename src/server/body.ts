/** Reads the body of a request: as a whole within bounds of size and time, or as chunks. */
import type { z } from 'zod';
import type { ServerLimits } from './limits.ts';
import { Refusal } from './problem.ts';

/** Bytes beyond the limit that are read, to be polite. */
const MOST_FORGOTTEN = 64 * 1024 * 1024;

/** The media type, in lower case and without parameters; empty if there is none. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** A JSON body that is what the schema says. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>, limits: ServerLimits): Promise<T> {
  const type = mediaType(request);
  if (type !== 'application/json') {
    await readText(request, limits);
    throw new Refusal(415, 'wrong-type', 'Send JSON, with the header Content-Type: application/json.');
  }
  const text = await readText(request, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'bad-json', 'The body is not JSON; check quotes, commas and that it is complete.');
  }
  return checked(schema, value, 'body');
}

/** The value as the schema has it, or a refusal that says what is wrong where. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, 10)
    .map(({ path, message }) => ({ path: path.join('.').slice(0, 200), message: message.slice(0, 500) }));
  const [first] = issues;
  const place = first && first.path !== '' ? ` at ${first.path}` : '';
  throw new Refusal(
    400,
    'bad-request',
    `The ${what} is not as described in /v1/openapi.json${place}: ${first?.message}.`,
    { issues },
  );
}

async function readText(request: Request, { bodyBytes, bodyMs }: ServerLimits): Promise<string> {
  const length = request.headers.get('content-length');
  // With a length the parser of HTTP stops at it, so the quick way is bounded too.
  const isQuick = length !== null && Number(length) <= bodyBytes;
  try {
    return await inTime(isQuick ? request.text() : readBounded(request, bodyBytes), bodyMs);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, 'cut-off', 'The body ended too early; send it again.');
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = 'The body did not arrive in time; send it faster, or in smaller parts.';
    timer = setTimeout(() => reject(new Refusal(408, 'too-slow', sentence)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is too large is read on for a while, and forgotten: a client hears the answer best when it has sent all. */
async function readBounded(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    bytes += next.value.length;
    if (bytes <= limit) chunks.push(next.value);
    else chunks.length = 0;
    if (bytes > limit + MOST_FORGOTTEN) break;
  }
  if (bytes > limit) throw tooLarge(limit);
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(limit: number): Refusal {
  return new Refusal(
    413,
    'too-large',
    `A body may have ${limit} bytes; send less at a time, or stream it as application/x-ndjson.`,
  );
}
