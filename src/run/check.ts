import { createPromptRenderer, type Prompts } from '../engine/subject.ts';
import { RowError } from '../engine/row-error.ts';
import { canonical } from '../shared/json.ts';
import type { Config } from '../config/config.ts';
import type { ModelSection } from '../models/try-model.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { openRun, promptsOf, withRun, type OpenTest, type RunOptions } from './connect.ts';
import { prepareTests } from './prepare.ts';

/** The questions and requests of a run, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/**
 * Prepares a run, and sends nothing. @throws GateError as the run would, also for a cap that is too
 * low
 */
export async function planRun(ruling: Ruling, options: RunOptions) {
  const { config } = ruling;
  return withRun(
    // Counts the requests to a base, even without one: the head takes its place. The commit of this
    // base is never read.
    { ...ruling, base: { name: 'the base', commit: '', config } },
    { ...options, isDryRun: true },
    async (state) => {
      const { tests, names, facts, expected } = await openRun(state, await prepareTests(ruling));
      return {
        ...state.results,
        facts,
        expected,
        tests,
        example: firstRequest(tests, promptsOf(config.subject, names)),
        asked: listModels(config, tests),
      };
    },
  );
}

/** The first request of a run; undefined if its prompt is too long to be sent. */
function firstRequest(tests: readonly OpenTest[], prompts: Prompts) {
  const [first] = tests.flatMap(({ run }) => [...run.plan.must, ...run.plan.cases]);
  const [arm = ''] = Object.keys(first?.arms ?? {});
  try {
    return first && { source: first.row.source, ...createPromptRenderer(prompts)(first, arm) };
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

/** Lists each model that a run asks once. */
function listModels({ subject, embeddings }: Config, tests: readonly OpenTest[]) {
  const sections: Record<string, ModelSection> = {
    model: { section: 'model', settings: subject.model },
  };
  for (const { judge, run } of tests)
    if (judge && run.test.cost(run.tools).reads > 0)
      sections[canonical(judge)] = { section: 'judge', settings: judge };
  if (embeddings) sections.embeddings = { section: 'embeddings', settings: embeddings };
  return Object.values(sections);
}
