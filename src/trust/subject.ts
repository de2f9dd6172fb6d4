// Refuses subjects of a head that are not judged, and warns of changed keys and of leaked answers.

import { fillTemplate, parseTemplate, rowNames, type RowNames } from '../engine/prompt.ts';
import { ConfigError, orTell } from '../errors.ts';
import { quoted } from '../json.ts';
import { findDataFiles } from '../data/files.ts';
import { changedKeys } from '../config/changes.ts';
import type { Config, SubjectConfig } from '../config/config.ts';
import { variablesOf } from '../config/prompts.ts';
import type { Side, Sides } from './find-sides.ts';
import type { Judgement } from './judged.ts';

/** @throws ConfigError for a scripted model, and a prompt that rows or rules are read from */
export async function refuseSubject(base: Side, head: Side) {
  const { subject } = head.config;
  const { hub } = base.config.subject.model;
  if (subject.model.hub === 'reference' && hub !== 'reference')
    throw new ConfigError('The scripted hub reference passes anything, and the base asks a model', {
      where: subject.placeOf('model.hub'),
      remedy: `Keep the hub ${hub}, or name another one with a model.`,
    });
  const read = await filesOfRules([base, head]);
  const { file } = Object.values(subject.texts).find((text) => read.has(text.file)) ?? {};
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
async function filesOfRules(sides: readonly Side[]) {
  const read = new Set<string | undefined>(sides.map(({ config }) => config.path));
  for (const { data, ruleFile } of sides.flatMap(({ config }) => config.tests)) {
    if (ruleFile !== undefined) read.add(ruleFile);
    for (const { files } of sides)
      for (const file of await findDataFiles(data.source, files)) read.add(file);
  }
  return read;
}

/**
 * One warning for all changed keys but name, prompts, variables and sampling. Many keys below one
 * are counted, so that none is too far behind to be shown.
 *
 * @throws ConfigError for any where the head is untrusted
 */
export function keyWarnings(base: Side, head: Side, isTrusted: boolean) {
  const changes = changedKeys(base.config.subject, head.config.subject);
  const [first] = changes;
  if (!first) return [];
  if (!isTrusted)
    throw new ConfigError(
      `Not judged from a fork: the head changes ${changes.map(({ path }) => quoted(path)).join(', ')}`,
      {
        where: head.config.subject.placeOf(first.path),
        remedy:
          "Of forks, Dependabot and pull_request_target only the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
      },
    );
  const groups = Map.groupBy(changes, ({ path }) => path.split('.', 2).join('.'));
  const keys = Array.from(groups, ([key, [change = first, ...others]]) =>
    others.length === 0
      ? `${quoted(change.path)} (${quoted(change.new)})`
      : `${quoted(key)} (${others.length + 1} values)`,
  );
  return [`The gate now asks with ${keys.join(', ')}.`];
}

/** Code of an app, without its tests: `src/latest/bot.py`, and not `src/test_bot.py`. */
const CODE =
  /^(?!(?:.*[/._-])?(?:tests?|specs?|examples?|fixtures?)[/._-]).*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)$/i;
/** Most files of code that are read. */
const MAX_CODE = 50;

/**
 * Warns of code that no longer names the model of a configuration that still does: another model
 * may ship than the one that is asked.
 */
export async function modelWarnings({ head, origin, changes = new Map() }: Sides, base: Side) {
  const before = origin ?? base;
  const { name, hub } = head.config.subject.model;
  if (name !== before.config.subject.model.name || hub === 'http') return [];
  const isNamed = async ({ files }: Side, file: string) => {
    // A link is no code.
    const [bytes = ''] = (await orTell(() => files.read([file]))) ?? [];
    // `gpt-4o` is no name of `gpt-4o-mini`.
    return ['"', "'", '`'].some((quote) => bytes.includes(name + quote));
  };
  let lost: string | undefined;
  for (const file of [...changes.keys()].filter((one) => CODE.test(one)).slice(0, MAX_CODE)) {
    if (await isNamed(head, file)) return [];
    if (await isNamed(before, file)) lost ??= file;
  }
  if (lost === undefined) return [];
  return [
    `${quoted(lost)} no longer names ${quoted(name)}, the model that is asked here. If another one ships now, name it in the configuration, too.`,
  ];
}

/** Shorter texts, such as a word or three Chinese signs, may stand in any prompt. */
const LEAST_BYTES = 10;

/** Counts rows whose text a changed prompt sends: it may answer them there. */
export async function leakWarnings({ subject: before }: Config, { config, readRows }: Judgement) {
  const names = rowNames(config.tests.map(({ data }) => data.columns));
  const sent = sentLetters(config.subject, names);
  if (sent === sentLetters(before, names)) return [];
  const leaked = new Set<string>();
  for (const { data, test, setup } of config.tests) {
    // The run reads the same rows, and ends with their error.
    const { rows = [] } = (await orTell(() => readRows(data))) ?? {};
    for (const made of test.cases(rows, setup)) {
      const arms = 'arms' in made ? Object.values(made.arms) : [];
      const texts = [made.row.text, ...arms].map(lettersOf);
      if (texts.some((one) => Buffer.byteLength(one) >= LEAST_BYTES && sent.includes(one)))
        leaked.add(made.row.source);
    }
  }
  if (leaked.size === 0) return [];
  return [
    `Rows that stand in what the changed prompts and variables send, and may be answered there: ${leaked.size}.`,
  ];
}

/** The letters that every row sends: without options, which a row may lack. */
function sentLetters({ texts }: SubjectConfig, ofRows: RowNames) {
  const values = variablesOf(texts);
  const names = { ...ofRows, variables: Object.keys(values) };
  const filled = [texts.system_prompt, texts.prompt].map((written) =>
    fillTemplate(parseTemplate(written?.text ?? '', names), { ...values, options: '' }),
  );
  return lettersOf(filled.join(''));
}

/** Letters and digits alone, so that no space, sign, accent or width hides a text. */
function lettersOf(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+|\p{Default_Ignorable_Code_Point}+/gu, '');
}
