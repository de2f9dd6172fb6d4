import { finalText } from '../engine/final-text.ts';
import { calibrate } from '../engine/judge/calibrate.ts';
import type { Model } from '../engine/types.ts';
import { ConfigError, ModelError, orProblem, type GateError } from '../errors.ts';
import { canonical } from '../json.ts';
import { Endpoints } from '../models/endpoint.ts';
import { createEmbedder, createModel, type Door } from '../models/index.ts';
import { namesOf, type Plan, type PlannedSection } from '../run/check.ts';
import { doorOf } from '../run/connect.ts';
import type { RunOptions } from '../run/types.ts';
import type { Judged } from '../trust/judged.ts';

/** A short question, which a model without reasoning answers in a few tokens. */
const SHORT_QUESTION = 'Is water wet? Answer with yes or no.';
const KNOWN_CASES = 3;

/** What a model answered to one question, or why there is no answer. */
interface Answered {
  answer?: string;
  problem?: GateError;
  /** Of a judge: known cases right, of those asked. */
  knownCases?: { right: number; total: number };
  /** The answer ended at the limit of tokens, or shows reasoning: what to set. */
  room?: string;
}

export type Probe = Answered & ReturnType<typeof namesOf>;

/** Asks each model of a run a short question, one after another; a judge three known cases. */
export async function probeModels(
  { asked }: Plan,
  { config }: Judged,
  options: RunOptions,
): Promise<Probe[]> {
  const { env, signal } = options;
  const endpoints = new Endpoints({ concurrency: config.concurrency, env, signal });
  const door = doorOf(options, endpoints);
  const probes: Probe[] = [];
  try {
    for (const one of asked) {
      const { section, settings } = one;
      if (section === 'base' && canonical(settings) === canonical(config.subject.model)) continue;
      const answered = await orProblem(() => probe(one, door));
      probes.push({ ...namesOf(one), ...answered });
    }
    return probes;
  } finally {
    await endpoints.close();
  }
}

async function probe(
  { section, settings, rubric }: PlannedSection,
  door: Omit<Door, 'section'>,
): Promise<Answered> {
  // A check ends after one attempt.
  const retries = 0;
  if (section === 'embeddings') {
    const embedder = await createEmbedder({ ...settings, retries }, { ...door, section });
    const [vector = []] = await embedder.embed(['yes', 'no']);
    return { answer: `a vector of ${vector.length} numbers` };
  }
  const place: Door = { ...door, section: rubric ? 'judge' : 'model' };
  const model = await createModel({ ...settings, retries }, place);
  return rubric ? knownCases(model, rubric) : roomOf(model);
}

const ROOM =
  'Set `max_tokens` (or `max_completion_tokens`) to 1024 or more: the model reasons before it answers, or answers at length.';

async function roomOf(model: Model): Promise<Answered> {
  const cut = (error: unknown) => {
    if (error instanceof ModelError && error.kind === 'empty_answer')
      return { text: '', isCut: true };
    throw error;
  };
  const { text, isCut = false } = await model.answer(SHORT_QUESTION).catch(cut);
  const answer = finalText(text) ?? '';
  return isCut || answer !== text ? { answer, room: ROOM } : { answer };
}

async function knownCases(
  judge: Model,
  rubric: NonNullable<PlannedSection['rubric']>,
): Promise<Answered> {
  const few = { ...rubric, cases: rubric.cases.slice(0, KNOWN_CASES) };
  const { right, total, failed, firstFailure } = await calibrate(
    few,
    judge.name,
    async (prompt, format) => (await judge.answer(prompt, { format })).text,
  );
  if (failed === total)
    throw new ConfigError(firstFailure ?? 'The judge gives no answer.', {
      where: 'judge',
      remedy: 'Check the judge of the configuration, its address and its key.',
    });
  return { knownCases: { right, total } };
}
