import { z } from 'zod';
import { configSchema } from './schema.ts';
import type { Path } from './yaml.ts';

/** The parts of a JSON Schema that sentences about keys need. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
}

const made = new WeakMap<z.ZodType, JsonSchema>();

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const json = made.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  made.set(schema, json);
  return json;
}

/** The schema of the value at a path; an empty one where nothing is known of it. */
export function schemaAt(schema: z.ZodType, path: Path): JsonSchema {
  return path.reduce<JsonSchema>((above, step) => {
    const branches = above.anyOf ?? [above];
    const below = branches.map(({ items, properties }) => properties?.[step] ?? items);
    return below.find((one) => one !== undefined) ?? {};
  }, jsonSchemaOf(schema));
}

/** The keys of the mapping at a path; none for any other value. */
export function keysAt(schema: z.ZodType, path: Path): string[] {
  const { anyOf = [], properties } = schemaAt(schema, path);
  const inner = properties ?? anyOf.find((one) => one.properties)?.properties;
  return Object.keys(inner ?? {});
}

/** The JSON Schema (draft 2020-12) of a configuration, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  return { title: 'sensitivity-action configuration', ...jsonSchemaOf(configSchema) };
}
