import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { itemAt, range } from '../engine/lists.ts';
import { MAX_SHARDS } from '../engine/verdict/shard.ts';
import { resultsSchema, type Results, type Usage } from '../engine/results.ts';
import type { RunModels, RunOptions } from '../engine/run.ts';
import { joinShards } from '../engine/verdict/shards.ts';
import { DataError, systemCode } from '../errors.ts';
import { quoted } from '../json.ts';
import {
  checkSchema,
  parseHostileJson,
  readHostileText,
  Seal,
  type Refuse,
} from '../trust/hostile-file.ts';
import { addUsageCounts, mergeServed } from './results.ts';
import { DIFFERENCES_IN_WORDS, differenceBetween, type RunIdentity } from './run-store.ts';

const REMEDY =
  'Merge the files that the shards of this very run wrote (their output `shard-file`), with the same inputs and keys as they had.';
const SHARD_FILE_NAME = /^shard-\d{1,3}-of-\d{1,3}\.json$/;

type ShardReport = Pick<Results, 'report' | 'results' | 'usage'> & {
  name: string;
  shard: NonNullable<Results['shard']>;
};

function mergeError(name: string, fault: string, cause?: unknown): DataError {
  const message = `this report cannot be merged: ${fault}`;
  return new DataError(message, { where: name, remedy: REMEDY, cause });
}

/**
 * Reads a sealed report, whose rows are as its shard wrote them.
 * @throws DataError
 */
async function readShard(absolute: string, name: string, seal: Seal): Promise<Results> {
  const refuse: Refuse = (fault, cause) => mergeError(name, fault, cause);
  const text = await readHostileText(absolute, refuse);
  return checkSchema(resultsSchema, parseHostileJson(seal.open(text, refuse), refuse), refuse);
}

interface MergeOptions {
  /** Absolute: the folder of the shards' files, or of the folders of their artifacts. */
  folder: string;
  identity: RunIdentity;
  keys: readonly string[];
  isSecondRun: boolean;
}

/**
 * Reads the reports of the shards, puts their rows together and decides. Asks no model.
 * @throws DataError
 */
export async function mergeShards(
  options: RunOptions,
  models: RunModels,
  { folder, identity, keys, isSecondRun }: MergeOptions,
) {
  const seal = new Seal(keys);
  const shardReports: ShardReport[] = [];
  // In sequence: a file may have 50 MiB.
  for (const name of await requireShardFilesIn(folder)) {
    const headReport = await readShard(path.join(folder, name), name, seal);
    const report = isSecondRun ? headReport.base_rules : headReport;
    if (!report || 'error' in report || !report.shard)
      throw mergeError(name, 'it has no rows of a shard for the rules of this run');
    shardReports.push({ ...report, name, shard: report.shard });
  }
  const firstReport = itemAt(shardReports, 0);
  checkOneRun(firstReport, shardReports, identity);
  const { of: shardCount } = firstReport.shard;
  const reports = new Map(shardReports.map((report) => [report.shard.index, report]));
  const missing = range(shardCount, 1).filter((index) => !reports.has(index));
  const refuse = (index: number, fault: string) =>
    mergeError(reports.get(index)?.name ?? folder, fault);
  const notices = shardNotices(shardReports, shardCount);
  if (!seal.isSecret) notices.push(UNSEALED);
  return {
    run: joinShards(options, models, { shardCount, reports, refuse }),
    shards: { of: shardCount, missing },
    usage: totalUsage(shardReports.map(({ usage }) => usage)),
    notices,
    warnings: missingWarning(missing, shardCount),
  };
}

/** Returns the usage of all shards, which run at the same time. */
function totalUsage(usages: readonly Usage[]): Usage {
  return {
    ...addUsageCounts(...usages),
    served: mergeServed(...usages.map(({ served }) => served)),
    duration_ms: Math.max(...usages.map(({ duration_ms }) => duration_ms)),
  };
}

function shardNotices(reports: readonly ShardReport[], shardCount: number): string[] {
  const shards = reports.map(({ shard }) => shard).toSorted((a, b) => a.index - b.index);
  return shards.flatMap(({ index, notices }) =>
    notices.map((notice) => `Shard ${index} of ${shardCount}: ${notice}`),
  );
}

const UNSEALED =
  'No key seals the reports of the shards, since the model is asked without one: anyone who can write an artifact of this run could have written them.';

function missingWarning(missing: readonly number[], shardCount: number): string[] {
  if (missing.length === 0) return [];
  const isOne = missing.length === 1;
  const missingShards = isOne
    ? `Shard ${missing[0]} of ${shardCount} is`
    : `${missing.length} of ${shardCount} shards are`;
  const indexes = isOne ? '' : ` (${missing.join(', ')})`;
  return [
    `${missingShards} missing${indexes}: the rows are in error, and an incomplete run cannot pass. Run the failed jobs again.`,
  ];
}

/** @throws DataError for a folder without shards */
async function requireShardFilesIn(folder: string): Promise<string[]> {
  const names = await shardFilesIn(folder);
  // With more files than shards, a shard appears twice.
  if (names.length > 0) return names.slice(0, MAX_SHARDS + 1);
  const remedy = `${REMEDY} They are named shard-3-of-10.json.`;
  throw new DataError('no shard file was found', {
    where: folder,
    remedy,
  });
}

export async function hasShards(folder: string): Promise<boolean> {
  return (await shardFilesIn(folder)).length > 0;
}

/** Returns the paths of the shards' files from the folder; none if there is no folder. */
async function shardFilesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => SHARD_FILE_NAME.test(entry.name) && !entry.isDirectory())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();
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
  { name: firstName, shard: firstShard }: ShardReport,
  reports: readonly ShardReport[],
  identity: RunIdentity,
): void {
  // A merge may run in another workflow run than its shards; in a terminal the commit may be
  // unknown.
  const ignored: (keyof RunIdentity)[] = ['run_id'];
  if (!identity.commit) ignored.push('commit');
  const namesByIndex = new Map<number, string>();
  for (const { name, shard } of reports) {
    const difference = differenceBetween(identity, shard.run, ignored);
    if (difference !== undefined)
      throw mergeError(name, `it belongs to another run, with ${DIFFERENCES_IN_WORDS[difference]}`);
    const differenceFromFirst = differenceBetween(firstShard.run, shard.run);
    if (differenceFromFirst !== undefined)
      throw mergeError(
        name,
        `it belongs to another run than ${quoted(firstName)}, with ${DIFFERENCES_IN_WORDS[differenceFromFirst]}`,
      );
    const { index, of: shardCount } = shard;
    if (shardCount !== firstShard.of)
      throw mergeError(
        name,
        `it is one of ${shardCount} shards, and ${quoted(firstName)} one of ${firstShard.of}`,
      );
    if (index > shardCount)
      throw mergeError(name, `its index ${index} is above its number of shards ${shardCount}`);
    const twin = namesByIndex.get(index);
    if (twin !== undefined)
      throw mergeError(name, `shard ${index} appears twice; the other copy is ${quoted(twin)}`);
    namesByIndex.set(index, name);
  }
}
