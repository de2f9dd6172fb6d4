/**
 * The committed schema of the JSON report, compiled, with not one key more than it names: what a run writes and the schema does not have is
 * a fault here.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string; params: unknown }[] | null;
}
type Ajv = new (options: object) => { compile: (schema: object) => Validate };

const SCHEMA = new URL('../../schema/report.schema.json', import.meta.url);

let validate: Validate | undefined;

/** What is wrong with a report, a line each. */
export function wrongIn(report: unknown): string[] {
  validate ??= compiled();
  if (validate(report)) return [];
  return validate.errors!.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

function compiled(): Validate {
  // The one of the tool that checks what is sent to GitHub.
  const { Ajv2020 } = createRequire(createRequire(import.meta.url).resolve('openapi-backend'))('ajv/dist/2020') as { Ajv2020: Ajv };
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'), closed) as object;
  // To polish what is made of it takes longer than all validating.
  return new Ajv2020({ formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) }, code: { optimize: false } }).compile(
    schema,
  );
}

function closed(_key: string, value: unknown): unknown {
  const isOpen = typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value);
  return isOpen ? { ...value, additionalProperties: false } : value;
}
