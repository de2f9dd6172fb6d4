import { readdir } from 'node:fs/promises';
import { MOST_SHARDS } from '../engine/parse-shard.js';
import { resultsSchema, type Results } from '../engine/results.js';
import type { RunModels, RunOptions } from '../engine/run.js';
import { joinShards } from '../engine/shards.js';
import { DataError, systemCode } from '../errors.js';
import { checked, parse, readHostileText, Seal, type Refuse } from '../trust/hostile-file.js';
import { quoted } from '../json.js';
import { differenceBetween, PARTS } from './run-store.js';
import { usageInReport, servedTogether } from './results.js';
import path from 'node:path';

const REMEDY =
  'Merge the files that the shards of this very run wrote (their output `shard-file`), with the same inputs and keys as they had.';
const NAME = /^shard-\d{1,3}-of-\d{1,3}\.json$/;

type ShardReport = Pick<Results, 'report' | 'results' | 'usage'> & {
  name: string;
  shard: NonNullable<Results['shard']>;
};

function refusal(name: string, what: string, cause?: unknown): DataError {
  const message = `this report cannot be merged: ${what}`;
  return new DataError(message, { where: name, remedy: REMEDY, cause });
}

/** Reads a sealed report, whose rows are as its shard wrote them. @throws DataError */
async function readShard(absolute: string, name: string, seal: Seal): Promise<Results> {
  const refuse: Refuse = (what, cause) => refusal(name, what, cause);
  const { text } = await readHostileText(absolute, refuse);
  return checked(resultsSchema, parse(seal.open(text, refuse), refuse), refuse);
}

interface MergeOptions {
  /** Absolute: the folder of the shards' files, or of the folders of their artifacts. */
  folder: string;
  identity: Readonly<Record<string, string>>;
  keys: readonly string[];
  isSecondRun: boolean;
}

/**
 * Reads the reports of the shards, puts their rows together and decides. Asks no model. @throws
 * DataError
 */
export async function mergeShards(
  options: RunOptions,
  models: RunModels,
  { folder, identity, keys, isSecondRun }: MergeOptions,
) {
  const seal = new Seal(keys);
  const shardReports: ShardReport[] = [];
  // In sequence: a file may have 50 MiB.
  for (const name of await shardsIn(folder)) {
    const own = await readShard(path.join(folder, name), name, seal);
    const read = isSecondRun ? own.base_rules : own;
    if (!read || 'error' in read || !read.shard)
      throw refusal(name, 'it has no rows of a shard for the rules of this run');
    shardReports.push({ ...read, name, shard: read.shard });
  }
  const first = shardReports[0]!;
  checkOneRun(first, shardReports, identity);
  const { of } = first.shard;
  const reports = new Map(shardReports.map((report) => [report.shard.index, report]));
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter(
    (index) => !reports.has(index),
  );
  const refuse = (index: number, what: string) => refusal(reports.get(index)?.name ?? folder, what);
  const usages = shardReports.map(({ usage }) => usage);
  const inOrder = shardReports.map(({ shard }) => shard).sort((a, b) => a.index - b.index);
  const notices = inOrder.flatMap((shard) =>
    shard.notices.map((notice) => `Shard ${shard.index} of ${of}: ${notice}`),
  );
  if (!seal.isSecret) notices.push(UNSEALED);
  return {
    run: joinShards(options, models, { shardCount: of, reports, refuse }),
    shards: { of, missing },
    usage: {
      ...usageInReport(...usages),
      served: servedTogether(...usages.map(({ served }) => served)),
      duration_ms: Math.max(...usages.map(({ duration_ms }) => duration_ms)),
    },
    notices,
    warnings: missingWarning(missing, of),
  };
}

const UNSEALED =
  'No key seals the reports of the shards, since the model is asked without one: anyone who can write an artifact of this run could have written them.';

function missingWarning(missing: readonly number[], of: number): string[] {
  if (missing.length === 0) return [];
  const which =
    missing.length === 1
      ? `Shard ${missing[0]} of ${of} is`
      : `${missing.length} of ${of} shards are`;
  const names = missing.length === 1 ? '' : ` (${missing.join(', ')})`;
  return [
    `${which} missing${names}: the rows are in error, and a run that is not whole is no pass. Run the failed jobs again.`,
  ];
}

/** @throws DataError for a folder without shards */
async function shardsIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  // With more files than shards, one shard is there twice.
  if (names.length > 0) return names.slice(0, MOST_SHARDS + 1);
  const remedy = `${REMEDY} They are named shard-3-of-10.json.`;
  throw new DataError('there is no file of a shard: every shard is missing', {
    where: folder,
    remedy,
  });
}

export const hasShards = async (folder: string): Promise<boolean> =>
  (await namesIn(folder)).length > 0;

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => NAME.test(path.basename(name))).sort();
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return [];
    throw new DataError('the folder with the shards cannot be read', {
      where: folder,
      remedy: REMEDY,
      cause,
    });
  }
}

/** @throws DataError for a report of another run, or for two of one shard */
function checkOneRun(
  first: ShardReport,
  reports: readonly ShardReport[],
  run: Readonly<Record<string, string>>,
): void {
  // A merge may run in another workflow run than its shards; in a terminal the commit may be
  // unknown.
  const ignored: string[] = ['run_id'];
  if (!run['commit']) ignored.push('commit');
  const seen = new Map<number, string>();
  for (const { name, shard } of reports) {
    const difference = differenceBetween(run, shard.run, ignored);
    if (difference !== undefined)
      throw refusal(name, `it is of another run, with ${PARTS[difference]}`);
    const among = differenceBetween(first.shard.run, shard.run);
    if (among !== undefined)
      throw refusal(name, `it is of another run than ${quoted(first.name)}, with ${PARTS[among]}`);
    const { index, of } = shard;
    if (of !== first.shard.of)
      throw refusal(
        name,
        `it is one of ${of} shards, and ${quoted(first.name)} one of ${first.shard.of}`,
      );
    if (index > of) throw refusal(name, `its index ${index} is above its number of shards ${of}`);
    const twin = seen.get(index);
    if (twin !== undefined)
      throw refusal(name, `shard ${index} is there twice, in ${quoted(twin)} too`);
    seen.set(index, name);
  }
}
