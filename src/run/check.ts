import { allCases } from '../engine/must.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject, type Prompts } from '../engine/subject.ts';
import { RowError, type Model, type Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import {
  openModels,
  openRun,
  promptsOf,
  withDoor,
  type OpenTest,
  type RunOptions,
} from './connect.ts';
import { rubricsOf } from './expected.ts';
import { prepareTests } from './prepare.ts';

/** What a run would send, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/** Sends nothing. @throws GateError as the run would, for a cap that is too low as well */
export async function planRun(judged: Judged, options: RunOptions) {
  const { config, warnings, notices } = judged;
  return withDoor(config, options, async (door) => {
    const prepared = await prepareTests(judged);
    const opened = await openRun(judged, prepared, openModels({ ...door, isPlan: true }));
    const prompts = promptsOf(config.subject, prepared.columns);
    const planned = opened.tests.map(async (test) => {
      return { ...test, example: await exampleOf(test.run, prompts) };
    });
    return {
      tests: await Promise.all(planned),
      asked: sectionsOf(config, opened.tests),
      requests: opened.expected,
      warnings,
      notices: [...config.notices, ...notices, ...prepared.notices, ...opened.notices],
    };
  });
}

/** What the first case sends first, told by a model that answers nothing. */
async function exampleOf({ test, tools, plan }: TestRun, prompts: Prompts) {
  const [first] = allCases(plan);
  if (!first) return undefined;
  const sent: string[] = [];
  const echo: Model = {
    hub: 'reference',
    name: 'echo',
    async answer(prompt, { system = '' } = {}) {
      sent.push(`${system}\n${prompt}`.trim());
      throw new RowError('budget', 'A plan sends nothing.');
    },
  };
  // An answer that does not come is no failure here.
  await test.observe(first, createSubject(echo, prompts), tools).catch(() => undefined);
  const [text = ''] = [...sent, ...Object.values(first.arms)];
  return { source: first.row.source, text };
}

export type PlannedSection =
  | { section: 'model' | 'judge'; settings: ModelSettings; rubric?: Rubric }
  | { section: 'embeddings'; settings: EndpointSettings; rubric?: undefined };

/** What a run asks, each once; a judge by a rubric of a test that asks it. */
function sectionsOf({ subject, embeddings }: Config, tests: readonly OpenTest[]): PlannedSection[] {
  const sections: PlannedSection[] = [{ section: 'model', settings: subject.model }];
  const judges: Record<string, PlannedSection> = {};
  for (const { judge, run } of tests) {
    const cost = run.test.cost(run.tools);
    const [rubric] = allCases(run.plan).flatMap((one) => rubricsOf(one, cost));
    if (rubric && judge) judges[canonical(judge)] = { section: 'judge', settings: judge, rubric };
  }
  sections.push(...Object.values(judges));
  if (embeddings) sections.push({ section: 'embeddings', settings: embeddings });
  return sections;
}
