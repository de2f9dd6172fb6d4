/** The committed schema of the JSON report, compiled, without any further key. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string; params: unknown }[] | null;
}
interface Ajv {
  compile: (schema: object) => Validate;
  validateSchema: (schema: object) => unknown;
}

const SCHEMA = new URL('../../schema/report.schema.json', import.meta.url);

let validate: Validate | undefined;

/** The violations of the schema in a report, a line each. */
export function schemaViolations(report: unknown): string[] {
  validate ??= compiled();
  if (validate(report)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * Whether the schema is valid by the rules of JSON Schema. Separate, since it takes as long as
 * compiling it.
 */
export function isSchema(): boolean {
  return ajv().validateSchema(readSchema()) === true;
}

function compiled(): Validate {
  return ajv().compile(readSchema());
}

export function ajv(): Ajv {
  // The one of the tool that checks what is sent to GitHub.
  const { Ajv2020 } = createRequire(createRequire(import.meta.url).resolve('openapi-backend'))(
    'ajv/dist/2020',
  ) as {
    Ajv2020: new (options: object) => Ajv;
  };
  const formats = { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) };
  // To polish what is made of it takes longer than all validating. A column of ours may hold a text
  // or a number.
  return new Ajv2020({
    allowUnionTypes: true,
    formats,
    validateSchema: false,
    code: { optimize: false },
  });
}

const readSchema = () => JSON.parse(readFileSync(SCHEMA, 'utf8'), closed) as object;

function closed(_key: string, value: unknown): unknown {
  const isOpen =
    typeof value === 'object' &&
    value !== null &&
    'properties' in value &&
    !('additionalProperties' in value);
  return isOpen ? { ...value, additionalProperties: false } : value;
}
