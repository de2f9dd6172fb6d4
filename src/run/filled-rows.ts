/** Placeholders of prompts that the rows of a test fill, and those that the rows lack. */
import type { Config } from '../config/config.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { fillVariables, openPlaceholders } from '../engine/rows/prompt.ts';
import { columnsToFill, type Sample } from '../engine/sample.ts';
import { ConfigError, DataError } from '../errors.ts';
import { quoted } from '../json.ts';

export interface FilledPrompt {
  template: string | undefined;
  /** The placeholders that rows fill, in the prompt and in the system prompt. */
  filledPlaceholders: string[];
  /** The first placeholder that neither rows nor a variable fill, and the prompt that has it. */
  openPlaceholder?: { name: string; isSystem: boolean };
}

/**
 * Returns the prompt with the variables for columns that these rows lack.
 * @throws DataError if only some of the rows have a column that the prompts need
 */
export function promptForRows(
  { model, variables, template }: Pick<Config, 'model' | 'variables' | 'template'>,
  samples: readonly Sample[],
): FilledPrompt {
  const promptPlaceholders = openPlaceholders(template);
  const systemPlaceholders = Object.keys(model.system_fill ?? {});
  const prompt: FilledPrompt = { template, filledPlaceholders: [] };
  const defaults: Record<string, string> = {};
  for (const name of new Set([...promptPlaceholders, ...systemPlaceholders])) {
    const rowWithoutValue = samples.find(({ filled = {} }) => !Object.hasOwn(filled, name));
    if (rowWithoutValue === undefined) {
      prompt.filledPlaceholders.push(name);
      continue;
    }
    if (samples.some(({ filled = {} }) => Object.hasOwn(filled, name)))
      throw new DataError(`this row has no value for {${name}}, and other rows have one`, {
        where: rowWithoutValue.source,
        remedy: 'Give every row the columns of data.columns.fill.',
      });
    const value = variables[name];
    if (value === undefined)
      prompt.openPlaceholder ??= { name, isSystem: !promptPlaceholders.includes(name) };
    else defaults[name] = String(value);
  }
  if (template !== undefined && Object.keys(defaults).length > 0)
    prompt.template = fillVariables(template, defaults)?.text ?? template;
  return prompt;
}

/**
 * Returns the prompt of a test at the head.
 * @throws ConfigError for a placeholder that nothing fills
 */
export function headPrompt(
  config: Config,
  test: TestConfig,
  samples: readonly Sample[],
): FilledPrompt {
  const prompt = promptForRows(config, samples);
  if (prompt.openPlaceholder === undefined || samples.length === 0) return prompt;
  const { name, isSystem } = prompt.openPlaceholder;
  const key = isSystem ? 'model.system_prompt' : 'model.prompt';
  const remedy = `Name its column under data.columns.fill: { ${name}: … }. Rows without columns, such as built-in ones, take model.variables: { ${name}: … }.`;
  throw new ConfigError(
    `nothing fills {${name}} of the ${isSystem ? 'system prompt' : 'prompt'} for ${test.test.name}`,
    { where: config.placeOf(key) ?? config.placeOf(`${key}_file`) ?? config.origin.path, remedy },
  );
}

/** Says why a prompt of the base cannot be asked with these rows; undefined if it can. */
export function whyPromptUnasked({ openPlaceholder }: FilledPrompt): string | undefined {
  if (openPlaceholder === undefined) return undefined;
  const { name, isSystem } = openPlaceholder;
  return `its ${isSystem ? 'system prompt' : 'prompt'} has {${name}}, which the rows of this run do not fill.`;
}

/** Returns notices on columns of the rows that no prompt of a test shows. */
export function unshownColumnNotices(
  { test, data }: TestConfig,
  { filledPlaceholders }: FilledPrompt,
  samples: readonly Sample[],
): string[] {
  if (!samples.some(({ filled }) => filled)) return [];
  const columns = Object.entries(columnsToFill(data.columns?.fill));
  return columns
    .filter(([name]) => !filledPlaceholders.includes(name))
    .map(
      ([name, column]) =>
        `${test.name}: no prompt has {${name}}, so the model never sees the column ${quoted(column)}.`,
    );
}
