import { z } from 'zod';
import type { DATA_KEYS } from './keys/data.ts';
import type { EVALUATION_KEYS } from './keys/evaluation.ts';
import { nearestOf, shapeOf, type WrittenKeys } from './keys/key.ts';
import type { TEST_KEYS } from './keys/test.ts';
import { ROOT_KEYS } from './keys/whole.ts';

/**
 * The configuration file as a user may write it, by the tables in `keys/`; `resolve.ts` fills in
 * what is left out.
 */
export const configSchema = z.strictObject({
  ...shapeOf(ROOT_KEYS),
  tests: ROOT_KEYS.tests.schema,
});

export type RawConfig = z.infer<typeof configSchema>;
export type RawData = WrittenKeys<typeof DATA_KEYS>;
export type RawTest = WrittenKeys<typeof TEST_KEYS>;
export type RawEvaluation = WrittenKeys<typeof EVALUATION_KEYS>;

/** Returns the value of a key that a scorer adds to a section, and that no table of keys names. */
export function scorerKey(section: RawTest | RawEvaluation, name: string): unknown {
  return nearestOf(name, section);
}

/**
 * Returns the schema as JSON Schema (draft 2020-12), for editors. `repository` is the publisher's
 * OWNER/NAME.
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
