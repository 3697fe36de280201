/** A small JSON Schema validator: the keywords that our own schemas use, and an error for any other, so that none is ignored silently. */

export type Schema = {
  readonly $defs?: Named;
  readonly properties?: Named;
  readonly [keyword: string]: unknown;
};
type Named = Readonly<Record<string, Schema>>;

/** True if the value is what the schema describes. */
export function isValid(schema: Schema, value: unknown, root: Schema = schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    const test = KEYWORDS[keyword];
    if (test === undefined) throw new Error(`the validator does not know the keyword ${keyword}`);
    return test(argument, value, schema, root);
  });
}

type Keyword = (argument: unknown, value: unknown, schema: Schema, root: Schema) => boolean;

const always: Keyword = () => true;

const KEYWORDS: Readonly<Record<string, Keyword | undefined>> = {
  $schema: always,
  $id: always,
  $defs: always,
  title: always,
  description: always,
  default: always,
  $ref: (argument, value, _, root) => {
    const name = (argument as string).replace('#/$defs/', '');
    const target = root.$defs?.[name];
    if (target === undefined) throw new Error(`no definition of ${argument}`);
    return isValid(target, value, root);
  },
  type: (argument, value) =>
    [argument].flat().includes(typeOf(value)) || (isInteger(value) && [argument].flat().includes('integer')),
  const: (argument, value) => argument === value,
  enum: (argument, value) => (argument as unknown[]).includes(value),
  not: (argument, value, _, root) => !isValid(argument as Schema, value, root),
  oneOf: (argument, value, _, root) =>
    (argument as Schema[]).filter((schema) => isValid(schema, value, root)).length === 1,
  anyOf: (argument, value, _, root) => (argument as Schema[]).some((schema) => isValid(schema, value, root)),
  minLength: (argument, value) => typeof value !== 'string' || [...value].length >= Number(argument),
  pattern: (argument, value) => typeof value !== 'string' || new RegExp(argument as string, 'u').test(value),
  minimum: (argument, value) => typeof value !== 'number' || value >= Number(argument),
  maximum: (argument, value) => typeof value !== 'number' || value <= Number(argument),
  items: (argument, value, _, root) =>
    !Array.isArray(value) || value.every((item) => isValid(argument as Schema, item, root)),
  prefixItems: (argument, value, _, root) =>
    !Array.isArray(value) ||
    (argument as Schema[]).every((schema, i) => i >= value.length || isValid(schema, value[i], root)),
  minItems: (argument, value) => !Array.isArray(value) || value.length >= Number(argument),
  maxItems: (argument, value) => !Array.isArray(value) || value.length <= Number(argument),
  uniqueItems: (_, value) => !Array.isArray(value) || new Set(value).size === value.length,
  required: (argument, value) => !isObject(value) || (argument as string[]).every((name) => Object.hasOwn(value, name)),
  minProperties: (argument, value) => !isObject(value) || Object.keys(value).length >= Number(argument),
  properties: (argument, value, _, root) =>
    !isObject(value) ||
    Object.entries(argument as Named).every(
      ([name, schema]) => !Object.hasOwn(value, name) || isValid(schema, value[name], root),
    ),
  propertyNames: (argument, value, _, root) =>
    !isObject(value) || Object.keys(value).every((name) => isValid(argument as Schema, name, root)),
  additionalProperties: (argument, value, schema, root) => {
    if (!isObject(value)) return true;
    const others = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
    return argument === false
      ? others.length === 0
      : others.every((name) => isValid(argument as Schema, value[name], root));
  },
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isInteger(value: unknown): boolean {
  return Number.isInteger(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeOf(value) === 'object';
}
