import { evaluationSettings, scorerSettings } from '../../src/engine/settings.ts';
import { prepare } from '../../src/engine/prepare.ts';
import type { FinishedTest } from '../../src/engine/report.ts';
import { runTest, type TestResult } from '../../src/engine/run.ts';
import { createSubject, type Prompts } from '../../src/engine/subject.ts';
import type { Answer, Model } from '../../src/engine/model.ts';
import type { Judge } from '../../src/engine/judge/judge.ts';
import type { Row, Unfit } from '../../src/engine/row.ts';
import type { TestSetup, Test, Tools } from '../../src/engine/test.ts';
import { materialIn, type Material } from '../support/scripted-judge.ts';
import { times } from '../support/times.ts';

/** A model that is a function over the prompt, with the number of its requests. */
export interface Scripted extends Model {
  requests: number;
}

export function scripted(
  answer: (
    prompt: string,
    nth: number,
    system?: string,
  ) => string | Answer | Promise<string | Answer>,
  more: Partial<Model> = {},
): Scripted {
  const model: Scripted = {
    hub: 'test',
    name: 'scripted',
    requests: 0,
    ...more,
    async answer(prompt, { nth = 0, system } = {}) {
      model.requests += 1;
      const result = await answer(prompt, nth, system);
      return typeof result === 'string' ? { text: result } : result;
    },
  };
  return model;
}

/** A model that gives the same answer to every prompt. */
export const saying = (answer: string | Answer) => scripted(() => answer);

export const SETUP: TestSetup<object> = {
  options: {},
  seed: 42,
  ...evaluationSettings.parse({}),
  ...scorerSettings.parse({}),
};

interface Ran extends TestResult {
  finished: FinishedTest;
  leftOut: readonly Unfit[];
  problems: string[];
  requests: number;
}

interface Runs {
  setup?: Partial<TestSetup<object>>;
  tools?: Partial<Tools>;
  base?: Model;
  prompts?: Prompts;
  comparisons?: number;
}

/** Runs a test on a model as the gate does. */
export async function ran(
  test: Test<never> | Test,
  rows: readonly Row[],
  model: Scripted,
  { setup = {}, tools = {}, base, prompts, comparisons = 1 }: Runs = {},
): Promise<Ran> {
  const whole = { ...SETUP, ...setup } as TestSetup;
  const anyTest = test as Test;
  const { cases, must, leftOut, rates, problems } = prepare(anyTest, rows, whole);
  const { alpha, beta } = whole;
  const comparison = base && { delta: 0.1, comparisons, alpha, beta };
  const plan = { cases, must, rates, alpha, beta, isObserved: anyTest.isObserved, comparison };
  const run = {
    test: anyTest,
    tools: { ...whole, ...tools },
    plan,
    leftOut,
    head: createSubject(model, prompts),
    base: base && createSubject(base, prompts),
  };
  const result = await runTest(run);
  const finished = { run, result };
  return { ...result, finished, leftOut, problems, requests: model.requests };
}

export const states = ({ must, rows }: TestResult): string[] =>
  [...must, ...rows].map(({ head }) => ('state' in head ? head.state : `error: ${head.kind}`));

/** A calibrated judge with a reply for each rubric. It counts the answers that it reads. */
export function trustedJudge(
  replies: Record<string, (input: Material) => object>,
): Judge & { reads: number } {
  const judge = {
    reads: 0,
    read: async ({ name }: { name: string }, input: never) => {
      judge.reads += 1;
      const reply = replies[name];
      if (!reply) throw new Error(`no reply to ${name}`);
      return { reason: '', ...reply(input) };
    },
    ensureCalibrated: async () => {},
    ask: async (prompt: string, { name }: { name: string }) =>
      JSON.stringify(await judge.read({ name }, materialIn(prompt) as never)),
  };
  return judge as unknown as Judge & { reads: number };
}

const SUBJECTS = ['otter', 'falcon', 'salmon', 'beaver', 'lizard', 'spider', 'badger', 'walrus'];

/** Questions in which one option is right (A to D in turn), or all but one. */
export function questions(count: number): Row[] {
  return times(count, (i): Row => {
    const right = 'ABCD'[i % 4]!;
    const isMost = i % 8 > 3;
    const labels = isMost ? [...'ABCD'].filter((label) => label !== right) : [right];
    const options = [...'ABCD'].map((label) => `${label}. ${SUBJECTS[i % 8]} ${i} ${label}`);
    return {
      source: `questions.jsonl:${i + 1}`,
      text: `Which of these is the pick for number ${i}?`,
      options: options.join('\n'),
      key: { labels },
    };
  });
}

export function statements(count: number): Row[] {
  return times(count, (i): Row => ({
    source: `statements.jsonl:${i + 1}`,
    text: `The number ${i} is ${i % 2 === 0 ? 'larger' : 'smaller'} than ${i - 1}.`,
    key: { truth: i % 2 === 0 },
  }));
}

export const texts = (count: number, more: Partial<Row> = {}): Row[] =>
  times(count, (i) => ({
    source: `t:${i}`,
    text: `Where is parcel ${i}?`,
    ...more,
  }));

const numberIn = (text: string) => /number (\d+)/.exec(text)?.[1];

/** Answers the rows of `questions` and `statements` by their keys, and reads each "not". */
export function knowing(rows: readonly Row[]): Scripted {
  const keys = new Map(rows.map(({ text, key }) => [numberIn(text), key]));
  return scripted((prompt) => {
    const key = keys.get(numberIn(prompt));
    const [line = ''] = /.*number.*/.exec(prompt) ?? [];
    const isNegated = line.includes(' not ');
    if (key && 'truth' in key) return key.truth === isNegated ? 'False' : 'True';
    if (!key || 'words' in key) return 'I do not know.';
    return [...'ABCD'].filter((label) => key.labels.includes(label) !== isNegated).join(', ');
  });
}
