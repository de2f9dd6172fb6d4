/** Fills the variables of a configuration into its prompts. */
import {
  columnsShown,
  fillVariables,
  fillRow,
  MAX_PROMPT_LENGTH,
  literalName,
  PLACEHOLDERS,
  systemProblem,
  templateProblem,
  type FilledVariables,
  type PromptName,
  type PromptVariables,
} from '../engine/rows/prompt.ts';
import { columnsToFill, type FillColumns } from '../engine/sample.ts';
import { ConfigError } from '../errors.ts';
import { asRecord, quoted } from '../json.ts';
import {
  placeholdersOf,
  type Config,
  type ParsedConfig,
  type Source,
  type WrittenPrompt,
} from './config.ts';
import { namedFileAt } from './named-files.ts';

/** Returns the values of the variables; the value of a variable in a file is the file's text. */
export function variablesOf(source: Source): PromptVariables {
  const variables = Object.entries(source.raw.model?.variables ?? {});
  const values = variables.map(([name, value]) => {
    const text = namedFileAt(source, ['model', 'variables', name])?.text ?? '';
    return [name, typeof value === 'object' ? text : value] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the placeholders that the rows of any test may fill. */
export function placeholdersInRaw({ raw }: Pick<ParsedConfig, 'raw'>): string[] {
  const bodies = Object.values(asRecord(raw.tests.sensitivity)).flat();
  const testData = bodies.map((body) => asRecord(body)['data']);
  const names = [raw.data, ...testData].flatMap((data) => {
    const { fill } = asRecord(asRecord(data)['columns']);
    return Object.keys(columnsToFill(fill as FillColumns | undefined));
  });
  return [...new Set(names)];
}

/** Returns the prompts as they are written, by their names in reports. */
export function writtenPrompts(source: Source): Record<string, WrittenPrompt> {
  const promptsByField: Record<string, WrittenPrompt> = {};
  for (const name of PROMPT_NAMES) {
    const prompt = writtenPrompt(source, name);
    if (prompt !== undefined) promptsByField[name] = prompt;
  }
  return promptsByField;
}

const PROMPT_NAMES = ['prompt', 'system_prompt'] as const;

/** Returns a prompt as the configuration or its file has it; undefined if there is none. */
export function writtenPrompt(source: Source, name: PromptName): WrittenPrompt | undefined {
  const text = source.raw.model?.[name];
  return namedFileAt(source, ['model', name]) ?? (text === undefined ? undefined : { text });
}

/**
 * Returns a prompt of the model with its variables filled in; undefined if it has none.
 *
 * @throws ConfigError for a prompt that cannot be used
 */
export function modelPrompt(source: Source, name: PromptName): string | undefined {
  const written = writtenPrompt(source, name);
  if (written === undefined) return undefined;
  const { file, text } = written;
  const filling = { name, ...fillingOf(source) };
  if (file !== undefined) {
    const place = source.yaml.placeOf(['model', `${name}_file`]);
    return fillPrompt({ label: file, text }, { ...filling, place });
  }
  const filled = promptOrProblem(text, filling);
  if ('prompt' in filled) return filled.prompt;
  const allowed = PLACEHOLDERS.map((placeholder) => `{${placeholder}}`).join(', ');
  throw new ConfigError(`${quoted(`model.${name}`)}: ${filled.problem}`, {
    where: source.yaml.placeOf(['model', name]),
    remedy:
      name === 'prompt'
        ? `Correct the prompt; its placeholders are ${allowed}.`
        : 'Correct the system prompt.',
  });
}

/**
 * Returns a prompt with these variables filled in.
 *
 * @param prompt.label - The file or the key that holds the text, for errors.
 * @throws ConfigError for a prompt that cannot be used
 */
export function fillPrompt(
  { label, text }: { label: string; text: string },
  { place, ...filling }: PromptFilling & { place: string },
): string {
  const filled = promptOrProblem(text, filling);
  if ('prompt' in filled) return filled.prompt;
  throw new ConfigError(`the prompt ${quoted(label)} cannot be used: ${filled.problem}`, {
    where: place,
    remedy: 'Correct the text of the prompt.',
  });
}

/** The variables of a configuration, and the placeholders that its rows may fill. */
interface Filling {
  variables: PromptVariables;
  columns: readonly string[];
}

interface PromptFilling extends Filling {
  name: PromptName;
}

export function fillingOf(source: Source): Filling {
  return { variables: variablesOf(source), columns: placeholdersInRaw(source) };
}

/** Returns a notice of each prompt that sends a name in double braces as text. */
export function literalNameNotices(
  prompts: Config['prompts'],
  { variables, columns }: Filling,
): string[] {
  const names = { variables: Object.keys(variables), columns };
  return Object.entries(prompts).flatMap(([field, { text, file }]) => {
    const token = literalName(text, field === 'system_prompt' ? field : 'prompt', names);
    if (token === undefined) return [];
    return `${quoted(file ?? field)}: nothing fills ${quoted(token)}, so it is sent as the text ${quoted(token.slice(1, -1))}. Give it a value under \`model.variables\`, or name its column under \`data.columns.fill\`.`;
  });
}

/** Returns the prompt with its variables filled in, or the reason why it cannot be used. */
function promptOrProblem(
  text: string,
  filling: PromptFilling,
): { prompt: string } | { problem: string } {
  const { name, variables, columns } = filling;
  const names = { variables: Object.keys(variables), columns };
  const problem =
    name === 'system_prompt' ? systemProblem(text, names) : templateProblem(text, names);
  if (problem !== undefined) return { problem };
  const filled = fillFixedVariables(text, filling);
  if (filled !== undefined) return { prompt: filled.text };
  return {
    problem: `it has more than ${MAX_PROMPT_LENGTH} characters with its variables; shorten the values in model.variables`,
  };
}

/** Fills in the variables that no row fills. Returns undefined if they make the prompt too long. */
function fillFixedVariables(
  text: string,
  { name, variables, columns }: PromptFilling,
): FilledVariables | undefined {
  const names = { variables: Object.keys(variables), columns };
  const isSystem = name === 'system_prompt';
  const fixedVariables = Object.entries(variables).filter(
    ([variable]) => !columns.includes(variable),
  );
  const knownNames = isSystem
    ? [...names.variables, ...columns]
    : [...PLACEHOLDERS, ...names.variables];
  const filled = fillVariables(text, Object.fromEntries(fixedVariables), knownNames);
  // No row fills such a system prompt, so it is written out here.
  const isSameForAllRows = isSystem && columnsShown(text, name, names).length === 0;
  return filled && isSameForAllRows ? { ...filled, text: fillRow(filled.text, {}) } : filled;
}

/**
 * Returns a prompt of a configuration with its variables filled in, by its name in reports;
 * undefined for one that is not written there.
 */
export function filledPromptByField(config: Config, field: string): FilledVariables | undefined {
  const prompt = config.prompts[field];
  if (prompt === undefined) return undefined;
  const name = field === 'system_prompt' ? field : 'prompt';
  const columns = placeholdersOf(config);
  return fillFixedVariables(prompt.text, { name, variables: config.variables, columns });
}

/**
 * Returns the values of a system prompt's placeholders for rows without these columns; undefined if
 * no row fills the prompt.
 */
export function systemFill(
  text: string | undefined,
  { variables, columns }: Filling,
): Record<string, string | null> | undefined {
  if (text === undefined || columns.length === 0) return undefined;
  const names = { variables: Object.keys(variables), columns };
  const columnNames = columnsShown(text, 'system_prompt', names);
  const values = columnNames.map((name) => {
    const value = Object.hasOwn(variables, name) ? String(variables[name]) : '';
    return [name, value || null] as const;
  });
  return columnNames.length === 0 ? undefined : Object.fromEntries(values);
}
