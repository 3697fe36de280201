/** The OpenAPI description, made of the operations and their schemas. */
import { z } from 'zod';
import { OPERATIONS, type Operation } from './operations.ts';
import { problem } from './schemas.ts';

/** What any operation may answer. */
const ALWAYS = [400, 401, 403, 408, 421, 429, 503];

export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dustpan',
      version,
      description: 'Rules that tell which URLs are the same page: apply them, look at them, change them, learn them.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }, {}],
  };
}

function describe(operation: Operation): object {
  const { method, path, summary, query, body, streams, answer, answerType, status = 200, refuses = [] } = operation;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...(query ? queryParameters(query) : []),
    ...(operation.needsVersion
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: true,
            schema: { type: 'string' },
            description: 'The version of the rule, in quotes',
          },
        ]
      : []),
  ];
  const bodies = {
    ...(body && { 'application/json': { schema: schemaOf(body, 'input') } }),
    ...Object.fromEntries(
      Object.entries(streams ?? {}).map(([type, description]) => [type, { schema: { type: 'string', description } }]),
    ),
  };
  const answers = {
    ...(answer && { 'application/json': { schema: schemaOf(answer, 'output') } }),
    ...(answerType && { [answerType]: { schema: answerType === 'application/json' ? {} : { type: 'string' } } }),
  };
  const refusal = {
    description: 'Refused',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    operationId: `${method}${path.replace(/^\/v1/, '').replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(Object.keys(bodies).length > 0 && { requestBody: { required: true, content: bodies } }),
    responses: {
      [status]: { description: 'Done', ...(Object.keys(answers).length > 0 && { content: answers }) },
      ...Object.fromEntries([...new Set([...ALWAYS, ...refuses])].sort((a, b) => a - b).map((code) => [code, refusal])),
    },
  };
}

function queryParameters(query: z.ZodType): object[] {
  const { properties = {} } = schemaOf(query, 'output') as { properties?: Record<string, object> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
