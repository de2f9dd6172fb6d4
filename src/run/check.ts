import { finalText } from '../engine/final-text.ts';
import { calibrate } from '../engine/judge/calibrate.ts';
import { askOnce } from '../engine/judge/judge.ts';
import { allCases } from '../engine/must.ts';
import { promptsFor, type Prompts } from '../engine/subject.ts';
import { RowError, type Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import { createEmbedder, createModel, type Door } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import { openRun, promptsOf, withRun, type OpenTest, type RunOptions } from './connect.ts';
import { rubricsOf } from './expected.ts';

/** All that a run would send, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/** Sends nothing. @throws GateError as the run would, for a cap that is too low as well */
export async function planRun(judged: Judged, options: RunOptions) {
  const { config } = judged;
  // What a base takes is counted, whether or not there is one.
  const base = { name: 'the base', commit: '', config };
  return withRun({ ...judged, base }, options, async (run) => {
    run.isPlan = true;
    const { tests, names, expected } = await openRun(run);
    const example = exampleOf(tests, promptsOf(config.subject, names));
    return { ...run.results, expected, tests, example, asked: sectionsOf(config, tests) };
  });
}

/** The first case as it is sent; undefined for one that is too long. */
function exampleOf(tests: readonly OpenTest[], prompts: Prompts) {
  const [first] = tests.flatMap(({ run }) => allCases(run.plan));
  if (!first) return undefined;
  const [arm = ''] = Object.keys(first.arms);
  try {
    return { source: first.row.source, ...promptsFor(prompts)(first, arm) };
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

export interface PlannedSection {
  section: Door['section'];
  settings: ModelSettings;
  rubric?: Rubric;
}

/** The models that a run asks, each once; a judge by a rubric of a test that asks it. */
function sectionsOf({ subject, embeddings }: Config, tests: readonly OpenTest[]): PlannedSection[] {
  const sections: Record<string, PlannedSection> = {
    model: { section: 'model', settings: subject.model },
  };
  for (const { judge, run } of tests) {
    const cost = run.test.cost(run.tools);
    const [rubric] = allCases(run.plan).flatMap((one) => rubricsOf(one, cost));
    if (rubric && judge) sections[canonical(judge)] = { section: 'judge', settings: judge, rubric };
  }
  if (embeddings) sections.embeddings = { section: 'embeddings', settings: embeddings };
  return Object.values(sections);
}

const KNOWN_CASES = 3;

/** Asks a model once, without a second attempt; a judge three known cases. */
export async function answerOf(
  { section, settings, rubric }: PlannedSection,
  door: Door,
  system?: string,
) {
  const once = { ...settings, retries: 0 };
  if (section === 'embeddings') {
    const embedder = await createEmbedder(once, door);
    await embedder.embed(['yes']);
    return { text: 'It answered.' };
  }
  const model = await createModel(once, door);
  if (rubric) {
    const few = { ...rubric, cases: rubric.cases.slice(0, KNOWN_CASES) };
    const { right, total, firstFailure = '' } = await calibrate(few, model.name, askOnce(model));
    const text = `It read ${right} of ${total} test answers right. ${firstFailure}`;
    return { text, isFit: right === total };
  }
  // A model without reasoning answers it in a few tokens.
  const { text, filter } = await model.answer('Is water wet? Answer with yes or no.', { system });
  const shown = filter ?? finalText(text);
  return { text: 'It answered:', answer: shown ?? text, isFit: shown !== filter };
}
