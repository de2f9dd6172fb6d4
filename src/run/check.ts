import { allCases } from '../engine/must.ts';
import type { TestRun } from '../engine/run.ts';
import { promptsFor, type Prompts } from '../engine/subject.ts';
import { RowError, type Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import type { Door } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import { openRun, promptsOf, withRun, type OpenTest, type RunOptions } from './connect.ts';
import { rubricsOf } from './expected.ts';

/** What a run would send, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/** Sends nothing. @throws GateError as the run would, for a cap that is too low as well */
export async function planRun(judged: Judged, options: RunOptions) {
  const { config } = judged;
  // What a base takes is counted, whether or not there is one.
  const base = { name: 'the base', commit: '', config };
  return withRun({ ...judged, base }, options, async (run) => {
    run.isPlan = true;
    const { tests, names, expected } = await openRun(run);
    const prompts = promptsOf(config.subject, names);
    const planned = tests.map((test) => ({ ...test, example: exampleOf(test.run, prompts) }));
    const asked = sectionsOf(config, tests);
    return { ...run.results, expected, tests: planned, asked };
  });
}

/** The first case as it is sent; undefined for one that is too long. */
function exampleOf({ plan }: TestRun, prompts: Prompts) {
  const [first] = allCases(plan);
  if (!first) return undefined;
  const [arm = ''] = Object.keys(first.arms);
  try {
    const { system = '', prompt } = promptsFor(prompts)(first, arm);
    return { source: first.row.source, text: `${system}\n${prompt}`.trim() };
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

/** What a run asks, each once; a judge by a rubric of a test that asks it. */
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
