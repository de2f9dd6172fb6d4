import type { Failure } from '../engine/breaker.js';
import type { CalibrationStore } from '../engine/judges/judges.js';
import type { Model } from '../engine/model.js';
import type { Spoken } from '../engine/recall.js';
import type { Calibration } from '../engine/results.js';
import { runShare, type Shared } from '../engine/share.js';
import { judgesOf } from '../engine/begin.js';
import type { Share } from '../engine/parse-share.js';
import type { AnyRun } from '../engine/methods/test-run.js';
import { idOf, packed, Seal, shardText, type SaidInShard, type ShardBody, type ShardContent } from '../trust/shard-file.js';
import { identityOfRun, endStore } from './run-store.js';
import { baseRulesOf, recallBefore, type Answered } from './base-rules.js';
import { asked, askingOf, haltedNotice, openRun } from './open-run.js';
import type { EvaluateOptions, Evaluation } from './options.js';
import { paceNotices } from './budget.js';
import { sentBy } from './results.js';
import { servedBy, servedTogether } from './served.js';

export interface ShardPart {
  /** `shard-3-of-10.json`. */
  file: string;
  share: Share;
  rows: number;
  /** Rows with an error. */
  failed: number;
  body: ShardContent;
  /** Returns the text of the file. The body must hold no key. @throws DataError if it is too large */
  sealed: (body: ShardContent) => string;
}

export interface ShardEvaluation extends Evaluation {
  /** Absent after an error before any row, and for a skipped run. */
  part?: ShardPart;
}

/** Asks one share of the rows. The merge of all shards decides. */
export async function evaluateShard(options: EvaluateOptions & { share: Share }): Promise<ShardEvaluation> {
  const second = await baseRulesOf(options);
  // The merge reports why the base's rules cannot be read.
  if (second === undefined || 'error' in second) return evaluateShardOnce(options);
  const { share } = options;
  const base = await evaluateShardOnce({ ...second.options, share });
  const head = await evaluateShardOnce(options, base.answered);
  if (!head.part || !base.part) return head;
  return { ...head, part: { ...head.part, body: { ...head.part.body, base_rules: base.part.body } } };
}

interface ShardOnce extends ShardEvaluation {
  part?: ShardPart & { body: ShardBody };
  answered?: Answered;
}

async function evaluateShardOnce(options: EvaluateOptions & { share: Share }, before?: Answered): Promise<ShardOnce> {
  const { share, onProgress } = options;
  return openRun(options, async (run): Promise<ShardOnce> => {
    const { config, tests, models, meter, store, need, keys } = run;
    const { known, calibrations } = recordingStore(models.calibrations, tests);
    const asking = { ...askingOf(run, need.check), share };
    const recall = before && recallBefore(before, run);
    const ending = await asked(run, options, async () => ({
      shared: await runShare(asking, { ...models, calibrations, recall }, onProgress),
    }));
    if ('problem' in ending) return { config, results: run.ended({ ending, usage: meter }) };
    const { shared } = ending;
    const notices = [...endStore(store, errorsOf(shared)), ...haltedNotice(run), ...paceNotices(config.concurrency, share)];
    const body: ShardBody = {
      sensitivity_shard: 1,
      shard: share,
      run: identityOfRun(run, options),
      said: repliesIn(shared.spoken),
      calibrations: known,
      usage: { ...sentBy(meter), ...servedTogether(servedBy(models)), duration_ms: Date.now() - run.started.getTime() },
      notices,
    };
    return {
      config,
      results: run.ended({ ending: NOTHING_DECIDED, notices: [...run.notices, ...notices], usage: meter }),
      answered: { config, tests, models, spoken: shared.spoken },
      part: {
        file: `shard-${share.index}-of-${share.of}.json`,
        share,
        rows: shared.rows,
        failed: shared.failed,
        body,
        sealed: (clean) => shardText(clean, new Seal(keys)),
      },
    };
  });
}

/** A shard has no verdict: its results carry usage and notices only. */
const NOTHING_DECIDED = { run: { outcome: 'skipped' as const, report: [], results: [], not_applicable: [] } };

/** Errors that decide whether a later run resumes this one. */
function errorsOf({ rows, spoken }: Shared) {
  const errors = spoken.answers.flatMap(({ said }) => ('kind' in said ? [{ error: said }] : []));
  // A share without rows is complete.
  return rows === 0 || errors.length > 0 ? errors : [{}];
}

function repliesIn({ answers, judges, classifiers, embeddings }: Spoken): SaidInShard[] {
  return [
    ...answers.map(({ subject: by, key, said }) =>
      entry({ by, key, said }, ({ text, loss, measured }) => ({
        text,
        ...(loss !== undefined && { loss }),
        ...(measured && { measured }),
      })),
    ),
    ...judges.map(({ nth, key, said }) => entry({ by: `judge ${nth}`, key, said }, (text) => ({ text }))),
    ...classifiers.map(({ nth, key, said }) => entry({ by: `classifier ${nth}`, key, said }, (scores) => ({ scores }))),
    ...embeddings.map(({ key, said }) => entry({ by: 'embedding', key, said }, (vector) => ({ vector: packed(vector) }))),
  ];
}

type Value = Pick<SaidInShard, 'text' | 'loss' | 'measured' | 'vector' | 'scores'>;

function entry<T>({ by, key, said }: { by: string; key: string; said: T | Failure }, of: (said: T) => Value): SaidInShard {
  const id = idOf(key);
  return isFailure(said) ? { by, id, error: { kind: said.kind, message: said.message } } : { by, id, ...of(said) };
}

/** A classifier's label may have any name, so the text `message` identifies a failure. */
function isFailure(said: unknown): said is Failure {
  return typeof said === 'object' && said !== null && 'message' in said && typeof said.message === 'string';
}

/** Wraps the store and records the calibrations that it reads and writes, for the shard's file. */
function recordingStore(store: CalibrationStore | undefined, tests: readonly AnyRun[]) {
  const known: ShardBody['calibrations'][number][] = [];
  const record = (judge: Model, version: string, calibration: Calibration) => {
    known.push({ judge: judgesOf(tests).indexOf(judge), version, calibration });
  };
  const calibrations: CalibrationStore = {
    async read(judge, version) {
      const found = await store?.read(judge, version);
      if (found) record(judge, version, found);
      return found;
    },
    async write(judge, version, calibration) {
      record(judge, version, calibration);
      await store?.write(judge, version, calibration);
    },
  };
  return { known, calibrations };
}
