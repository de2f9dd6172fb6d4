import { z } from 'zod';
import { configSchema } from './schema.js';

/**
 * Returns the configuration's schema as JSON Schema (draft 2020-12), for editors. Parts that keys share stand under `$defs`; each key
 * has its description beside the `$ref`. `repository` is the publisher's OWNER/NAME.
 */
export function jsonSchema(repository: string): Record<string, unknown> {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      // No format of JSON Schema: strict validators refuse it. Zod writes a pattern beside it.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format;
    },
  });
  return {
    $id: `https://github.com/${repository}/blob/main/schema/sensitivity.schema.json`,
    title: 'sensitivity-action configuration',
    ...schema,
  };
}
