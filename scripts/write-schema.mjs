// Writes schema/sensitivity.schema.json from the sources' own schema, so that editors complete and
// check a configuration, and schema/report.schema.json, which says what the JSON report is.
// Part of `npm run build`.
import { jsonSchema } from '../src/config/schema.ts';
import { reportJsonSchema } from '../src/trust/report-json-schema.ts';
import { publisher } from './publisher.mjs';
import { writeChanged } from './write-changed.mjs';

const { repository } = publisher();
const write = (file, schema) =>
  writeChanged(
    new URL(`../schema/${file}`, import.meta.url),
    `${JSON.stringify(schema, null, 2)}\n`,
  );
write('sensitivity.schema.json', jsonSchema(repository));
write('report.schema.json', reportJsonSchema(repository));
