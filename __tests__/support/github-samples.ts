/** Completes GitHub's objects with the properties that its description requires. */
export interface Schema {
  type?: string;
  nullable?: boolean;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

/**
 * `complete('issue-comment', {id: 1})` adds neutral values for all other properties that the schema
 * requires.
 */
export type Completer = <T>(schemaName: string, known: DeepPartial<T>) => T;

/** A client that follows a link which the server does not answer must fail. */
const NOWHERE = 'https://not-modelled.invalid/';

const BY_TYPE: Record<string, unknown> = { boolean: false, integer: 0, number: 0, string: '' };

export function completer(schemas: Record<string, Schema>): Completer {
  return <T>(schemaName: string, known: DeepPartial<T>): T => {
    const schema = schemas[schemaName];
    if (!schema) throw new Error(`GitHub's description has no schema ${schemaName}.`);
    return complete(schema, known) as T;
  };
}

function complete(schema: Schema, known: unknown): unknown {
  if (Array.isArray(known))
    return schema.items ? known.map((item) => complete(schema.items ?? {}, item)) : known;
  if (isObject(known)) return completeObject(flatten(schema), known);
  return known === undefined ? neutral(schema) : known;
}

function completeObject(
  { properties = {}, required = [] }: Schema,
  known: Record<string, unknown>,
): object {
  const keys = new Set([
    ...Object.keys(known).filter((key) => known[key] !== undefined),
    ...required,
  ]);
  return Object.fromEntries(
    [...keys].map((key) => [key, complete(properties[key] ?? {}, known[key])]),
  );
}

function neutral(schema: Schema): unknown {
  if (schema.nullable) return null;
  if (schema.enum) return schema.enum[0];
  const { type, format, properties } = flatten(schema);
  if (format === 'uri') return NOWHERE;
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (type === 'array') return [];
  if (type === 'object' || properties) return completeObject(flatten(schema), {});
  return BY_TYPE[type ?? ''] ?? null;
}

/** The first alternative of a choice, and all parts of a combination, as one plain schema. */
function flatten(schema: Schema): Schema {
  const { allOf = [], oneOf, anyOf = [] } = schema;
  const [choice] = oneOf ?? anyOf;
  const parts = choice ? [...allOf, choice] : allOf;
  return parts.map(flatten).reduce<Schema>(
    (whole, part) => ({
      ...part,
      ...whole,
      properties: { ...part.properties, ...whole.properties },
      required: [whole, part].flatMap(({ required = [] }) => required),
    }),
    schema,
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
