// Refuses what a head may not change, and warns of what its reviewers must know: keys of its model,
// and code that may send something else than the gate.

import path from 'node:path';
import { ConfigError, tryStep } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { quotedNames } from '../data/printable.ts';
import { globMatcher } from '../data/files.ts';
import { changedKeys } from '../config/changes.ts';
import type { FoundSides, Side } from './find-sides.ts';

/** @throws ConfigError if a scripted model replaces a real one, or a prompt is in a file of rows */
export function refuseSubject(base: Side, head: Side) {
  const { subject } = head.config;
  const { hub } = base.config.subject.model;
  if (subject.model.hub === 'reference' && hub !== 'reference')
    throw new ConfigError(
      'The head uses the scripted hub reference, which passes anything, but the base asks a model',
      {
        where: subject.placeOf('model.hub'),
        remedy: `Keep the hub ${hub}, or name another that asks a model.`,
      },
    );
  const ofRules = [base, head].flatMap(({ config }) => [
    config.path,
    ...config.tests.flatMap(({ data, ruleFile = '' }) => [data.source, ruleFile]),
  ]);
  for (const { file } of Object.values(subject.texts))
    if (file && ofRules.some((source) => globMatcher(path.posix.normalize(source))(file)))
      throw new ConfigError(
        `${quoted(file)} is read both as a prompt or variable and as rows or rules`,
        {
          where: file,
          remedy:
            'Keep prompts and variables in separate files: this one could contain the answers.',
        },
      );
}

/**
 * Writes one warning for all changed keys of the model, except name and sampling parameters.
 * Several keys below one key, such as `headers`, are one entry: a long warning would be cut.
 *
 * @throws ConfigError if an untrusted head changes such a key
 */
export function keyWarnings(base: Side, head: Side, isUntrusted?: boolean) {
  const changes = changedKeys(base.config.subject, head.config.subject);
  const [first] = changes;
  if (!first) return [];
  if (isUntrusted)
    throw new ConfigError(
      `Not judged from a fork: the head changes ${quotedNames(changes.map((change) => change.path))}`,
      {
        where: head.config.subject.placeOf(first.path),
        remedy:
          "From forks, Dependabot and pull_request_target, only changes to the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
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

/** Matches files with code or settings of an app, but not its tests: `src/latest/bot.py`. */
const CODE =
  /^(?!(?:.*[/._-])?(?:tests?|specs?|examples?|fixtures?)[/._-])(?:.*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)|(?=.*(?:config|settings|model|llm)).*\.(?:json|ya?ml|toml))$/i;
/** Most code files that are read, and most names and lines that are searched for. */
const MAX_SEARCHED = 50;
/** Longer files, such as a tokenizer, count as empty: to search them would take minutes. */
const MAX_CODE_BYTES = 500_000;
/** In characters. Lines up to this length may occur in any code. */
const MIN_LINE_LENGTH = 40;

/**
 * Warns if changed code no longer names the model, a parameter, a prompt file or a page that the
 * configuration still names, or if it now contains a line of a prompt or a page. The app may then
 * send something other than the gate does.
 */
export async function codeWarnings(
  base: Side,
  { head, branchPoint = base, changedFiles = new Map() }: FoundSides,
) {
  const { texts, model } = head.config.subject;
  const paths = [...changedFiles.keys()]
    // An app is asked itself, whatever its code names.
    .filter((file) => model.hub !== 'http' && CODE.test(file) && file !== head.config.path)
    .slice(0, MAX_SEARCHED);
  const old = await readCode(branchPoint, paths);
  const now = await readCode(head, paths);
  // Code that reads all pages of a folder may name only the folder.
  const files = Object.entries(texts).flatMap(
    ([field, { file }]) => file?.split('/').slice(field.includes(':') ? -2 : -1) ?? [],
  );
  const values = Object.entries(model.parameters).map((entry) => entry.join(' '));
  const lines = Object.values(branchPoint.config.subject.texts)
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => normalizeCode(line).length > MIN_LINE_LENGTH);
  const moved = [
    ...findOnlyIn(old, now, new Set([model.name, ...values, ...files])),
    ...findOnlyIn(now, old, lines),
  ];
  return moved[0]
    ? [
        `Changed code (${quotedNames(paths)}) drops or copies what the gate sends: ${quotedNames(moved)}. If your app now sends something else, this gate does not test what ships. Let the code read them from the file again, put the new model, file or value into the configuration, or ask the app itself (\`hub: http\`).`,
      ]
    : [];
}

async function readCode({ files }: Side, paths: readonly string[]) {
  // An unreadable path, such as a link, counts as empty.
  const contents = await Promise.all(paths.map((file) => tryStep(() => files.read([file]))));
  return normalizeCode(
    contents
      .flat()
      .filter((bytes) => bytes && bytes.length <= MAX_CODE_BYTES)
      .join(),
  );
}

/** The names or lines that occur in `code`, but not in `other`. */
function findOnlyIn(code: string, other: string, names: Iterable<string>) {
  return [...names]
    .slice(0, MAX_SEARCHED)
    .filter((name) => code.includes(normalizeCode(name)) && !other.includes(normalizeCode(name)));
}

/**
 * Reduces code to words between single spaces: so no name is found inside a longer one, and a line
 * is found even if it is wrapped. Drops zeros at the end of a fraction: 0.30 is 0.3.
 */
function normalizeCode(code: string) {
  return ` ${code.toLowerCase().replaceAll(/(?:[^\p{L}\p{N}_.-]|(?<=\.\d{0,5}[1-9])0{1,9}(?!\d))+/gu, ' ')} `;
}
