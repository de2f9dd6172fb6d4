import type { Config } from '../config/config.ts';
import { STANCE_CASES, STANCE_READER } from '../engine/judges/stance.ts';
import { distinctBy } from '../engine/lists.ts';
import { STANCES } from '../engine/methods/reading.ts';
import type { Model } from '../engine/model.ts';
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
  /** A sentence on the limit of tokens, or on a judge whose reply cannot be read. */
  note?: string;
  problem?: ProblemInWords;
}

interface Target {
  role: EndpointCheck['role'];
  settings: Settings;
  ask: (meter: Meter) => Promise<ObservedAnswer>;
}

type ObservedAnswer = Pick<EndpointCheck, 'received' | 'note'>;

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
  for (const target of targetsOf(config, connection)) {
    const check = await checkEndpoint(target, connection, options);
    onDone(check);
    checks.push(check);
  }
  return checks;
}

function targetsOf({ model, embeddings, tests }: Config, connection: Connection): Target[] {
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
    const ask = async (meter: Meter) => {
      return askJudge(await createModel(disableRetries(judge), connection, meter));
    };
    targets.push({ role: 'judge', settings: judge, ask });
  }
  return targets;
}

/** Returns the settings with which a check ends after one attempt. */
function disableRetries<T extends { retries: number }>(settings: T): T {
  return { ...settings, retries: 0 };
}

/** Asks three known cases, one of each stance: the reply of a judge may be unreadable. */
async function askJudge(judge: Model): Promise<ObservedAnswer> {
  const observed: ObservedAnswer = {};
  let rightCount = 0;
  const cases = STANCES.flatMap(
    (stance) => STANCE_CASES.find((knownCase) => knownCase.stance === stance) ?? [],
  );
  for (const { stance, ...texts } of cases) {
    let reply = '';
    const judgement = await STANCE_READER.read(texts, async (prompt, format) => {
      const { text } = await judge.answer(prompt, format);
      reply = text;
      return removeThinking(text) ?? text;
    });
    if ('failure' in judgement)
      observed.note ??= `${judgement.failure.message} It replied: ${quoted(reply)}.`;
    else if (judgement.reading === stance) rightCount += 1;
  }
  return { ...observed, received: `${rightCount} of ${cases.length} known cases right` };
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
