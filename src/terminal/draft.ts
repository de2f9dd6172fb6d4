import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { parseYaml, valueAt } from '../config/positions.js';
import { promptsBelow } from '../config/prompts.js';
import { configOf, readConfigFile } from '../config/rules.js';
import { readDocuments, type DocumentText } from '../draft/documents.js';
import type { DraftKind } from '../draft/draft-kind.js';
import { draftRows, REPEATED, type Drafted, type DroppedRows } from '../draft/draft.js';
import { FACTS } from '../draft/facts.js';
import { piecesOf } from '../draft/pieces.js';
import { QUESTIONS } from '../draft/questions.js';
import type { OpenRule } from '../draft/rule-requests.js';
import { openRowsFile, piecesToAsk, type IfThere } from '../draft/rows-file.js';
import { ModelError } from '../errors.js';
import { quotedWhole } from '../json.js';
import { enumerate } from '../language/enumerate.js';
import { wayInside } from '../path-safety.js';
import { oneLine } from '../report/story/truncate.js';
import { quantity, formatNumber, sentenceCase } from '../report/story/words.js';
import { connectDraftModels, type DraftModels } from '../run/draft-models.js';
import { makeFolder } from '../run/safe-files.js';
import { EXIT, paragraph, type CommandLine, type Terminal } from './command.js';
import { draftRequests, draftRules } from './draft-rules.js';
import { evaluateOptions } from './evaluate-options.js';
import { usageError, type Options } from './options.js';
import { DRAFTED_FACTS, DRAFTED_QUESTIONS } from './own-gate.js';

const ROWS = 40;

/**
 * Drafts rows or rules from documents. Exit status 3 if fewer than half of the requested rows were
 * written, or the requests broke off. Written rows stay.
 */
export async function runDraft(
  { options, words }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const { root, note, layout } = terminal;
  const documents = await readDocuments(root, words);
  // The rows of `--data` are not used here.
  const workingOptions = await evaluateOptions({ ...options, data: undefined }, terminal);
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const rulesFile = await readRulesFile(options.config, root);
  const openRules = rulesFile === undefined ? [] : openRulesOf(config);
  const kinds =
    options.kind === undefined
      ? kindsLacking({ config, options, openRules, root })
      : [options.kind];
  if (kinds.length === 0) {
    note(paragraph(nothingLacking(config, rulesFile), layout));
    return 0;
  }
  if (kinds.length > 1 && options.out !== undefined)
    throw usageError(
      `--out names one file, and the configuration lacks ${enumerate(kinds)}`,
      'Name one of them with --kind.',
    );
  const models = await connectDraftModels(config, workingOptions);
  const drafting = { options, documents, models, terminal };
  let status = 0;
  try {
    if (options.kind !== undefined || kinds.some((kind) => kind !== 'rules'))
      note(paragraph(announcement(documents, models), layout));
    for (const kind of kinds) {
      let exitStatus: number;
      if (kind !== 'rules')
        exitStatus = await draftIntoFile({ ...drafting, kind: ROW_KINDS[kind], config });
      else if (options.kind === undefined && rulesFile !== undefined)
        exitStatus = await draftRequests({ file: rulesFile, openRules, models, terminal });
      else
        exitStatus = await draftRules({ ...drafting, ...rulesToDraft(drafting, rulesFile?.name) });
      status = Math.max(status, exitStatus);
    }
  } finally {
    await models.close();
  }
  return status;
}

const ROW_KINDS = { questions: QUESTIONS, facts: FACTS };
type RowKind = keyof typeof ROW_KINDS;
const ROW_FILES: readonly [kind: RowKind, file: string][] = [
  ['questions', DRAFTED_QUESTIONS],
  ['facts', DRAFTED_FACTS],
];

/** The kinds of rows whose file the configuration names, with the file. */
function namedRows({ tests }: Config): (readonly [kind: RowKind, file: string])[] {
  return ROW_FILES.filter(([, file]) => tests.some(({ data }) => data.source === file));
}

/** The file of rules that the configuration names; undefined where it names none. */
async function readRulesFile(
  config: string,
  root: string,
): Promise<{ name: string; text: string } | undefined> {
  const written = await readConfigFile({ root, file: config, confined: false });
  const { value } = parseYaml(written ?? '', config);
  const name = valueAt(value, ['tests', 'sensitivity', 'rules', 'rules', 'file']);
  if (typeof name !== 'string') return undefined;
  const text = await promptsBelow(root)(name, config);
  return text === undefined ? undefined : { name, text };
}

/** The rules of the gate that have no request. */
function openRulesOf({ tests }: Config): OpenRule[] {
  const rules = tests.find(({ test }) => test.name === 'rules')?.rules ?? [];
  return rules.flatMap(({ rule, ask }, index) => (ask === undefined ? [{ index, rule }] : []));
}

/**
 * Returns the kinds of rows whose file the configuration names and that does not exist; with --add,
 * also those that exist. Rules are lacking where one of their file has no request. Returns
 * questions where --add or --out asks for rows and nothing is lacking.
 */
function kindsLacking({
  config,
  options,
  openRules,
  root,
}: {
  config: Config;
  options: Options;
  openRules: readonly OpenRule[];
  root: string;
}): (RowKind | 'rules')[] {
  const isAddedTo = options.add && options.out === undefined;
  const kinds: (RowKind | 'rules')[] = namedRows(config)
    .filter(([, file]) => isAddedTo || !existsSync(path.resolve(root, file)))
    .map(([kind]) => kind);
  if (options.add || options.out !== undefined) return kinds.length > 0 ? kinds : ['questions'];
  if (openRules.length > 0) kinds.push('rules');
  return kinds;
}

function nothingLacking(config: Config, rulesFile: { name: string } | undefined): string {
  const files = namedRows(config).map(([, file]) => file);
  const states = [
    files.length === 0
      ? `the configuration names neither ${DRAFTED_QUESTIONS} nor ${DRAFTED_FACTS}`
      : `${enumerate(files)} ${files.length === 1 ? 'is' : 'are'} there`,
  ];
  if (rulesFile !== undefined) states.push(`each rule of ${rulesFile.name} has its \`ask\``);
  return `Nothing is lacking: ${states.join(', and ')}. Add rows for changed documents with --add, or draft more with --kind questions --out FILE.`;
}

/** Returns the prompt from which rules are drafted, and the file for them. */
function rulesToDraft(
  { options, documents }: Pick<DraftCommand, 'options' | 'documents'>,
  namedFile: string | undefined,
): { prompt: DocumentText; file?: { name: string; replaces: boolean; isNamed: boolean } } {
  const [prompt, ...furtherDocuments] = documents;
  if (prompt === undefined || furtherDocuments.length > 0)
    throw usageError('--kind rules reads one prompt', 'Name the file of the prompt that you ship.');
  const { out: name, force: replaces } = options;
  if (name === undefined) return { prompt };
  const isNamed = namedFile !== undefined && path.normalize(namedFile) === path.normalize(name);
  return { prompt, file: { name, replaces, isNamed } };
}

interface DraftCommand {
  options: Options;
  documents: readonly DocumentText[];
  models: DraftModels;
  terminal: Terminal;
}

async function draftIntoFile({
  kind,
  config,
  options,
  documents,
  models,
  terminal,
}: DraftCommand & { kind: DraftKind; config: Config }): Promise<number> {
  const { note, layout } = terminal;
  const name = options.out ?? `evals/${kind.name}.csv`;
  const file = await placeFor(name, terminal.root);
  const rowsFile = await openRowsFile(file, { name, kind, ifThere: ifThereOf(options) });
  const isGated = config.tests.some(({ data }) => data.source === name);
  const { earlier } = rowsFile;
  const { pieces, rows } = piecesToAsk(piecesOf(documents), earlier, options.rows ?? ROWS);
  if (rows === 0) {
    note(`Every part of these documents has rows in ${name} already.\n`);
    return 0;
  }
  const most = Math.ceil(rows * kind.surplus) * kind.checks + 2 * pieces.length;
  note(
    paragraph(
      `${sentenceCase(kind.name)}: about ${formatNumber(most)} requests at most for ${quantity(rows, 'row')}.`,
      layout,
    ),
  );
  const drafted = await draftRows({
    kind,
    pieces,
    rows,
    seed: config.seed,
    earlier,
    write: models.write,
    check: models.check,
    onRow: async (row) => {
      await rowsFile.add(row);
    },
  });
  note(paragraph(summary(drafted, { name, rows, requests: models.requests }), layout));
  if (drafted.keptCount === 0) await rowsFile.discard();
  else note(paragraph(nextStep(kind, { name, isGated }), layout));
  if (drafted.failure) {
    const remedy =
      drafted.keptCount === 0
        ? 'Correct that, and draft again.'
        : `The rows so far are in ${name}. Correct that, and continue with --add.`;
    const message = `The requests broke off: ${drafted.failure.message}`;
    throw new ModelError(message, { kind: 'network', remedy });
  }
  return drafted.keptCount * 2 < rows ? EXIT.error : 0;
}

/**
 * Returns the absolute path of a CSV file below this folder. @throws ConfigError for one that is
 * not
 */
async function placeFor(name: string, root: string): Promise<string> {
  const inside = wayInside(root, path.resolve(root, name));
  if (inside === undefined || path.extname(name).toLowerCase() !== '.csv')
    throw usageError(
      `--out ${name} is no CSV file below this folder`,
      'Write --out evals/rows.csv.',
    );
  const file = path.resolve(root, inside);
  await makeFolder(path.dirname(file), { checkout: root, setting: '--out' });
  return file;
}

function ifThereOf({ add, force }: Options): IfThere {
  if (add) return 'add';
  return force ? 'replace' : 'refuse';
}

function announcement(documents: readonly DocumentText[], { hosts }: DraftModels): string {
  const size = documents.reduce((characters, { text }) => characters + text.length, 0);
  return `${quantity(documents.length, 'document')} with ${formatNumber(size)} characters ${documents.length === 1 ? 'goes' : 'go'} to ${hosts.join(' and ')}.`;
}

function summary(
  { keptCount: kept, dropped, unreadable }: Drafted,
  { name, rows, requests }: { name: string; rows: number; requests: number },
): string {
  const reasons = [...dropped].toSorted(([, a], [, b]) => b.count - a.count);
  const sentences: string[] = [];
  if (kept > 0)
    sentences.push(
      `Wrote ${formatNumber(kept)} of ${quantity(rows, 'row')} to ${name}, with ${quantity(requests, 'request')}.`,
    );
  else {
    const draftCount = reasons.reduce((sum, [, { count }]) => sum + count, 0);
    const outcome =
      draftCount === 0
        ? 'the model drafted no row'
        : `of ${quantity(draftCount, 'drafted row')} none stood`;
    sentences.push(`Wrote nothing: ${outcome}, with ${quantity(requests, 'request')}.`);
  }
  if (reasons.length > 0)
    sentences.push(
      `Dropped: ${reasons.map(([why, { count }]) => `${count} (${why})`).join(', ')}.`,
    );
  // The text of a repeated row was dropped for another reason before.
  const telling = reasons.find(([why]) => why !== REPEATED);
  if (kept === 0 && telling !== undefined) sentences.push(exampleSentence(telling[1]));
  if (unreadable.length > 0)
    sentences.push(`The model wrote no JSON for ${unreadable.slice(0, 5).join(', ')}.`);
  return sentences.join(' ');
}

/** A dropped row: what was drafted, and what the model that checked it said. */
function exampleSentence({ example }: DroppedRows): string {
  const { text, key, reason, shownText = text, judgement } = example;
  const shown = (words: string) => quotedWhole(oneLine(words, 100));
  const drafted = `For example ${shown(text)}, drafted with ${shown(key)}: ${reason}`;
  if (judgement === undefined) return `${drafted}.`;
  const subject = shownText === text ? 'it' : shown(shownText);
  return `${drafted}. To ${subject}, the checking model said ${shown(judgement)}.`;
}

function nextStep(
  { name: kind, columns: [, key] }: DraftKind,
  { name, isGated }: { name: string; isGated: boolean },
): string {
  const reviewSentence = 'Read the rows, and write your name into the column reviewed.';
  if (isGated) return reviewSentence;
  const test = kind === 'facts' ? 'add_negation' : 'answers';
  return `${reviewSentence} Then gate them: \`${test}: { data: { source: ${name}, columns: { fill: { context: passage } } } }\`, where the prompt has {context}; the column ${key} holds what is right.`;
}
