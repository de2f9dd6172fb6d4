import { z } from 'zod';
import { HELD } from '../engine/bounds.js';
import { oneVerdict, resultsSchema } from '../engine/results.js';
import { publishedHistory } from './history-file.js';

type JsonSchema = Record<string, unknown>;

/**
 * The JSON report as JSON Schema (draft 2020-12): what `publish-from` and `baseline` read, without the bounds that keep a stranger's report
 * from wearing them out. More keys may be added without a new `schema_version`. `repository`: OWNER/NAME of whoever publishes it.
 */
export function reportJsonSchema(repository: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://github.com/${repository}/blob/main/schema/report.schema.json`,
    title: 'sensitivity-action JSON report',
    ...written(resultsSchema.extend({ history: publishedHistory.exactOptional() })),
  };
}

function written(schema: z.ZodType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const held = HELD.get(zodSchema);
      if (held && jsonSchema.type === 'array') jsonSchema.items = written(held);
      else if (held) Object.assign(jsonSchema, { type: 'object', additionalProperties: written(held) });
      // The report holds a second one, of its own form.
      if (zodSchema === oneVerdict) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = '#';
      }
      delete jsonSchema.maxLength;
      delete jsonSchema.maxItems;
    },
  });
  return json;
}
