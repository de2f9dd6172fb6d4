import { ConfigError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';
import type { Overrides, Source, WrittenTest } from './config.ts';
import type { Path } from './positions.ts';

/**
 * Placeholders of shells, workflows and templates, such as `${MODEL}`, `${{ vars.MODEL }}` and
 * `{{ env.MODEL }}`. Nothing fills them in.
 */
const PLACEHOLDER =
  /^\s*\$(?:\w+|\{\w+\})\s*$|\$\{\{[^}]{0,200}\}\}|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.[\w.-]+\s*\}\}/;

/** Keys whose values may hold such text: they have placeholders of their own. */
const FILLED_KEYS = ['prompt', 'system_prompt', 'headers', 'variables', 'context'];

/** An input of the workflow that replaces a key of `model`; the terminal has it as an option. */
interface ReplacingInput {
  input: string;
  override: keyof Overrides;
}
const BASE_URL: ReplacingInput = { input: 'base-url', override: 'baseUrl' };
const INPUTS_OF_MODEL: Readonly<Record<string, ReplacingInput>> = {
  name: { input: 'model', override: 'model' },
  base_url: BASE_URL,
  url: BASE_URL,
};

/** Returns an error for each value of model, judges and embeddings that is a placeholder. */
export function unfilledValues(source: Source, tests: readonly WrittenTest[]): ConfigError[] {
  const { raw } = source;
  const sections: WrittenSection[] = [
    { path: ['model'], value: raw.model, inputs: INPUTS_OF_MODEL },
    { path: ['judge'], value: raw.judge },
    { path: ['evaluation', 'judge'], value: raw.evaluation?.judge },
    { path: ['embeddings'], value: raw.embeddings },
    ...tests.map(({ ownKeys, path }) => ({ path: [...path, 'judge'], value: ownKeys.judge })),
  ];
  return sections.flatMap((section) => unfilledIn(source, section));
}

interface WrittenSection {
  path: Path;
  value: unknown;
  inputs?: Readonly<Record<string, ReplacingInput>>;
}

function unfilledIn(
  { yaml, overrides }: Source,
  { path, value: section, inputs = {} }: WrittenSection,
): ConfigError[] {
  const errors: ConfigError[] = [];
  for (const [key, value] of Object.entries(asRecord(section))) {
    const { input, override } = inputs[key] ?? {};
    // A value that an input replaces is not sent.
    const isReplaced = override !== undefined && overrides[override] !== undefined;
    if (isReplaced || FILLED_KEYS.includes(key)) continue;
    const placeholder = placeholderIn(value, [...path, key]);
    if (placeholder === undefined) continue;
    const message = `${quoted(placeholder.text)} would be sent unchanged: nothing fills in variables here`;
    const where = yaml.placeOf(placeholder.path);
    errors.push(new ConfigError(message, { where, remedy: remedyFor(input) }));
  }
  return errors;
}

function remedyFor(input: string | undefined): string {
  if (input === undefined) return 'Write the value itself: no input sets it.';
  const example = `\`${input}: \${{ vars.NAME }}\` under \`with:\`; in a terminal, --${input} "$NAME"`;
  return `Write the value itself, or give it to the input \`${input}\`: ${example}.`;
}

/** Returns the first placeholder in a value, with its path. */
function placeholderIn(value: unknown, path: Path): { text: string; path: Path } | undefined {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? { text: value, path } : undefined;
  for (const [key, inner] of Object.entries(asRecord(value))) {
    const placeholder = placeholderIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (placeholder !== undefined) return placeholder;
  }
  return undefined;
}
