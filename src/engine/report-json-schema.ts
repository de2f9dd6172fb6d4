import { z } from 'zod';
import { sideRow } from './verdict/report-row.ts';
import { oneVerdict, resultsSchema } from './results.ts';

type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON Schema (draft 2020-12) of the report. `repository` is the publisher's
 * OWNER/NAME.
 */
export function reportJsonSchema(repository: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://github.com/${repository}/blob/main/schema/report.schema.json`,
    title: 'sensitivity-action JSON report',
    ...jsonSchemaOf(resultsSchema),
    $defs: { side: jsonSchemaOf(sideRow) },
  };
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // The report contains a second report, and both contain rows of sides. Define each once.
      if (zodSchema === oneVerdict || (zodSchema === sideRow && schema !== sideRow)) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = zodSchema === oneVerdict ? '#' : '#/$defs/side';
      }
      // A field whose absence tells one kind of row from another.
      if (zodSchema instanceof z.ZodUndefined) jsonSchema.not = {};
      delete jsonSchema.readOnly;
    },
  });
  return json;
}
