import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.js';
import { readsOfData } from '../config/keys/asking.js';
import { templateFilesOf } from '../config/template-files.js';
import { findFiles } from '../data/files.js';
import { loadSamples, type DataOptions } from '../data/index.js';
import { GateError } from '../errors.js';
import { isFileOfTheRepository } from './repository-data.js';
import { WEAKENS } from './weakening.js';

/** Folders with the files of the two commits. */
interface Roots {
  base: string;
  head: string;
}

export interface WeakenedData {
  told: string[];
  /** What could not be compared, a sentence each. */
  unknown: string[];
}

/** How the files that the base's rules read (rows, baselines, prompts for a judge) are others in the head. */
export async function weakenedData(rules: Config, roots: Roots): Promise<WeakenedData> {
  const found: WeakenedData = { told: [], unknown: [] };
  for (const { test, data, asking } of rules.tests) {
    if (!isFileOfTheRepository(data.source)) continue;
    const rowsBelow = (root: string) =>
      rowsOf({ ...data, ...readsOfData({ test, asking }), limit: undefined, root, within: root, seed: 0 });
    const [old, now] = [await rowsBelow(roots.base), await rowsBelow(roots.head)];
    if (!old) {
      found.unknown.push(`Whether the rows of ${test.name} are others is not known: the base's ${data.source} cannot be read.`);
      continue;
    }
    // What the head took away, or broke, it took out.
    found.told.push(...compareRows(old, now ?? []).map((what) => `${WEAKENS} ${test.name}: ${what(data.source)}.`));
  }
  const baselines = rules.tests.flatMap(({ compare }) => compare?.report ?? []).filter(isFileOfTheRepository);
  for (const file of new Set(baselines)) {
    const [old, now] = [await textOf(file, roots.base), await textOf(file, roots.head)];
    if (old !== now) found.told.push(`${WEAKENS} the baseline ${file} is another.`);
  }
  for (const file of new Set(templateFilesOf(rules))) {
    const [old, now] = [await textOf(file, roots.base), await textOf(file, roots.head)];
    // One that the base does not have is none of its rules.
    if (old !== undefined && old !== now) found.told.push(`${WEAKENS} the evaluation template ${file} is another.`);
  }
  return found;
}

interface Row {
  /** File and line: from them chance draws what is done to a row. */
  source: string;
  /** What is asked. */
  text: string;
  /** What is right, or expected. */
  key: string;
}

type Sentence = (source: string) => string;

/** Each row is looked for as it is, wherever it moved, and as often as it is there: copies of an easy row are new rows too. */
function compareRows(old: readonly Row[], now: readonly Row[]): Sentence[] {
  const asked = ({ text }: Row) => text;
  const [lost, added] = [missing(old, now, asked), missing(now, old, asked)];
  const rekeyed = missing(old, now, ({ text, key }) => JSON.stringify([text, key])) - lost;
  const fresh = added === 0 ? '' : `, ${added} ${added === 1 ? 'is' : 'are'} new`;
  const told: Sentence[] = [];
  if (lost > 0) told.push((source) => `${lost} of ${old.length} rows of ${source} are removed or changed${fresh}`);
  else if (added > 0) told.push((source) => `${added} ${added === 1 ? 'row is' : 'rows are'} added to the ${old.length} of ${source}`);
  if (rekeyed > 0) {
    told.push(
      (source) => `another answer is right, or expected, in ${rekeyed} of the ${old.length} rows of ${source}, which ask what they did`,
    );
  }
  if (told.length > 0) return told;
  const isMoved = old.some(({ source, text }, i) => now[i]!.source !== source || now[i]!.text !== text);
  return isMoved ? [(source) => `the rows of ${source} stand in other places, so that chance draws otherwise`] : [];
}

/** How many of some rows are not among others, by what is the same of both. */
function missing(some: readonly Row[], others: readonly Row[], by: (row: Row) => string): number {
  const there = Map.groupBy(others, by);
  return [...Map.groupBy(some, by)].reduce((sum, [row, copies]) => sum + Math.max(0, copies.length - (there.get(row)?.length ?? 0)), 0);
}

/** Undefined where the data cannot be read, which the evaluation says where it matters. */
async function rowsOf(options: DataOptions): Promise<Row[] | undefined> {
  return quietly(async () => {
    const { samples } = await loadSamples(options);
    const rows = samples.map(({ source, ...row }) => ({
      source,
      text: JSON.stringify([row.text, row.options, row.perturbed, row.placebo]),
      key: JSON.stringify([row.truth, row.answer, row.negated_answer, row.expect, row.perturbed_answer, row.perturbed_truth, row.cluster]),
    }));
    // Rows with a key come in the order in which they are asked, which hangs on the key.
    return rows.sort((one, other) => (one.source < other.source ? -1 : 1));
  });
}

/** The same care as for data: a file below the root, no link out of it, of a size that may be read. */
async function textOf(source: string, root: string): Promise<string | undefined> {
  return quietly(async () => {
    const { files } = await findFiles({ source, root, within: root, seed: 0 });
    return readFile(files[0]!.path, 'utf8');
  });
}

async function quietly<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GateError) return undefined;
    throw error;
  }
}
