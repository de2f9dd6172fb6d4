// Refuses subjects that may not be judged, and warns of changed keys, changed code and leaked
// answers.

import path from 'node:path';
import { fillTemplate, parseTemplate } from '../engine/prompt.ts';
import { ConfigError, tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { quotedNames } from '../data/printable.ts';
import { globMatcher } from '../data/files.ts';
import { changedKeys } from '../config/changes.ts';
import type { Config, SubjectConfig } from '../config/config.ts';
import { promptNames, variablesOf } from '../config/prompts.ts';
import type { Side, Sides } from './find-sides.ts';
import type { RulesAndRows } from './ruling-types.ts';

/** @throws ConfigError for a scripted model in place of a real one, and a text in a file of rows */
export function refuseSubject(base: Side, head: Side) {
  const { subject } = head.config;
  const { hub } = base.config.subject.model;
  if (subject.model.hub === 'reference' && hub !== 'reference')
    throw new ConfigError('The scripted hub reference passes anything, and the base asks a model', {
      where: subject.placeOf('model.hub'),
      remedy: `Keep the hub ${hub}, or name another one with a model.`,
    });
  const ofRules = [base, head].flatMap(({ config }) => [
    config.path,
    ...config.tests.flatMap(({ data, ruleFile = '' }) => [data.source, ruleFile]),
  ]);
  for (const { file } of Object.values(subject.texts))
    if (file && ofRules.some((source) => globMatcher(path.posix.normalize(source))(file)))
      throw new ConfigError(
        `A prompt or variable and rows or rules are both read from ${quoted(file)}`,
        {
          where: file,
          remedy:
            'Keep prompts and variables in files of their own: this one could hold the answers.',
        },
      );
}

/**
 * One warning for all changed keys of the model, except name and sampling parameters. Several keys
 * below one key, such as `headers`, are one entry with their number: a long warning would be cut.
 *
 * @throws ConfigError if an untrusted head changes such a key
 */
export function keyWarnings(base: Side, head: Side, isTrusted: boolean) {
  const changes = changedKeys(base.config.subject, head.config.subject);
  const [first] = changes;
  if (!first) return [];
  if (!isTrusted)
    throw new ConfigError(
      `Not judged from a fork: the head changes ${quotedNames(changes.map((change) => change.path))}`,
      {
        where: head.config.subject.placeOf(first.path),
        remedy:
          "Of forks, Dependabot and pull_request_target only the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
      },
    );
  const keys = Array.from(
    Map.groupBy(changes, (change) => change.path.split('.', 2).join('.')),
    ([key, [change = first, ...others]]) =>
      others[0]
        ? `${quoted(key)} (${others.length + 1} values)`
        : `${quoted(change.path)} (${quoted(change.new)})`,
  );
  return [`The gate now asks with ${keys.join(', ')}.`];
}

/** Matches files with code or settings of an app, and none of its tests: `src/latest/bot.py`. */
const CODE =
  /^(?!(?:.*[/._-])?(?:tests?|specs?|examples?|fixtures?)[/._-])(?:.*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)|(?=.*(?:config|settings|model|llm)).*\.(?:json|ya?ml|toml))$/i;
/** Maximum number of code files that are read, and of names and of lines that are looked for. */
const MAX_SEARCHED = 50;
/** In characters. A line of at most this length may stand in any code. */
const LEAST_LINE = 40;

/**
 * Warns if changed code no longer names the model, a parameter, a prompt file or a page, though the
 * configuration still does, and if it newly holds a line of a prompt or a page. The app may then
 * send something else than the gate.
 */
export async function codeWarnings(
  base: Side,
  { head, origin = base, changes = new Map() }: Sides,
) {
  const { texts, model } = head.config.subject;
  const paths = [...changes.keys()]
    .filter((file) => CODE.test(file) && file !== head.config.path)
    .slice(0, MAX_SEARCHED);
  const old = await readCode(origin, paths);
  const now = await readCode(head, paths);
  // Code that reads all pages of a folder may name the folder alone.
  const files = Object.entries(texts).flatMap(
    ([field, { file }]) => file?.split('/').slice(field.includes(':') ? -2 : -1) ?? [],
  );
  const values = Object.entries(model.parameters).map((entry) => entry.join(' '));
  const lines = Object.values(origin.config.subject.texts)
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => wordsOf(line).length > LEAST_LINE);
  const moved = [
    ...onlyIn(old, now, new Set([model.name, ...values, ...files])),
    ...onlyIn(now, old, lines),
  ];
  if (moved.length === 0 || model.hub === 'http') return [];
  return [
    `Changed code (${quotedNames(paths)}) drops or takes over what the gate asks with. If your app sends something else now, this gate does not test what ships: let the code read it again, write the new model, file or value into the configuration, or ask the app itself (\`hub: http\`). It is about ${quotedNames(moved)}.`,
  ];
}

async function readCode({ files }: Side, paths: readonly string[]) {
  // A path that cannot be read, such as a link, counts as empty.
  const reads = paths.map((file) => tryStep(() => files.read([file])));
  return wordsOf((await Promise.all(reads)).join('\n'));
}

/** The names or lines that stand in `code`, and not in `other`. */
function onlyIn(code: string, other: string, names: Iterable<string>) {
  return [...names]
    .slice(0, MAX_SEARCHED)
    .filter((name) => code.includes(wordsOf(name)) && !other.includes(wordsOf(name)));
}

/**
 * The words of code, each between spaces: no name is found inside of a longer one, and a wrapped
 * line is found as one line.
 */
function wordsOf(code: string) {
  return ` ${code.toLowerCase().replaceAll(/[^\p{L}\p{N}_.-]+/gu, ' ')} `;
}

/**
 * In UTF-8 bytes. A shorter text, such as a word or three Chinese characters, may stand in any
 * prompt.
 */
const LEAST_BYTES = 10;

/** Warns of rows whose text stands in a changed prompt or variable, perhaps with their answers. */
export async function leakWarnings(
  { subject: before }: Config,
  { config, readRows }: RulesAndRows,
) {
  const sent = sentLetters(config.subject, config);
  if (sent === sentLetters(before, config)) return [];
  const leaked = new Set<string>();
  for (const { data, test, setup } of config.tests) {
    // An error needs no report here: the run reads the same rows, and ends with it.
    const { rows = [] } = (await tryStep(() => readRows(data))) ?? {};
    for (const made of test.cases(rows, setup)) {
      const arms = 'arms' in made ? Object.values(made.arms) : [];
      const texts = [made.row.text, ...arms].map(lettersOf);
      if (texts.some((one) => Buffer.byteLength(one) >= LEAST_BYTES && sent.includes(one)))
        leaked.add(made.row.source);
    }
  }
  if (leaked.size === 0) return [];
  return [
    `The changed prompts and variables hold the text of rows, and may hold their answers. Such rows: ${leaked.size}.`,
  ];
}

/** The letters that are sent with every row. Options are left out, since a row may lack them. */
function sentLetters({ texts }: SubjectConfig, { tests }: Config) {
  const values = variablesOf(texts);
  const names = promptNames(texts, tests);
  const filled = [texts.system_prompt, texts.prompt].map((written) =>
    fillTemplate(parseTemplate(written?.text ?? '', names), { ...values, options: '' }),
  );
  return lettersOf(filled.join(''));
}

/** A text reduced to letters and digits, so that no space, sign, accent or width hides it. */
function lettersOf(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+|\p{Default_Ignorable_Code_Point}+/gu, '');
}
