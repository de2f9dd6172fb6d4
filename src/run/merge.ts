import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../engine/breaker.js';
import type { CalibrationStore } from '../engine/judges/judges.js';
import { judgesOf } from '../engine/begin.js';
import { mayGate } from '../engine/judges/calibration.js';
import { questionKey } from '../engine/ask.js';
import type { Recollection } from '../engine/recall.js';
import type { RunModels, RunOptions } from '../engine/run.js';
import { questionsByShare } from '../engine/share.js';
import { MOST_SHARES } from '../engine/parse-share.js';
import { DataError } from '../errors.js';
import { idOf, readShardFile, Seal, unpacked, type SaidInShard, type ShardBody } from '../trust/shard-file.js';
import { quoted } from '../json.js';
import { differenceBetween, PARTS } from './run-store.js';
import { usageInReport } from './results.js';
import { servedTogether } from './served.js';

interface MergeOptions {
  /** Absolute: the folder of the shards' files, or of the folders of their artifacts. */
  folder: string;
  /** Identity of the run that the shards must belong to. */
  run: Readonly<Record<string, string>>;
  /** Keys that the files must be sealed with. */
  keys: readonly string[];
  asking: Pick<RunOptions, 'tests' | 'seed' | 'baseTemplate'>;
  models: RunModels;
  /** Reads the shards' answers to the second run, by the rules of the base. */
  isSecondRun: boolean;
}

const REMEDY =
  'Merge the files that the shards of this very run wrote (their output `shard-file`), with the same inputs and keys as they had.';
const NAME = /^shard-\d{1,3}-of-\d{1,3}\.json$/;

type ShardFile = { name: string; body: ShardBody };

function refusal(name: string) {
  return (what: string, cause?: unknown) => new DataError(`this shard cannot be merged: ${what}`, { where: name, remedy: REMEDY, cause });
}

/** Reads the shards of one run as hostile input. The rows of a missing shard are in error. @throws DataError */
export async function mergeShards({ folder, run, keys, asking, models, isSecondRun }: MergeOptions) {
  const files: ShardFile[] = [];
  const seal = new Seal(keys);
  // In sequence: a file may have 50 MB.
  for (const name of await shardsIn(folder)) {
    const { base_rules, ...own } = await readShardFile(path.join(folder, name), seal, refusal(name));
    const body = isSecondRun ? base_rules : own;
    if (body === undefined) throw refusal(name)('it has no answers for the rules of the base');
    files.push({ name, body });
  }
  checkOneRun(files, run);
  const [{ body: first }] = files as [ShardFile];
  const { of } = first.shard;
  const found = new Map(files.map((file) => [file.body.shard.index, file]));
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !found.has(index));
  const shareOf = new Map(
    questionsByShare({ ...asking, of }, models).map(({ subject, question, share }) => [
      placeOf(subject, idOf(questionKey(question))),
      share,
    ]),
  );
  const inOrder = [...found.values()].sort((a, b) => a.body.shard.index - b.body.shard.index);
  const replies = repliesByPlace(inOrder, shareOf);
  const bodies = inOrder.map(({ body }) => body);
  const silence = (share: number | undefined) => ({
    kind: 'shard',
    message:
      share !== undefined && missing.includes(share)
        ? `Shard ${share} of ${of} is missing.`
        : `Shard ${share ?? '?'} of ${of} has no answer to this question.`,
  });
  const replyOr = <T>(by: string, key: string, valueIn: (one: SaidInShard) => T | undefined): T | Failure => {
    const place = placeOf(by, idOf(key));
    const one = replies.get(place);
    return one?.error ?? (one && valueIn(one)) ?? silence(shareOf.get(place));
  };
  const recall: Recollection = {
    answer: (subject) => (key) => replyOr(subject, key, answerIn),
    judge: (nth) => (key) => replyOr(`judge ${nth}`, key, ({ text }) => text),
    classifier: (nth) => (key) => replyOr(`classifier ${nth}`, key, ({ scores }) => scores),
    embedding: (key) => replyOr('embedding', key, ({ vector }) => (vector === undefined ? undefined : unpacked(vector))),
  };
  return {
    recall,
    calibrations: calibrationsIn(bodies, asking),
    shards: { of, missing },
    usage: {
      ...usageInReport(...bodies.map(({ usage }) => usage)),
      ...servedTogether(...bodies.map(({ usage }) => usage.served)),
      duration_ms: Math.max(...bodies.map(({ usage }) => usage.duration_ms)),
    },
    notices: [...noticesOf(bodies), ...(seal.isSecret ? [] : [UNSEALED])],
    warnings: missingWarning(missing, of),
  };
}

function noticesOf(bodies: readonly ShardBody[]): string[] {
  const common = bodies[0]!.notices.filter((notice) => bodies.length > 1 && bodies.every(({ notices }) => notices.includes(notice)));
  const own = bodies.flatMap(({ shard: { index, of }, notices }) =>
    notices.filter((notice) => !common.includes(notice)).map((notice) => `Shard ${index} of ${of}: ${notice}`),
  );
  return [...common, ...own];
}

const UNSEALED =
  'No key seals what the shards wrote, since the model is asked without one: anyone who can write an artifact of this run could have written it.';

function missingWarning(missing: readonly number[], of: number): string[] {
  if (missing.length === 0) return [];
  const which = missing.length === 1 ? `Shard ${missing[0]} of ${of} is` : `${missing.length} of ${of} shards are`;
  const names = missing.length === 1 ? '' : ` (${missing.join(', ')})`;
  return [`${which} missing${names}: the rows are in error, and a run that is not whole is no pass. Run the failed jobs again.`];
}

/** @throws DataError for a folder without shards */
async function shardsIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  if (names.length > 0 && names.length <= MOST_SHARES) return names;
  const [what, remedy] =
    names.length === 0
      ? ['there is no file of a shard: every shard is missing', `${REMEDY} They are named shard-3-of-10.json.`]
      : [`there are ${names.length} files of shards, and a run has ${MOST_SHARES} at most`, REMEDY];
  throw new DataError(what, { where: folder, remedy });
}

export async function hasShards(folder: string): Promise<boolean> {
  return (await namesIn(folder)).length > 0;
}

/** Returns the shards' files in a folder and one level below; none if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  const list = async (at: string) =>
    readdir(at, { withFileTypes: true }).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw new DataError('the folder with the shards cannot be read', { where: folder, remedy: REMEDY, cause });
    });
  const entries = await list(folder);
  const below = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => (await list(path.join(folder, name))).map((entry) => ({ entry, name: path.join(name, entry.name) }))),
  );
  const all = [...entries.map((entry) => ({ entry, name: entry.name })), ...below.flat()];
  return all
    .filter(({ entry }) => !entry.isDirectory() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

function checkOneRun(files: readonly ShardFile[], run: MergeOptions['run']): void {
  // A merge may run in another workflow run than its shards; in a terminal the commit may be unknown.
  const ignored = ['run_id', ...(run['commit'] ? [] : ['commit'])];
  const [first] = files;
  const seen = new Map<number, string>();
  for (const { name, body } of files) {
    const refuse = refusal(name);
    const difference = differenceBetween(run, body.run, ignored);
    if (difference !== undefined) throw refuse(`it is of another run, with ${PARTS[difference]}`);
    const among = differenceBetween(first!.body.run, body.run);
    if (among !== undefined) throw refuse(`it is of another run than ${quoted(first!.name)}, with ${PARTS[among]}`);
    if (body.shard.of !== first!.body.shard.of)
      throw refuse(`it is one of ${body.shard.of} shards, and ${quoted(first!.name)} one of ${first!.body.shard.of}`);
    const twin = seen.get(body.shard.index);
    if (twin !== undefined) throw refuse(`shard ${body.shard.index} is there twice, in ${quoted(twin)} too`);
    seen.set(body.shard.index, name);
  }
}

function placeOf(by: string, id: string): string {
  return `${by} ${id}`;
}

/** Collects all replies by question. @throws DataError if a shard answers twice, or for rows of another shard */
function repliesByPlace(files: readonly ShardFile[], shareOf: ReadonlyMap<string, number>): Map<string, SaidInShard> {
  const known = new Map<string, SaidInShard>();
  for (const { name, body } of files) {
    const own = new Set<string>();
    for (const one of body.said) {
      const place = placeOf(one.by, one.id);
      if (own.has(place)) throw refusal(name)('it answers a question twice');
      own.add(place);
      const share = shareOf.get(place);
      if ((one.by === 'head' || one.by === 'base') && share !== body.shard.index)
        throw refusal(name)(
          share === undefined ? 'it answers a question that the run does not ask' : `it answers for rows of shard ${share}`,
        );
      // Two shards may ask judges and embeddings the same question about equal answers: the first reply counts.
      if (!known.has(place)) known.set(place, one);
    }
  }
  return known;
}

function answerIn({ text, loss, measured }: SaidInShard) {
  if (text === undefined) return undefined;
  return { text, ...(loss !== undefined && { loss }), ...(measured && { measured }) };
}

/** Each shard calibrates its judges by itself. The worst calibration counts. */
function calibrationsIn(bodies: readonly ShardBody[], { tests }: Pick<RunOptions, 'tests'>): CalibrationStore {
  const all = bodies.flatMap(({ calibrations }) => calibrations);
  return {
    read: async (judge, version) => {
      const nth = judgesOf(tests).indexOf(judge);
      const own = all.filter((one) => one.judge === nth && one.version === version).map(({ calibration }) => calibration);
      return own.find((calibration) => !mayGate(calibration)) ?? own.sort((a, b) => a.right / a.total - b.right / b.total)[0];
    },
    write: async () => undefined,
  };
}
