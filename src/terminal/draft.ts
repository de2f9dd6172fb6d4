import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { configOf } from '../config/rules.js';
import { readDocuments, type DocumentText } from '../draft/documents.js';
import type { DraftKind } from '../draft/draft-kind.js';
import { draftRows, type Drafted } from '../draft/draft.js';
import { FACTS } from '../draft/facts.js';
import { piecesOf } from '../draft/pieces.js';
import { QUESTIONS } from '../draft/questions.js';
import { openRowsFile, piecesToAsk, type IfThere } from '../draft/rows-file.js';
import { ModelError } from '../errors.js';
import { enumerate } from '../language/enumerate.js';
import { wayInside } from '../path-safety.js';
import { quantity, formatNumber, sentenceCase } from '../report/story/words.js';
import { connectDraftModels, type DraftModels } from '../run/draft-models.js';
import { makeFolder } from '../run/safe-files.js';
import { EXIT, paragraph, type CommandLine, type Terminal } from './command.js';
import { draftRules } from './draft-rules.js';
import { evaluateOptions } from './evaluate-options.js';
import { usageError, type Options } from './options.js';
import { DRAFTED_FACTS, DRAFTED_QUESTIONS, RULES_FILE, rulesFileText } from './own-gate.js';

const ROWS = 40;

/**
 * Drafts rows or rules from documents. Exit status 3 if fewer than half of the requested rows were
 * written, or the requests broke off. Written rows stay.
 */
export async function runDraft(
  { options, words }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const documents = await readDocuments(terminal.root, words);
  // The rows of `--data` are not used here.
  const workingOptions = await evaluateOptions({ ...options, data: undefined }, terminal);
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const kinds =
    options.kind === undefined ? await kindsLacking(config, terminal.root) : [options.kind];
  if (kinds.length > 1 && options.out !== undefined)
    throw usageError(
      `--out names one file, and the configuration lacks ${enumerate(kinds)}`,
      'Name one of them with --kind.',
    );
  const models = await connectDraftModels(config, workingOptions);
  const drafting = { options, documents, models, terminal };
  let status = 0;
  try {
    terminal.note(paragraph(announcement(documents, models), terminal.layout));
    for (const kind of kinds) {
      const exitStatus =
        kind === 'rules'
          ? await draftRules({ ...drafting, ...rulesToDraft(config, drafting) })
          : await draftIntoFile({ ...drafting, kind: ROW_KINDS[kind], config });
      status = Math.max(status, exitStatus);
    }
  } finally {
    await models.close();
  }
  return status;
}

const ROW_KINDS = { questions: QUESTIONS, facts: FACTS };
type Kind = keyof typeof ROW_KINDS | 'rules';

/**
 * Returns the kinds of rows whose file the configuration names and that does not exist. Rules are
 * lacking if none of them has a request. Returns questions if nothing is lacking.
 */
async function kindsLacking(config: Config, root: string): Promise<Kind[]> {
  const isLacking = (file: string) =>
    config.tests.some(({ data }) => data.source === file) && !existsSync(path.resolve(root, file));
  const kinds: Kind[] = [];
  if (isLacking(DRAFTED_QUESTIONS)) kinds.push('questions');
  if (isLacking(DRAFTED_FACTS)) kinds.push('facts');
  if (await isProposedRules(config, root)) kinds.push('rules');
  return kinds.length > 0 ? kinds : ['questions'];
}

/** True if the rules of the gate are those that `init` wrote, without a request for any. */
async function isProposedRules({ tests }: Config, root: string): Promise<boolean> {
  const rules = tests.find(({ test }) => test.name === 'rules')?.rules ?? [];
  if (rules.length === 0 || rules.some(({ ask }) => ask !== undefined)) return false;
  const text = await readFile(path.resolve(root, RULES_FILE), 'utf8').catch(() => '');
  return text === rulesFileText(rules.map(({ rule }) => rule));
}

/** Returns the prompt from which rules are drafted, and the file for them. */
function rulesToDraft(
  config: Config,
  { options, documents }: Pick<DraftCommand, 'options' | 'documents'>,
): { prompt: DocumentText; file?: { name: string; replaces: boolean } } {
  if (options.kind === undefined) {
    const shippedPrompt = config.prompts['system_prompt'] ?? config.prompts['prompt'];
    const prompt = { name: shippedPrompt?.file ?? 'the prompt', text: shippedPrompt?.text ?? '' };
    return { prompt, file: { name: RULES_FILE, replaces: true } };
  }
  const [prompt, ...furtherDocuments] = documents;
  if (prompt === undefined || furtherDocuments.length > 0)
    throw usageError('--kind rules reads one prompt', 'Name the file of the prompt that you ship.');
  if (options.out === undefined) return { prompt };
  return { prompt, file: { name: options.out, replaces: options.force } };
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
  { keptCount: kept, dropCounts: dropped, unreadable }: Drafted,
  { name, rows, requests }: { name: string; rows: number; requests: number },
): string {
  const sentences = [
    `Wrote ${formatNumber(kept)} of ${quantity(rows, 'row')} to ${name}, with ${quantity(requests, 'request')}.`,
  ];
  const reasons = [...dropped].toSorted(([, a], [, b]) => b - a);
  if (reasons.length > 0)
    sentences.push(`Dropped: ${reasons.map(([why, times]) => `${times} (${why})`).join(', ')}.`);
  if (unreadable.length > 0)
    sentences.push(`The model wrote no JSON for ${unreadable.slice(0, 5).join(', ')}.`);
  return sentences.join(' ');
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
