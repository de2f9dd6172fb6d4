import type { Finished } from '../engine/report.ts';
import { runTest, type TestRun } from '../engine/run.ts';
import type { Subject, Tools } from '../engine/types.ts';
import { GateError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { SubjectConfig } from '../config/config.ts';
import type { Models } from './connect.ts';
import type { PreparedTest, PreparedTests } from './prepare.ts';
import type { Judged, Judgement } from '../trust/judged.ts';

/** A test whose models are connected: nothing is sent yet. */
export interface OpenTest {
  prepared: PreparedTest;
  run: TestRun;
}

export interface OpenTests {
  tests: OpenTest[];
  head: Subject;
  base?: Subject;
  notices: string[];
}

interface Opening {
  judged: Judged;
  judgement: Judgement;
  prepared: PreparedTests;
  models: Models;
  log?: (line: string) => void;
}

/** Connects what the tests ask. @throws ConfigError */
export async function openTests(opening: Opening): Promise<OpenTests> {
  const { judgement, prepared, models } = opening;
  const { subject } = judgement.config;
  const head = await models.subject(subject, prepared.columns);
  const base = await openBase(opening, head);
  const compared = prepared.tests.filter(({ config }) => config.compare).length;
  const tests: OpenTest[] = [];
  for (const test of prepared.tests) {
    const { config, setup, prepared: made } = test;
    const tools = await toolsOf(test, opening);
    const { alpha, beta } = setup;
    const run: TestRun = {
      test: config.test,
      tools,
      plan: { cases: made.cases, rates: made.rates, alpha, beta },
      leftOut: made.leftOut,
      head,
    };
    if (config.test.isObserved) run.plan.isObserved = true;
    if (config.compare && base.subject) {
      const delta = config.compare.maxRegression;
      run.base = base.subject;
      run.plan.comparison = { delta, comparisons: compared, alpha, beta };
    }
    tests.push({ prepared: test, run });
  }
  return { tests, head, base: base.subject, notices: base.notices };
}

/** The base's subject; a notice where it cannot be asked. One that is the head's is the same. */
async function openBase(
  { judged, judgement, prepared, models }: Opening,
  head: Subject,
): Promise<{ subject?: Subject; notices: string[] }> {
  const { base } = judged;
  if (!base) return { notices: [] };
  if (isSameSubject(base.subject, judgement.config.subject)) return { subject: head, notices: [] };
  try {
    return { subject: await models.subject(base.subject, prepared.columns), notices: [] };
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    const why = error.message.replace(/\.$/, '');
    return { notices: [`Not compared with ${base.name}: ${why}. The rates alone decide.`] };
  }
}

/** True where both send the same to the same model. */
export function isSameSubject(a: SubjectConfig, b: SubjectConfig): boolean {
  return subjectAsSent(a) === subjectAsSent(b);
}

/** What is sent and to which model, for a comparison; `written` may bring texts to one form. */
export function subjectAsSent(
  { model, prompt, system_prompt: system, variables }: SubjectConfig,
  written = (text?: string) => text,
): string {
  const { timeout: _timeout, retries: _retries, ...settings } = model;
  const texts = Object.entries(variables).map(([name, { text }]) => [name, written(text)]);
  return canonical([settings, written(prompt?.text), written(system?.text), texts]);
}

/** The same for two subjects that differ in white space only. */
export function looseSubject(subject: SubjectConfig): string {
  return subjectAsSent(subject, (text) => text?.replaceAll(/\s+/g, ' ').trim());
}

async function toolsOf(
  { config, setup }: PreparedTest,
  { judged, judgement, models, log }: Opening,
): Promise<Tools> {
  const tools: Tools = { ...setup };
  const judge = await models.judgeOf(config, judged.self);
  if (judge) tools.judge = judge;
  const { embeddings } = judgement.config;
  if (embeddings && config.test.isObserved) tools.embed = await models.embedder(embeddings);
  if (log && setup.metric?.verbose_mode) tools.log = log;
  return tools;
}

/** Asks all tests at once: the endpoints give each request its turn. */
export function askTests(tests: readonly OpenTest[], onRow?: () => void): Promise<Finished[]> {
  return Promise.all(
    tests.map(async ({ prepared, run }): Promise<Finished> => {
      const result = await runTest({ ...run, onRow });
      return { run, result, isAdvisory: prepared.config.isAdvisory };
    }),
  );
}
