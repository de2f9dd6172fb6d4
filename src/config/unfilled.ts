import { ConfigError } from '../errors.js';
import { isMapping, quoted } from '../json.js';
import type { Source, WrittenTest } from './config.js';
import type { Path } from './positions.js';

/**
 * Placeholders of shells, workflows and templates, such as `${MODEL}`, `${{ vars.MODEL }}` and
 * `{{ env.MODEL }}`. Nothing fills them in.
 */
const UNFILLED =
  /^\s*\$(?:\w+|\{\w+\})\s*$|\$\{\{[^}]{0,200}\}\}|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.[\w.-]+\s*\}\}/;

/** Keys whose values may hold such text: they have placeholders of their own. */
const FILLED_KEYS = ['prompt', 'system_prompt', 'headers', 'variables', 'context'];

/** The inputs that take a value of `model`. */
const INPUTS: Readonly<Record<string, string>> = {
  name: 'model',
  base_url: 'base-url',
  url: 'base-url',
};

/** Returns an error for each value of model, judges and embeddings that is a placeholder. */
export function unfilledValues(source: Source, tests: readonly WrittenTest[]): ConfigError[] {
  const { raw, overrides } = source;
  const sections: [value: unknown, path: Path][] = [
    [raw.model, ['model']],
    [raw.judge, ['judge']],
    [raw.evaluation?.judge, ['evaluation', 'judge']],
    [raw.embeddings, ['embeddings']],
  ];
  for (const { ownKeys, path } of tests) sections.push([ownKeys.judge, [...path, 'judge']]);
  // A value that an input replaces is not sent.
  const replaced = new Set<string>();
  if (overrides.model !== undefined) replaced.add('name');
  if (overrides.baseUrl !== undefined) replaced.add('base_url').add('url');
  return sections.flatMap(([section, path]) => {
    if (!isMapping(section)) return [];
    const isModel = path.length === 1 && path[0] === 'model';
    return Object.entries(section).flatMap(([key, value]) => {
      if (FILLED_KEYS.includes(key) || (isModel && replaced.has(key))) return [];
      const placeholder = placeholderIn(value, [...path, key]);
      if (placeholder === undefined) return [];
      return [unfilled(source, placeholder, isModel ? INPUTS[key] : undefined)];
    });
  });
}

interface Placeholder {
  text: string;
  path: Path;
}

function placeholderIn(value: unknown, path: Path): Placeholder | undefined {
  if (typeof value === 'string') return UNFILLED.test(value) ? { text: value, path } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const placeholder = placeholderIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (placeholder !== undefined) return placeholder;
  }
  return undefined;
}

function unfilled(
  { yaml }: Source,
  { text, path }: Placeholder,
  input: string | undefined,
): ConfigError {
  const message = `${quoted(text)} would be sent unchanged: nothing fills in variables here`;
  const example = `\`${input}: \${{ vars.NAME }}\` under \`with:\`; in a terminal, --${input} "$NAME"`;
  const remedy =
    input === undefined
      ? 'Write the value itself: no input sets it.'
      : `Write the value itself, or give it to the input \`${input}\`: ${example}.`;
  return new ConfigError(message, { where: yaml.placeOf(path), remedy });
}
