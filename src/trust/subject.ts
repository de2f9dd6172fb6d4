import type { Row } from '../engine/types.ts';
import { ConfigError } from '../errors.ts';
import { quoted, quotedPair } from '../json.ts';
import { findDataFiles, isFileSource } from '../data/files.ts';
import { changedSubject } from '../config/changes.ts';
import type { SubjectConfig } from '../config/config.ts';
import { SAMPLING_PARAMETERS } from '../models/hubs/addresses.ts';
import type { Side } from './find-sides.ts';
import type { Judgement } from './judged.ts';
import { rowsOrNone } from './rows.ts';

/** What the subject of a head may not be, and what of it is told. */

interface BaseAndHead {
  base: Side;
  head: Side;
}

/** @throws ConfigError for a scripted model, and a prompt that rows or rules are read from */
export async function refuseSubject({ base, head }: BaseAndHead): Promise<void> {
  const { subject } = head.config;
  const { hub } = base.config.subject.model;
  if (subject.model.hub === 'reference' && hub !== 'reference')
    throw new ConfigError('The scripted hub reference passes anything, and the base asks a model', {
      where: subject.placeOf('model.hub'),
      remedy: `Keep the hub ${hub}, or name another one with a model.`,
    });
  const { prompt, system_prompt: system, variables } = subject;
  const named = [prompt, system, ...Object.values(variables)].flatMap((text) => text?.file ?? []);
  const read = await filesOfRules([base, head]);
  const file = named.find((one) => read.includes(one));
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

/** Files that the rules of either side read, at either side. */
async function filesOfRules(sides: readonly Side[]): Promise<string[]> {
  const read = sides.map(({ config }) => config.path);
  for (const { data, ruleFile } of sides.flatMap(({ config }) => config.tests)) {
    read.push(ruleFile ?? '');
    for (const { files } of isFileSource(data.source) ? sides : [])
      read.push(...(await findDataFiles(data.source, files)));
  }
  return read;
}

/** Texts count, and what a fork may change as well. */
const FREE = /^model\.(?:name|prompt|system_prompt|variables\..*)$|^(?!model\.)/s;

/**
 * One warning for all changed keys but name, prompts, variables and sampling. Many keys below one
 * are counted, so that none is too far behind to be shown.
 *
 * @throws ConfigError for any where the head is untrusted
 */
export function keyWarnings({ base, head }: BaseAndHead, isTrusted: boolean): string[] {
  const changes = changedSubject(base.config, head.config).filter(({ path, new: now }) => {
    const isSampling = SAMPLING_PARAMETERS.some((name) => path === `model.parameters.${name}`);
    const isNumber = now === undefined || Number.isFinite(now);
    return !FREE.test(path) && !(isSampling && isNumber);
  });
  const [first] = changes;
  if (first && !isTrusted)
    throw new ConfigError(
      `Not judged from a fork: the head changes ${changes.map(({ path }) => quoted(path)).join(', ')}`,
      {
        where: head.config.subject.placeOf(first.path),
        remedy:
          "Of forks, Dependabot and pull_request_target only the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
      },
    );
  if (!first) return [];
  if (changes.length === 1) {
    const [before, after] = quotedPair(first.old, first.new);
    return [
      `The gate now asks with another ${quoted(first.path)}: ${after} in place of ${before}.`,
    ];
  }
  const groups = Map.groupBy(changes, ({ path }) => path.split('.', 2).join('.'));
  const keys = Array.from(groups, ([key, those]) =>
    those.length === 1 ? quoted(those[0]?.path ?? key) : `${quoted(key)} (${those.length} values)`,
  );
  return [`The gate now asks with other values of ${keys.join(', ')}.`];
}

/** Counts rows that a changed prompt answers by itself. */
export async function leakWarnings(
  { base, head }: BaseAndHead,
  { config, readRows }: Judgement,
): Promise<string[]> {
  const old = sentTexts(base.config.subject);
  const texts = sentTexts(head.config.subject).filter((text) => !old.includes(text));
  const leaked = new Set<string>();
  for (const { data } of texts.length > 0 ? config.tests : [])
    // The run reads the same rows, and ends with their error.
    for (const row of await rowsOrNone(readRows(data)))
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
