/** GitHub's OpenAPI description, compiled once a worker: that is the slow part. */
import { readFileSync } from 'node:fs';
import { OpenAPIBackend, type Document } from 'openapi-backend';

/** ajv knows no format by itself, and GitHub's description leans on these two. */
const FORMATS = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  uri: (text: string) => URL.canParse(text),
  email: true,
  'repo.nwo': /^[^/]+\/[^/]+$/,
} as const;

let loaded: Promise<OpenAPIBackend> | undefined;

export function loadApi(): Promise<OpenAPIBackend> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<OpenAPIBackend> {
  const text = readFileSync(new URL('./github-openapi.json', import.meta.url), 'utf8');
  const api = new OpenAPIBackend({
    definition: JSON.parse(text) as Document,
    quick: true,
    // The description is GitHub's and never changes: to check it and to polish what is made of it takes longer than all validating.
    ajvOpts: { strict: false, formats: FORMATS, validateSchema: false, code: { optimize: false } },
  });
  await api.init();
  // The router puts them together anew for each request, several times.
  const operations = api.router.getOperations();
  api.router.getOperations = () => operations;
  return api;
}
