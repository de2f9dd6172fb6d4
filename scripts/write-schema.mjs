// Writes schema/sensitivity.schema.json from the sources' own schema, so that editors complete and check a configuration.
// Part of `npm run build`, after tsc.
import { writeFileSync } from 'node:fs';

/** What a build wrote, as it comes: its types are those of src. */
const { jsonSchema } = await import(new URL('../lib/config/json-schema.js', import.meta.url).href);
import { publisher } from './publisher.mjs';

writeFileSync(
  new URL('../schema/sensitivity.schema.json', import.meta.url),
  `${JSON.stringify(jsonSchema(publisher().repository), null, 2)}\n`,
);
