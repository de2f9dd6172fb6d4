import { ConfigError } from '../errors.js';
import { hubNamed } from '../models/hubs/registry.js';
import { kindMissed } from '../models/hubs/parameters.js';
import { quoted, quotedName } from '../json.js';
import {
  placeholdersOf,
  promptFilesOf,
  promptOfTest,
  type Config,
  type WrittenPrompt,
} from './config.js';
import type { TestConfig } from './keys/test.js';
import { changesBetween, isSame } from './changed-rules.js';
import { columnsShown, type PromptName } from '../engine/prompt.js';
import { filledFrom, systemFill } from './prompts.js';
import { selfJudge } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';

/** Returns a sentence that names the prompt files of the base's rules that the head lacks. */
export function missingPrompts(rules: Config, prompts: HeadPrompts): string[] {
  const missing = [...promptFilesOf(rules)].filter((file) => !prompts.has(file));
  if (missing.length === 0) return [];
  const names = missing.map((file) => quotedName(file)).join(', ');
  return [
    `The rules of the base read prompts from files that the head does not have: ${names}. The head's own prompts were asked in their place.`,
  ];
}

/** The head's texts of the prompt files of the base's rules, by path. */
export type HeadPrompts = ReadonlyMap<string, string>;

/**
 * Returns the base's rules with the subject of an untrusted head.
 *
 * @throws ConfigError for a changed parameter that is not a sampling parameter
 */
export function withSubjectOf(
  rules: Config,
  head: Config,
  { prompts, whose = 'the pull request' }: { prompts?: HeadPrompts; whose?: string } = {},
): Config {
  const { name, parameters } = head.model;
  const changedParameters = changesBetween(rules.model.parameters, parameters);
  const names = changedParameters.map((change) => change.path);
  refuseForbiddenParameters(rules, head, { names, whose });
  const subject = subjectPromptsFor(rules, head, prompts);
  const promptsOf = (side: Pick<Config, 'template' | 'tests'>) =>
    side.tests.map((test) => promptOfTest(side, test));
  const hasNewPrompt = !isSame(promptsOf(subject), promptsOf(rules));
  const changes: string[] = [];
  if (name !== rules.model.name)
    changes.push(`the model goes from ${quoted(rules.model.name)} to ${quoted(name)}`);
  const texts: string[] = [];
  if (subject.system_prompt !== rules.model.system_prompt) texts.push('another system prompt');
  if (subject.template !== rules.template || hasNewPrompt) texts.push('another prompt');
  if (texts.length > 0) changes.push(texts.join(' and '));
  for (const { path, old, new: now } of changedParameters)
    changes.push(`${path} goes from ${quoted(old ?? undefined)} to ${quoted(now ?? undefined)}`);
  const { system_prompt, system_fill, ...otherSubjectKeys } = subject;
  return {
    ...rules,
    ...otherSubjectKeys,
    prompts: writtenPromptsFor(rules, head, prompts),
    places: head.places,
    model: { ...rules.model, name, system_prompt, system_fill, parameters },
    notices: [
      ...rules.notices,
      ...changes.map((change) => `Judged as ${whose} has it: ${change}.`),
    ],
  };
}

function refuseForbiddenParameters(
  { model: { hub } }: Config,
  { origin, model: { parameters } }: Config,
  { names: changedNames, whose }: { names: readonly string[]; whose: string },
): void {
  const { sampling } = hubNamed(hub);
  const allowed = sampling.length > 0 ? sampling.join(', ') : 'none';
  const refuse = (names: readonly string[], message: string) => {
    throw new ConfigError(message, {
      where: `${origin.path} of ${whose}, model.parameters.${names[0]}`,
      remedy:
        `A head that is judged by the base's rules may change these parameters of hub ${hub}: ${allowed}. Any other parameter could ` +
        'replace the question or fix the answer. Leave the others as they are on the base branch. Or change them in a pull request from ' +
        'a branch of this repository, which is judged by its own rules (`config-ref: auto` or `head`).',
    });
  };
  const forbiddenNames = changedNames.filter(
    (name) => !sampling.some((parameter) => parameter === name),
  );
  if (forbiddenNames.length > 0) {
    refuse(
      forbiddenNames,
      `${whose} changes ${forbiddenNames.map((name) => quoted(name)).join(', ')}, which a head judged by the base's rules may not change`,
    );
  }
  for (const name of sampling.filter(
    (parameter) => changedNames.includes(parameter) && Object.hasOwn(parameters, parameter),
  )) {
    const kind = kindMissed(name, parameters[name]);
    if (kind !== undefined)
      refuse(
        [name],
        `the parameter ${name} of ${whose} must be ${kind}, not ${quoted(parameters[name])}`,
      );
  }
}

/**
 * Returns the base's rules with the subject of a trusted head. With `judge: self`, the head's model
 * is also the judge.
 */
export function rulesOver(rules: Config, head: Config, prompts?: HeadPrompts): Config {
  const self = head.tests.find(({ judge }) => judge?.isSelf)?.judge ?? selfJudge(head.model);
  const { system_prompt, system_fill, tests, ...subject } = subjectPromptsFor(rules, head, prompts);
  return {
    ...rules,
    ...subject,
    prompts: writtenPromptsFor(rules, head, prompts),
    places: head.places,
    model: { ...head.model, system_prompt, system_fill },
    tests: tests.map((test) => (test.judge?.isSelf ? withJudge(test, self) : test)),
  };
}

/** Returns the head's prompts as they are written, those of files from the files of the rules. */
function writtenPromptsFor(rules: Config, head: Config, prompts?: HeadPrompts): Config['prompts'] {
  const promptsByField = { ...head.prompts };
  for (const [field, { file }] of Object.entries(rules.prompts)) {
    const text = file === undefined ? undefined : prompts?.get(file);
    if (text !== undefined) promptsByField[field] = { file, text };
  }
  return promptsByField;
}

/** Returns the test with this judge. If there is none, leaves out the scorers that need a judge. */
function withJudge({ judge: _, ...test }: TestConfig, self: ModelSettings | undefined): TestConfig {
  if (self) return { ...test, judge: self };
  const judgelessCandidates = test.candidates.filter(({ scorer }) => scorer.judgeCalls === 0);
  return {
    ...test,
    candidates: judgelessCandidates.length > 0 ? judgelessCandidates : test.candidates,
  };
}

/** A prompt of the head, with its file if it has one. */
interface HeadPrompt {
  file?: string;
  text?: string;
}

/**
 * Refuses a prompt that shows a column which the base's rules do not fill.
 *
 * @throws ConfigError
 */
function refuseUnmergedColumns(
  { file, text }: { file: string; text: string },
  { name, rules, head }: { name: PromptName; rules: Config; head: Config },
): void {
  const names = { variables: Object.keys(head.variables), columns: placeholdersOf(head) };
  const mergedNames = [...placeholdersOf(rules), ...names.variables];
  const unmerged = columnsShown(text, name, names).find((column) => !mergedNames.includes(column));
  if (unmerged === undefined) return;
  throw new ConfigError(
    `the prompt ${quoted(file)} fills {${unmerged}} from the rows, but the rules of the base do not`,
    {
      where:
        head.placeOf(`model.${name}_file`) ?? head.placeOf(`model.${name}`) ?? head.origin.path,
      remedy: `First merge a pull request with the rows that have this column, and with data.columns.fill. After that, the prompt can use {${unmerged}}.`,
    },
  );
}

/** Reads prompts of the head from the files of the base's rules. */
class HeadPromptReader {
  private readonly rules: Config;
  private readonly head: Config;
  private readonly prompts: HeadPrompts;

  constructor(rules: Config, head: Config, prompts: HeadPrompts) {
    this.rules = rules;
    this.head = head;
    this.prompts = prompts;
  }

  /**
   * Returns the base's file with the text that the head has there. Returns the head's own prompt if
   * the head has no such file.
   */
  read(
    name: PromptName,
    file: string | undefined,
    { written, ...headPrompt }: HeadPrompt & { written: WrittenPrompt | undefined },
  ): HeadPrompt {
    const text = file === undefined ? undefined : this.prompts.get(file);
    if (file !== undefined && text !== undefined)
      return { file, text: this.fill(name, { file, text }) };
    if (written === undefined) return headPrompt;
    const source = { file: headPrompt.file ?? name, text: written.text };
    return { file: headPrompt.file, text: this.fill(name, source) };
  }

  private fill(name: PromptName, prompt: { file: string; text: string }): string {
    const { rules, head } = this;
    refuseUnmergedColumns(prompt, { name, rules, head });
    return filledFrom(prompt, {
      name,
      variables: head.variables,
      columns: placeholdersOf(rules),
      place: `${rules.origin.path} of the base`,
    });
  }
}

/**
 * Returns the head's texts of the prompts that the base's rules have. If the head lacks the file of
 * such a prompt, takes the head's own prompt; if it has none either, the base's.
 */
function subjectPromptsFor(rules: Config, head: Config, prompts: HeadPrompts = new Map()) {
  const reader = new HeadPromptReader(rules, head, prompts);
  const { prompt_file, system_prompt_file } = rules.promptFiles;
  const prompt = reader.read('prompt', prompt_file, {
    file: head.promptFiles.prompt_file,
    text: head.template,
    written: head.prompts['prompt'],
  });
  const system = reader.read('system_prompt', system_prompt_file, {
    file: head.promptFiles.system_prompt_file,
    text: head.model.system_prompt,
    written: head.prompts['system_prompt'],
  });
  const tests = rules.tests.map((test): TestConfig => {
    if (test.template === undefined) return test;
    const headTest = head.tests.find((candidate) => candidate.test.name === test.test.name) ?? test;
    const { file, text = test.template } = reader.read('prompt', test.promptFile, {
      file: headTest.promptFile,
      text: headTest.template,
      written: head.prompts[`${headTest.test.name}.prompt`],
    });
    return { ...test, template: text, promptFile: file };
  });
  const { variables } = head;
  const writtenSystemPrompt = writtenPromptsFor(rules, head, prompts)['system_prompt']?.text;
  const filling = { variables, columns: placeholdersOf(rules) };
  return {
    template: prompt.text,
    system_prompt: system.text,
    system_fill: systemFill(writtenSystemPrompt, filling),
    promptFiles: { prompt_file: prompt.file, system_prompt_file: system.file },
    variables,
    tests,
  };
}
