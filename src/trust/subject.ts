import type { Row } from '../engine/types.ts';
import { ConfigError } from '../errors.ts';
import { quoted, quotedPair } from '../json.ts';
import { findDataFiles, isFileSource } from '../data/files.ts';
import { changedSubject } from '../config/changes.ts';
import type { Config, SubjectConfig, ValueChange } from '../config/config.ts';
import { SAMPLING_PARAMETERS } from '../models/hubs/addresses.ts';
import type { Judgement } from './judged.ts';
import { rowsOrNone } from './rows.ts';
import type { WithRules } from './sides.ts';

/** What the subject of a head may not be, and what of it is told. */

export interface BaseAndHead {
  base: WithRules;
  head: WithRules;
}

/**
 * @throws ConfigError for a head that cannot be read as the base's subject, a scripted model, and
 * a prompt that rows or rules are read from
 */
export async function refuseSubject({ base, head }: BaseAndHead): Promise<void> {
  const [old, now] = [base.rules.config, head.rules.config];
  if (old.isLangTest !== now.isLangTest)
    throw new ConfigError(
      'Only one of head and base has a section `model`: the head has no subject for the rules of the base',
      {
        where: now.path,
        remedy: 'Keep the dialect, or run the change that leaves it with `config-ref: head`.',
      },
    );
  if (now.subject.model.hub === 'reference' && old.subject.model.hub !== 'reference')
    throw new ConfigError('The scripted hub reference passes anything, and the base asks a model', {
      where: now.subject.placeOf('model.hub'),
      remedy: `Keep the hub ${old.subject.model.hub}, or name another one with a model.`,
    });
  const read = await filesOfRules({ base, head });
  const file = filesOf(now.subject).find((one) => read.has(one));
  if (file !== undefined)
    throw new ConfigError(
      `A prompt or variable and rows or rules are both read from ${quoted(file)}`,
      {
        where: file,
        remedy:
          'Keep prompts and variables in files of their own: this one could hold the answers.',
      },
    );
}

function filesOf({ prompt, system_prompt: system, variables }: SubjectConfig): string[] {
  return [prompt, system, ...Object.values(variables)].flatMap((text) => text?.file ?? []);
}

/** Files that the rules of either side read, at either side. */
async function filesOfRules({ base, head }: BaseAndHead): Promise<Set<string>> {
  const configs = [base.rules.config, head.rules.config];
  const read = new Set(configs.map(({ path }) => path));
  for (const { data, ruleFile } of configs.flatMap(({ tests }) => tests)) {
    if (ruleFile !== undefined) read.add(ruleFile);
    if (!isFileSource(data.source)) continue;
    for (const { files } of [base, head])
      for (const file of await findDataFiles(data.source, files)) read.add(file);
  }
  return read;
}

/** Changes that are always named: those of all keys but name, prompts, variables, and sampling. */
export function keyChanges({ base, head }: BaseAndHead): ValueChange[] {
  const free = /^model\.(?:name|prompt|system_prompt|variables\..*|parameters)$/s;
  return changedSubject(base.rules.config, head.rules.config).filter(({ path, new: now }) => {
    const isNumber = now === undefined || Number.isFinite(now);
    const isSampling = SAMPLING_PARAMETERS.some((name) => path === `model.parameters.${name}`);
    return path.startsWith('model.') && !free.test(path) && !(isSampling && isNumber);
  });
}

/** @throws ConfigError for any such change */
export function refuseUntrusted(changes: readonly ValueChange[], { config }: { config: Config }) {
  const [first] = changes;
  if (!first) return;
  const names = changes.map(({ path }) => quoted(path)).join(', ');
  throw new ConfigError(`Not judged from a fork: the head changes ${names}`, {
    where: config.subject.placeOf(first.path),
    remedy:
      "Of forks, Dependabot and pull_request_target only the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
  });
}

export function keyWarning({ path, old, new: now }: ValueChange): string {
  const [before, after] = quotedPair(old, now);
  return `The gate now asks with another ${quoted(path)}: ${after} in place of ${before}.`;
}

/** Counts rows that a changed prompt answers by itself. */
export async function leakWarnings(
  { base, head }: BaseAndHead,
  { config, readRows }: Judgement,
): Promise<string[]> {
  const old = sentTexts(base.rules.config.subject);
  const texts = sentTexts(head.rules.config.subject).filter((text) => !old.includes(text));
  const leaked = new Set<string>();
  for (const { data } of texts.length > 0 ? config.tests : [])
    // The run reads the same rows, and ends with their error.
    for (const row of await rowsOrNone(readRows(data), () => undefined))
      if (texts.some((text) => holds(text, row))) leaked.add(row.source);
  if (leaked.size === 0) return [];
  const count = leaked.size === 1 ? '1 row stands' : `${leaked.size} rows stand`;
  return [`${count} with text and answer in a prompt or variable that the head changes.`];
}

/** Variables, and all that is sent together. */
function sentTexts({ prompt, system_prompt: system, variables }: SubjectConfig): string[] {
  const values = Object.values(variables).map(({ text }) => text);
  return [...values, [prompt?.text, system?.text, ...values].join('\n')].map(plain);
}

/** Words in lower case, with one space around each. */
function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

function holds(text: string, { text: question, key, options = '' }: Row): boolean {
  const asked = plain(question);
  if (asked.trim() === '' || !text.includes(asked)) return false;
  const answers = key ? answersOf(key, options) : [];
  return answers.length === 0 || answers.some((answer) => text.includes(plain(answer)));
}

/** Labels count with the texts of their options. */
function answersOf(key: NonNullable<Row['key']>, options: string): string[] {
  if ('words' in key) return key.words;
  if ('truth' in key) return key.truth ? ['true', 'yes'] : ['false', 'no'];
  const right = options.split('\n').filter((line) => key.labels.includes(line.split('.')[0] ?? ''));
  return [...key.labels, ...right.map((line) => line.slice(line.indexOf('.') + 1))];
}
