import { z } from 'zod';
import { configSchema } from './schema.js';

/** The configuration's schema as JSON Schema (draft 2020-12), for editors. `repository`: OWNER/NAME of whoever publishes it. */
export function jsonSchema(repository: string): Record<string, unknown> {
  const schema = z.toJSONSchema(configSchema, { io: 'input' });
  return {
    $id: `https://github.com/${repository}/blob/main/schema/sensitivity.schema.json`,
    title: 'sensitivity-action configuration',
    ...schema,
  };
}
