/** Placeholders of prompts that the rows of a test fill, and those that the rows lack. */
import { promptOfTest, type Config } from '../config/config.js';
import type { TestConfig } from '../config/keys/test.js';
import { fillVariables, openPlaceholders } from '../engine/prompt.js';
import { columnsToFill, type Sample } from '../engine/sample.js';
import { ConfigError, DataError } from '../errors.js';
import { quoted } from '../json.js';

type PromptTest = Pick<TestConfig, 'test' | 'template'>;

export interface FilledPrompt {
  template: string | undefined;
  /** The placeholders that rows fill, in the prompt and in the system prompt. */
  shown: string[];
  /** A placeholder that neither the rows nor a variable fill, and whose prompt has it. */
  open?: { name: string; isSystem: boolean };
}

/**
 * Returns the prompt of a test with the variables for columns that these rows lack. @throws
 * DataError if only some of the rows have a column that the prompts need
 */
export function promptForRows(
  { model, variables, ...config }: Config,
  test: PromptTest,
  samples: readonly Sample[],
): FilledPrompt {
  const template = promptOfTest(config, test);
  const inPrompt = openPlaceholders(template);
  const inSystem = Object.keys(model.system_fill ?? {});
  const filled: FilledPrompt = { template, shown: [] };
  const defaults: Record<string, string> = {};
  for (const name of new Set([...inPrompt, ...inSystem])) {
    const lacking = samples.find(({ filled = {} }) => !Object.hasOwn(filled, name));
    if (lacking === undefined) {
      filled.shown.push(name);
      continue;
    }
    if (samples.some(({ filled = {} }) => Object.hasOwn(filled, name)))
      throw new DataError(`this row has no value for {${name}}, and other rows have one`, {
        where: lacking.source,
        remedy: 'Give every row the columns of data.columns.fill.',
      });
    const value = variables[name];
    if (value === undefined) filled.open ??= { name, isSystem: !inPrompt.includes(name) };
    else defaults[name] = String(value);
  }
  if (template !== undefined && Object.keys(defaults).length > 0)
    filled.template = fillVariables(template, defaults) ?? template;
  return filled;
}

/** The prompt of a test at the head. @throws ConfigError for a placeholder that nothing fills */
export function headPrompt(
  config: Config,
  test: TestConfig,
  samples: readonly Sample[],
): FilledPrompt {
  const prompt = promptForRows(config, test, samples);
  if (prompt.open === undefined || samples.length === 0) return prompt;
  const { name, isSystem } = prompt.open;
  const ofPrompt = [`tests.sensitivity.${test.test.name}.prompt`, 'model.prompt'];
  const keys = isSystem ? ['model.system_prompt'] : ofPrompt;
  const places = keys.flatMap((key) => [config.placeOf(key), config.placeOf(`${key}_file`)]);
  const remedy = `Name its column under data.columns.fill: { ${name}: … }. Rows without columns, such as built-in ones, take model.variables: { ${name}: … }.`;
  throw new ConfigError(
    `nothing fills {${name}} of the ${isSystem ? 'system prompt' : 'prompt'} for ${test.test.name}`,
    { where: places.find((place) => place !== undefined) ?? config.origin.path, remedy },
  );
}

/** Says why a prompt of the base cannot be asked with these rows; undefined if it can. */
export function unaskedPrompt({ open }: FilledPrompt): string | undefined {
  if (open === undefined) return undefined;
  const prompt = open.isSystem ? 'system prompt' : 'prompt';
  return `its ${prompt} has {${open.name}}, which the rows of this run do not fill.`;
}

/** Notices on columns of the rows that no prompt of a test shows. */
export function unshownColumns(
  { test, data }: TestConfig,
  { shown }: FilledPrompt,
  samples: readonly Sample[],
): string[] {
  if (!samples.some(({ filled }) => filled)) return [];
  const columns = Object.entries(columnsToFill(data.columns?.fill));
  return columns
    .filter(([name]) => !shown.includes(name))
    .map(
      ([name, column]) =>
        `${test.name}: no prompt has {${name}}, so the model never sees the column ${quoted(column)}.`,
    );
}
