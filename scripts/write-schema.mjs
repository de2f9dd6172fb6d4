// Writes schema/sensitivity.schema.json from the sources' own schema, so that editors complete and
// check a configuration, and schema/report.schema.json, which says what the JSON report is.
// Part of `npm run build`, after tsc.
import { writeChanged } from './write-changed.mjs';

/** The compiled module; its types are those of src. */
const { jsonSchema } = await import(new URL('../lib/config/schema.js', import.meta.url).href);
const { reportJsonSchema } = await import(
  new URL('../lib/trust/report-json-schema.js', import.meta.url).href
);
import { publisher } from './publisher.mjs';

const { repository } = publisher();
const write = (file, schema) =>
  writeChanged(
    new URL(`../schema/${file}`, import.meta.url),
    `${JSON.stringify(schema, null, 2)}\n`,
  );
write('sensitivity.schema.json', jsonSchema(repository));
write('report.schema.json', reportJsonSchema(repository));
