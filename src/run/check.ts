import { rubricPrompt } from '../engine/judge/ask.ts';
import { allCases } from '../engine/must.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject } from '../engine/subject.ts';
import type { Model, Rubric } from '../engine/types.ts';
import { canonical } from '../json.ts';
import { hostOf } from '../models/index.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import { judgeSettings, Models, openRun, promptsOf, withDoor, type OpenTest } from './connect.ts';
import { eachForecast, refuseLowCap, rubricsOf, totalOf } from './expected.ts';
import { prepareTests } from './prepare.ts';
import type { RunOptions } from './types.ts';

/** What a run would send, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/** OpenAI's rule of thumb: a token of English has about four letters. Bytes, for other scripts. */
const BYTES_PER_TOKEN = 4;

/** Sends nothing. @throws GateError as the run would, for a cap that is too low as well */
export async function planRun(judged: Judged, options: RunOptions) {
  const { config, warnings, notices } = judged;
  return withDoor(config, options, async (door) => {
    const prepared = await prepareTests(judged);
    const opened = await openRun(judged, prepared, new Models({ ...door, isPlan: true }));
    refuseLowCap(config, { left: config.maxRequests, tests: opened.tests });
    const { expected } = opened;
    const prompts = promptsOf(config.subject, prepared.columns);
    const planned = opened.tests.map(async (test) => {
      return { ...test, examples: await examplesOf(test.run, prompts) };
    });
    const tests = await Promise.all(planned);
    const texts = tests.flatMap(({ examples }) => examples.map(({ text }) => text));
    const asked = sectionsOf(judged, opened.tests);
    // Two judges share their requests.
    const firsts = new Map(asked.toReversed().map((one) => [one.section, one]));
    const sections = [...firsts.values()].reverse().map((one) => {
      const { section, rubric } = one;
      const questions = rubric?.cases.map(({ input }) => rubricPrompt(rubric, input));
      const requests = eachForecast((forecast) => expected[forecast][section]);
      const promptTokens = Math.ceil(requests.most * meanTokens(questions ?? texts));
      return { ...namesOf(one), requests, promptTokens };
    });
    return {
      tests,
      asked,
      sections: sections.filter(({ requests }) => requests.most > 0),
      /** All sections. */
      requests: eachForecast((forecast) => totalOf(expected[forecast])),
      data: prepared.data,
      warnings,
      notices: [...config.notices, ...notices, ...prepared.notices, ...opened.notices],
    };
  });
}

type Prompts = ReturnType<typeof promptsOf>;

const EXAMPLE_CASES = 20;

/** What the first cases send, told by a model that answers nothing. */
async function examplesOf({ test, tools, plan }: TestRun, prompts: Prompts) {
  const examples: { source: string; text: string }[] = [];
  for (const one of allCases(plan).slice(0, EXAMPLE_CASES)) {
    const { source } = one.row;
    const echo: Model = {
      hub: 'reference',
      name: 'echo',
      answer(prompt, { system = '' } = {}) {
        examples.push({ source, text: `${system}\n${prompt}`.trim() });
        return Promise.resolve({ text: '' });
      },
    };
    const readNothing = { ...tools, judge: undefined };
    const observed = test.observe(one, createSubject(echo, prompts), readNothing);
    // An answer that cannot be read is no failure here, nor a model that gives no probabilities.
    await observed.catch(() => undefined);
    if (examples.at(-1)?.source !== source)
      for (const text of Object.values(one.arms)) examples.push({ source, text });
  }
  return examples;
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
  const named = sections.map((one) => [canonical([one.section, one.settings]), one] as const);
  return [...new Map(named).values()];
}

export function namesOf({ section, settings }: PlannedSection) {
  return { section, name: `${settings.hub}/${settings.name}`, host: hostOf(settings) };
}

function meanTokens(texts: readonly string[]): number {
  return Buffer.byteLength(texts.join('')) / BYTES_PER_TOKEN / Math.max(1, texts.length);
}
