import { z } from 'zod';
import { configSchema } from './schema.js';

/** The configuration's schema as JSON Schema (draft 2020-12), for editors. */
export function jsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(configSchema, { io: 'input' });
  return {
    $id: 'https://github.com/org/sensitivity-action/blob/main/schema/sensitivity.schema.json',
    title: 'sensitivity-action configuration',
    ...schema,
  };
}
