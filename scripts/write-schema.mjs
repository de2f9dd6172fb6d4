// Writes schema/sensitivity.schema.json from the sources' own schema, so that editors complete and check a configuration.
// Part of `npm run build`, after tsc.
import { writeFileSync } from 'node:fs';
import { jsonSchema } from '../lib/config/json-schema.js';
import { publisher } from './publisher.mjs';

writeFileSync(new URL('../schema/sensitivity.schema.json', import.meta.url), `${JSON.stringify(jsonSchema(publisher().repository), null, 2)}\n`);
