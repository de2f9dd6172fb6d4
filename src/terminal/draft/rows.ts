import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { DocumentText } from '../../draft/documents.ts';
import type { DraftKind } from '../../draft/draft-kind.ts';
import { draftRows, REPEATED, type DraftResult, type DroppedRows } from '../../draft/draft.ts';
import { piecesOf } from '../../draft/pieces.ts';
import { openRowsFile, piecesToAsk, type IfThere } from '../../draft/rows-file.ts';
import { ModelError } from '../../errors.ts';
import { quotedWhole } from '../../json.ts';
import { wayInside } from '../../path-safety.ts';
import { oneLine } from '../../report/story/truncate.ts';
import { quantity, formatNumber, sentenceCase } from '../../report/story/words.ts';
import type { DraftModels } from '../../run/draft-models.ts';
import { makeFolder } from '../../run/safe-files.ts';
import { EXIT, paragraph, type Terminal } from '../command.ts';
import { usageError, type Options } from '../options.ts';

const ROWS = 40;

interface RowsCommand {
  kind: DraftKind;
  config: Config;
  options: Options;
  documents: readonly DocumentText[];
  models: DraftModels;
  terminal: Terminal;
}

/**
 * Drafts rows of one kind into their file. Exit status 3 if fewer than half of the wanted rows were
 * written. @throws ModelError where the requests broke off
 */
export async function draftIntoFile({
  kind,
  config,
  options,
  documents,
  models,
  terminal,
}: RowsCommand): Promise<number> {
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
  if (drafted.failure) throw brokenOff(drafted.failure, drafted.keptCount, name);
  return drafted.keptCount * 2 < rows ? EXIT.error : 0;
}

function brokenOff({ message }: { message: string }, keptCount: number, name: string): ModelError {
  const remedy =
    keptCount === 0
      ? 'Correct that, and draft again.'
      : `The rows so far are in ${name}. Correct that, and continue with --add.`;
  return new ModelError(`The requests broke off: ${message}`, { kind: 'network', remedy });
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

function summary(
  { keptCount: kept, dropped, unreadable }: DraftResult,
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
