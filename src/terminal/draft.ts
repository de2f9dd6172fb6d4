import path from 'node:path';
import { configOf } from '../config/rules.js';
import { connectDraftModels, type DraftModels } from '../run/draft-models.js';
import { draftRows, type Drafted } from '../draft/draft.js';
import type { DraftKind } from '../draft/draft-kind.js';
import { readDocuments, type DocumentText } from '../draft/documents.js';
import { FACTS } from '../draft/facts.js';
import { jsonObjectIn } from '../draft/json-reply.js';
import { piecesOf } from '../draft/pieces.js';
import { QUESTIONS } from '../draft/questions.js';
import { openRowsFile, piecesWithoutRows, type IfThere } from '../draft/rows-file.js';
import { RULES_FORMAT, rulesIn, promisesPrompt, rulesYaml } from '../draft/rules.js';
import { ConfigError, ModelError } from '../errors.js';
import { quoted } from '../json.js';
import { wayInside } from '../path-safety.js';
import { makeFolder } from '../run/safe-files.js';
import { counted, number } from '../report/story/words.js';
import { EXIT, paragraph, type CommandLine, type Terminal } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import { usageError, type Options } from './options.js';
import { writeFiles } from './output-files.js';

const ROWS = 40;

/**
 * Drafts rows or rules from documents. Exit status 3 where fewer than half of the wanted rows
 * stand, or the requests broke off; what was written stays.
 */
export async function runDraft(
  { options, words }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const documents = await readDocuments(terminal.root, words);
  // Rows of a set on the command line serve no purpose here.
  const asked = await evaluateOptions({ ...options, data: undefined }, terminal);
  const config = configOf(asked.config.rules, asked.config.path);
  const models = await connectDraftModels(config, asked);
  const stop = () => void models.close();
  try {
    const drafting = { options, documents, models, terminal };
    if (options.kind === 'rules') return await draftRules(drafting);
    const kind = options.kind === 'facts' ? FACTS : QUESTIONS;
    return await draftIntoFile({ ...drafting, kind, seed: config.seed });
  } finally {
    stop();
  }
}

interface DraftCommand {
  options: Options;
  documents: readonly DocumentText[];
  models: DraftModels;
  terminal: Terminal;
}

async function draftIntoFile({
  kind,
  seed,
  options,
  documents,
  models,
  terminal,
}: DraftCommand & { kind: DraftKind; seed: number }): Promise<number> {
  const { note, layout } = terminal;
  const rows = options.rows ?? ROWS;
  const name = options.out ?? `evals/${kind.name}.csv`;
  const file = await placeFor(name, terminal.root);
  const written = await openRowsFile(file, { name, kind, ifThere: ifThereOf(options) });
  const pieces = piecesWithoutRows(piecesOf(documents), written.passages);
  if (pieces.length === 0) {
    note(`Every part of these documents has rows in ${name} already.\n`);
    return 0;
  }
  const most = Math.ceil(rows * kind.surplus) * kind.checks + 2 * pieces.length;
  note(
    paragraph(
      `${announcement(documents, models)} About ${number(most)} requests at most for ${counted(rows, 'row')}.`,
      layout,
    ),
  );
  const drafted = await draftRows({
    kind,
    pieces,
    rows,
    seed,
    write: models.write,
    check: models.check,
    onRow: async (row) => {
      await written.add(row);
    },
  });
  note(paragraph(summary(drafted, { name, rows, requests: models.requests }), layout));
  note(paragraph(nextStep(kind, name), layout));
  if (drafted.failure)
    throw new ModelError(`The requests broke off: ${drafted.failure.message}`, {
      kind: 'network',
      remedy: `The rows so far are in ${name}. Correct that, and continue with --add.`,
    });
  return drafted.kept * 2 < rows ? EXIT.error : 0;
}

/** The absolute path of a file below this folder. @throws ConfigError for one that is not */
async function placeFor(name: string, root: string): Promise<string> {
  const inside = wayInside(root, path.resolve(root, name));
  if (inside === undefined || path.extname(name).toLowerCase() !== '.csv')
    throw usageError(
      `--out ${name} is no CSV file below this folder`,
      'Write --out evals/rows.csv.',
    );
  const file = path.resolve(root, inside);
  await makeFolder(path.dirname(file), { checkout: root, where: '--out' });
  return file;
}

function ifThereOf({ add, force }: Options): IfThere {
  if (add) return 'add';
  return force ? 'replace' : 'refuse';
}

function announcement(documents: readonly DocumentText[], { hosts }: DraftModels): string {
  const size = documents.reduce((all, { text }) => all + text.length, 0);
  return `${counted(documents.length, 'document')} with ${number(size)} characters ${documents.length === 1 ? 'goes' : 'go'} to ${hosts.join(' and ')}.`;
}

function summary(
  { kept, dropped, unreadable }: Drafted,
  { name, rows, requests }: { name: string; rows: number; requests: number },
): string {
  const sentences = [
    `Wrote ${number(kept)} of ${counted(rows, 'row')} to ${name}, with ${counted(requests, 'request')}.`,
  ];
  const reasons = [...dropped].toSorted(([, a], [, b]) => b - a);
  if (reasons.length > 0)
    sentences.push(`Dropped: ${reasons.map(([why, times]) => `${times} (${why})`).join(', ')}.`);
  if (unreadable.length > 0)
    sentences.push(`The model wrote no JSON for ${unreadable.slice(0, 5).join(', ')}.`);
  return sentences.join(' ');
}

function nextStep({ name, columns: [, key] }: DraftKind, file: string): string {
  const test = name === 'facts' ? 'add_negation' : 'answers';
  return `Read the rows and write your name into the column reviewed. Then gate them: \`${test}: { data: { source: ${file}, columns: { fill: { context: passage } } } }\`, where the prompt has {context}; the column ${key} holds what is right.`;
}

async function draftRules({ options, documents, models, terminal }: DraftCommand): Promise<number> {
  const { note, print, layout, root } = terminal;
  const [first, ...others] = documents;
  if (first === undefined || others.length > 0)
    throw usageError('--kind rules reads one prompt', 'Name the file of the prompt that you ship.');
  note(paragraph(announcement(documents, models), layout));
  const prompt = promisesPrompt(first.text);
  let reply: Record<string, unknown> | undefined;
  for (const attempt of [prompt, `${prompt}\n\nYour last answer was not this JSON object.`]) {
    const text = await models.write(attempt, RULES_FORMAT);
    if (typeof text !== 'string')
      throw new ModelError(text.message, {
        kind: 'network',
        remedy: 'Run `sensitivity doctor`, then ask again.',
      });
    reply = jsonObjectIn(text);
    if (reply) break;
  }
  if (reply === undefined)
    throw new ConfigError('the model wrote no JSON', {
      where: first.name,
      remedy: 'Name a stronger one with --model.',
    });
  const { rules, dropped } = rulesIn(reply, first.text);
  if (dropped.size > 0)
    note(
      paragraph(
        `Dropped: ${[...dropped].map(([why, times]) => `${times} (${why})`).join(', ')}.`,
        layout,
      ),
    );
  if (rules.length === 0) {
    note(paragraph(`No promise was found in ${quoted(first.name)}.`, layout));
    return EXIT.error;
  }
  const text = rulesYaml(rules);
  if (options.out === undefined) print(`\n${text}`);
  else {
    const otherwise = 'name another file with --out';
    await writeFiles([{ name: options.out, text }], {
      root,
      force: options.force,
      command: 'draft',
      otherwise,
    });
    note(`Wrote ${options.out}.\n`);
  }
  const where = options.out === undefined ? 'Paste them' : `Name the file`;
  note(
    paragraph(
      `${where} under \`tests.sensitivity.rules.rules\`${options.out === undefined ? '' : ` as \`{ file: ${options.out} }\``}, after reading each: they become rules of the gate.`,
      layout,
    ),
  );
  return 0;
}
