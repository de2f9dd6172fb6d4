import type { Config } from '../config/config.ts';
import { casesWithout } from '../engine/judges/calibration.ts';
import { STANCE_READER } from '../engine/judges/stance.ts';
import { distinctBy, sum } from '../engine/lists.ts';
import type { AnswerFormat, Model } from '../engine/model.ts';
import { limiter } from '../engine/asking/pool.ts';
import type { JudgeCalibration } from '../engine/scorers/scorer.ts';
import { GateError, ModelError } from '../errors.ts';
import { canonical, quoted } from '../json.ts';
import { removeThinking } from '../language/plain.ts';
import {
  createEmbedder,
  createModel,
  destinationOf,
  isLocal,
  keyVariablesOf,
  needsKey,
  type Connection,
  type Meter,
  type ModelSettings,
  type Settings,
} from '../models/index.ts';
import { roomOf, roomSentence, SHORT_QUESTION } from './answer-room.ts';
import { withCheckMeter } from './check-meter.ts';
import { connectionOf } from './connect-models.ts';
import { knownCasesByTest } from './known-cases.ts';
import type { EvaluateOptions } from './options.ts';
import type { ProblemInWords } from './validate.ts';

export interface EndpointCheck {
  role: 'model' | 'embeddings' | 'judge';
  hub: string;
  name: string;
  /** Absent for a model of this process, and if no address can be used. */
  endpoint?: string;
  /** The variable of the key and its state; absent for a hub without keys. */
  key?: { variable: string; isSet: boolean; isSent: boolean; isNeeded: boolean };
  /** Time from the request to the reply, in ms. */
  latency?: number;
  /** The reply in words: `a vector of 1536 numbers`. */
  received?: string;
  /** A sentence on the limit of tokens. */
  note?: string;
  problem?: ProblemInWords;
}

interface Target {
  role: EndpointCheck['role'];
  settings: Settings;
  ask: (meter: Meter) => Promise<ObservedAnswer>;
}

/** With a problem and `received`, the model answers, and is not fit for its role. */
type ObservedAnswer = Pick<EndpointCheck, 'received' | 'note' | 'problem'>;

/**
 * Asks each model of a run a known question, without retries.
 * @param onDone receives each check when it ends
 */
export async function checkEndpoints(
  config: Config,
  options: EvaluateOptions,
  onDone: (check: EndpointCheck) => void,
): Promise<EndpointCheck[]> {
  const connection = connectionOf(options, config);
  const checks: EndpointCheck[] = [];
  // In sequence, so that one request does not add to the latency of another.
  const knownCases = config.tests.some(({ judge }) => judge && !judge.isSelf)
    ? await knownCasesByTest(config, options)
    : new Map<string, readonly JudgeCalibration[]>();
  for (const target of targetsOf(config, connection, knownCases)) {
    const check = await checkEndpoint(target, connection, options);
    onDone(check);
    checks.push(check);
  }
  return checks;
}

function targetsOf(
  { model, embeddings, tests }: Config,
  connection: Connection,
  knownCases: ReadonlyMap<string, readonly JudgeCalibration[]>,
): Target[] {
  const isLoss = tests.every(
    ({ candidates }) => candidates.length === 1 && candidates[0]?.scorer.name === 'loss',
  );
  const targets: Target[] = [
    {
      role: 'model',
      settings: model,
      ask: (meter) => askModel(disableRetries(model), { connection, meter, isLoss }),
    },
  ];
  if (
    embeddings &&
    tests.some(({ candidates }) => candidates.some(({ scorer }) => scorer.embeds))
  ) {
    const ask = async (meter: Meter) => {
      const embedder = await createEmbedder(disableRetries(embeddings), connection, meter);
      const [vector = []] = await embedder.embed(['yes', 'no']);
      return { received: `a vector of ${vector.length} numbers` };
    };
    targets.push({ role: 'embeddings', settings: embeddings, ask });
  }
  const judges = tests.flatMap(({ judge }) => (judge && !judge.isSelf ? judge : []));
  for (const judge of distinctBy(judges, canonical)) {
    const judgedTests = tests.filter((test) => canonical(test.judge) === canonical(judge));
    const kinds = judgedTests.flatMap(({ test }) => knownCases.get(test.name) ?? []);
    const ask = async (meter: Meter) =>
      askJudge(await createModel(disableRetries(judge), connection, meter), kinds);
    targets.push({ role: 'judge', settings: judge, ask });
  }
  return targets;
}

/** Returns the settings with which a check ends after one attempt. */
function disableRetries<T extends { retries: number }>(settings: T): T {
  return { ...settings, retries: 0 };
}

const MOST_CASES = 3;
/** Most wrong verdicts of a judge that may gate. */
const MOST_WRONG = 1;

/** Asks three known cases of the kinds that the tests use: a judge may be wrong or unreadable. */
async function askJudge(
  judge: Model,
  neededKinds: readonly JudgeCalibration[],
): Promise<ObservedAnswer> {
  const distinctKinds = distinctBy(neededKinds, (kind) => kind.version()).slice(0, MOST_CASES);
  const kinds = distinctKinds.length > 0 ? distinctKinds : [STANCE_READER.calibration];
  const limit = limiter(1);
  const failures: unknown[] = [];
  const ask = (prompt: string, format: AnswerFormat) =>
    limit(async () => {
      // An endpoint that fails once is not asked the other cases.
      if (failures.length > 0) throw failures[0];
      const answer = await judge.answer(prompt, format).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
      return removeThinking(answer.text) ?? answer.text;
    });
  const calibrations = await Promise.all(
    kinds.map((kind, i) => {
      const count = Math.ceil((MOST_CASES - i) / kinds.length);
      return kind.withFewCases(count).run('judge', ask);
    }),
  );
  const right = sum(calibrations, (calibration) => calibration.right);
  const total = sum(calibrations, (calibration) => calibration.total);
  const received = `${right} of ${total} known cases right`;
  const unread = sum(calibrations, (calibration) => casesWithout(calibration, 'unreadable'));
  const [failure] = calibrations.flatMap(({ first_failure }) => first_failure ?? []);
  if (unread > 0)
    return unfit(
      received,
      `${unread} of ${total} verdicts cannot be read. ${failure ?? ''}`.trim(),
    );
  if (total - right > MOST_WRONG)
    return unfit(received, `The judge is wrong in ${total - right} of ${total} known cases.`);
  return { received };
}

function unfit(received: string, message: string): ObservedAnswer {
  const remedy =
    'Such a judge may not gate: a run calibrates it on 40 cases, and it needs 95 % of them. Name another one, a stronger one, in `evaluation.judge`.';
  return { received, problem: { name: 'ModelError', message, where: undefined, remedy } };
}

async function askModel(
  settings: ModelSettings,
  { connection, meter, isLoss }: { connection: Connection; meter: Meter; isLoss: boolean },
): Promise<ObservedAnswer> {
  const model = await createModel(settings, connection, meter);
  if (!isLoss) {
    const answer = await model.answer(SHORT_QUESTION);
    return { received: quoted(answer.text), note: roomSentence(roomOf(settings, answer)) };
  }
  const remedy = 'Take another scorer than `loss`, or another hub.';
  if (!model.loss)
    throw new ModelError(`The hub ${settings.hub} gives no log-probabilities.`, {
      kind: 'no_logprobs',
      remedy,
    });
  return { received: `a loss of ${(await model.loss(SHORT_QUESTION)).toFixed(3)} nats a token` };
}

async function checkEndpoint(
  { role, settings, ask }: Target,
  connection: Connection,
  { keys, keyNames = {}, proxy }: EvaluateOptions,
): Promise<EndpointCheck> {
  const { hub, name } = settings;
  const check: EndpointCheck = { role, hub, name };
  const variable = keyNames[role] ?? keyVariablesOf(hub)[0];
  if (variable !== undefined && !isLocal(settings)) {
    const isSet = keyNames[role] !== undefined || keys[hub] !== undefined;
    check.key = { variable, isSet, isSent: false, isNeeded: true };
  }
  try {
    const { endpoint, key } = destinationOf(settings, connection);
    check.endpoint = endpoint;
    if (check.key) {
      check.key.isSent = key !== undefined;
      check.key.isNeeded = needsKey(settings, connection);
    }
    await withCheckMeter(proxy, async (meter) => {
      const startedAt = performance.now();
      Object.assign(check, await ask(meter));
      check.latency = Math.round(performance.now() - startedAt);
    });
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const { name: errorName, message, where, remedy } = error;
    check.problem = { name: errorName, message, where, remedy };
  }
  return check;
}
