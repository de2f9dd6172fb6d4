import { z } from 'zod';
import type { Path } from './yaml.ts';

/** The parts of a JSON Schema that say which keys a mapping may have. */
interface JsonSchema {
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

const made = new WeakMap<z.ZodType, JsonSchema>();

/** The keys that the mapping at a path may have; none for any other value. */
export function keysAt(schema: z.ZodType, path: Path): string[] {
  const root = made.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  made.set(schema, root);
  const found = path.reduce((above, step) => propertiesOf(above)[step] ?? {}, root);
  return Object.keys(propertiesOf(found));
}

function propertiesOf({ properties, anyOf = [] }: JsonSchema): Record<string, JsonSchema> {
  const branches = anyOf.map(propertiesOf).flatMap((branch) => Object.entries(branch));
  return { ...properties, ...Object.fromEntries(branches) };
}
