import { allCases } from '../engine/must.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject, type Prompts } from '../engine/subject.ts';
import type { Model, Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import {
  judgeSettings,
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
      asked: sectionsOf(judged, opened.tests),
      requests: opened.expected,
      warnings,
      notices: [
        ...config.notices,
        ...notices,
        ...prepared.facts,
        ...prepared.notices,
        ...opened.notices,
      ],
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
      return { text: '' };
    },
  };
  const readNothing = { ...tools, judge: undefined };
  // An answer that cannot be read is no failure here, nor a model that gives no probabilities.
  await test.observe(first, createSubject(echo, prompts), readNothing).catch(() => undefined);
  const [text = ''] = [...sent, ...Object.values(first.arms)];
  return { source: first.row.source, text };
}

export type PlannedSection =
  | { section: 'model' | 'judge'; settings: ModelSettings; rubric?: Rubric }
  | { section: 'embeddings'; settings: EndpointSettings; rubric?: undefined };

/** What a run asks, each once; a judge by a rubric of a test that asks it. */
function sectionsOf({ config, self }: Judged, tests: readonly OpenTest[]): PlannedSection[] {
  const sections: PlannedSection[] = [{ section: 'model', settings: config.subject.model }];
  for (const { config: rules, run } of tests) {
    const settings = judgeSettings(rules, self);
    const cost = run.test.cost(run.tools);
    const [rubric] = allCases(run.plan).flatMap((one) => rubricsOf(one, cost));
    if (rubric && settings) sections.push({ section: 'judge', settings, rubric });
  }
  if (config.embeddings) sections.push({ section: 'embeddings', settings: config.embeddings });
  const byKey = sections.map((one) => [canonical([one.section, one.settings]), one] as const);
  return [...new Map(byKey).values()];
}
