import { calibrate } from '../engine/judge/calibrate.ts';
import { finalText } from '../engine/final-text.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import { createSubject } from '../engine/subject.ts';
import type { Case, KnownRubric, Model, Rubric } from '../engine/types.ts';
import { ConfigError, GateError, ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config, SubjectConfig } from '../config/config.ts';
import { Endpoints } from '../models/endpoint.ts';
import { createEmbedder, createModel, hostOf, MissingKeyError } from '../models/index.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import { openTests, type OpenTest } from './ask.ts';
import { doorOf, Models, promptsOf } from './connect.ts';
import { expectedRequests, totalOf, type AskedSection } from './expected.ts';
import { prepareTests } from './prepare.ts';
import { selfJudge } from './self-judge.ts';
import type { Plan, PlannedSection, PlannedTest, Probe, RunOptions } from './types.ts';

/** OpenAI's rule of thumb: a token of English has about four letters. Bytes, for other scripts. */
const BYTES_PER_TOKEN = 4;

/** What a run would send. Sends nothing. @throws GateError */
export async function planRun(judged: Judged, options: RunOptions): Promise<Plan> {
  const endpoints = endpointsOf(judged, options);
  try {
    const prepared = await prepareTests(judged);
    const models = new Models({
      ...doorOf(options, endpoints),
      isPlan: true,
    });
    const opened = await openTests({ judged, judgement: judged, prepared, models });
    const expected = expectedRequests(opened.tests, judged.base !== undefined);
    const sent = { subject: judged.config.subject, columns: prepared.columns };
    return {
      tests: await Promise.all(opened.tests.map((test) => plannedTest(test, sent))),
      sections: await sectionsOf(judged, opened.tests, expected),
      requests: totalOf(expected),
      data: prepared.data,
      warnings: judged.warnings,
      notices: [...judged.config.notices, ...judged.notices, ...prepared.notices],
    };
  } finally {
    await endpoints.close();
  }
}

function endpointsOf({ config }: Judged, options: RunOptions): Endpoints {
  const { env, signal } = options;
  return new Endpoints({ concurrency: config.concurrency, env, signal });
}

async function plannedTest(
  { prepared, run }: OpenTest,
  sent: { subject: SubjectConfig; columns: readonly string[] },
): Promise<PlannedTest> {
  const { config, setup, rowCount } = prepared;
  const [first] = run.plan.cases;
  const planned: PlannedTest = {
    name: config.test.name,
    minimum: setup.minPassRate,
    rows: rowCount,
    leftOut: run.leftOut.map(({ row, reason }) => ({ source: row.source, reason })),
    isAdvisory: config.isAdvisory,
  };
  if (first) planned.example = await exampleOf(run, first, sent);
  return planned;
}

/** What the first case sends, told by a model that answers nothing. */
async function exampleOf(
  { test, tools }: OpenTest['run'],
  first: Case,
  { subject, columns }: { subject: SubjectConfig; columns: readonly string[] },
): Promise<NonNullable<PlannedTest['example']>> {
  const example: NonNullable<PlannedTest['example']> = { source: first.row.source, prompt: '' };
  const model: Model = {
    hub: 'reference',
    name: 'echo',
    answer(prompt, { system } = {}) {
      if (example.prompt === '') Object.assign(example, { prompt, system });
      return Promise.resolve({ text: '' });
    },
  };
  const echo = createSubject(model, promptsOf(subject, columns));
  const observed = test.observe(first, echo, { ...tools, judge: undefined });
  // Nothing is read here, so an answer that cannot be read is no failure.
  await observed.catch(() => undefined);
  return example;
}

async function sectionsOf(
  judged: Judged,
  tests: readonly OpenTest[],
  expected: ReturnType<typeof expectedRequests>,
): Promise<PlannedSection[]> {
  const { config, base } = judged;
  const settings: Record<AskedSection, EndpointSettings | undefined> = {
    model: config.subject.model,
    base: base?.subject.model,
    judge: judgesOf(judged)[0],
    embeddings: config.embeddings,
  };
  const bytes = meanBytes(tests);
  return (['model', 'base', 'judge', 'embeddings'] as const).flatMap((section) => {
    const { [section]: model } = settings;
    const requests = expected[section];
    if (!model || requests.most === 0) return [];
    const tokens = (count: number) => Math.ceil((count * bytes) / BYTES_PER_TOKEN);
    const promptTokens = { pass: tokens(requests.pass), most: tokens(requests.most) };
    return [{ section, name: nameOf(model), host: hostOf(model), requests, promptTokens }];
  });
}

function nameOf({ hub, name }: EndpointSettings): string {
  return `${hub}/${name}`;
}

/** Mean length of what is asked, in bytes; prompts around it are the run's to add. */
function meanBytes(tests: readonly OpenTest[]): number {
  const texts = tests.flatMap(({ run }) =>
    run.plan.cases.flatMap(({ arms }) => Object.values(arms)),
  );
  const total = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return texts.length === 0 ? 0 : total / texts.length;
}

/** The judges of the tests, each once. */
function judgesOf(judged: Judged): ModelSettings[] {
  const judges = judged.config.tests.flatMap(({ judge }) => {
    if (judge === 'off') return [];
    return (judge === 'self' ? selfJudge(judged.self) : judge) ?? [];
  });
  return [...new Map(judges.map((judge) => [canonical(judge), judge])).values()];
}

/** A short question, which a model without reasoning answers in a few tokens. */
const SHORT_QUESTION = 'Is water wet? Answer with yes or no.';
const KNOWN_CASES = 3;

/** Asks each model of a run a short question, one after another; a judge three known cases. */
export async function probeModels(judged: Judged, options: RunOptions): Promise<Probe[]> {
  const endpoints = endpointsOf(judged, options);
  const { config, base } = judged;
  const door = doorOf(options, endpoints);
  const probes: Probe[] = [];
  const probe = async (
    section: AskedSection,
    settings: EndpointSettings,
    ask: () => Promise<Partial<Probe>>,
  ) => {
    const common = { section, name: nameOf(settings), host: hostOf(settings) };
    probes.push({ ...common, ...(await ask().catch(problemOf)) });
  };
  try {
    const { model } = config.subject;
    await probe('model', model, async () =>
      roomOf(await createModel(once(model), { ...door, section: 'model' }), config),
    );
    const baseModel = base?.subject.model;
    if (baseModel && canonical(baseModel) !== canonical(model))
      await probe('base', baseModel, async () =>
        roomOf(await createModel(once(baseModel), { ...door, section: 'model' }), config),
      );
    for (const judge of judgesOf(judged))
      await probe('judge', judge, async () =>
        knownCases(await createModel(once(judge), { ...door, section: 'judge' }), config),
      );
    const { embeddings } = config;
    if (embeddings)
      await probe('embeddings', embeddings, async () => {
        const embedder = await createEmbedder(once(embeddings), { ...door, section: 'embeddings' });
        const [vector = []] = await embedder.embed(['yes', 'no']);
        return { answer: `a vector of ${vector.length} numbers` };
      });
    return probes;
  } finally {
    await endpoints.close();
  }
}

/** A check ends after one attempt. */
function once<Settings extends EndpointSettings>(settings: Settings): Settings {
  return { ...settings, retries: 0 };
}

function problemOf(error: unknown): Pick<Probe, 'problem'> {
  if (!(error instanceof GateError)) throw error;
  const isKey =
    error instanceof MissingKeyError ||
    (error instanceof ModelError && error.kind === 'authentication');
  return { problem: { message: error.message, remedy: error.remedy, isKey } };
}

const ROOM =
  'Set `max_tokens` (or `max_completion_tokens`) to 1024 or more: the model reasons before it answers, or answers at length.';

async function roomOf(model: Model, { path }: Config): Promise<Partial<Probe>> {
  try {
    const { text, isCut } = await model.answer(SHORT_QUESTION);
    const hasReasoned = finalText(text) !== text;
    const probe: Partial<Probe> = { answer: finalText(text) ?? '' };
    if (isCut) probe.room = `The answer to a short question is cut (${path}). ${ROOM}`;
    else if (hasReasoned) probe.room = ROOM;
    return probe;
  } catch (error) {
    const isEmpty = error instanceof ModelError && error.kind === 'empty_answer';
    if (!isEmpty) throw error;
    return { answer: '', room: `The limit of tokens leaves no room for an answer. ${ROOM}` };
  }
}

/** Three known cases of a rubric that the tests use. */
async function knownCases(judge: Model, { tests }: Config): Promise<Partial<Probe>> {
  const used = tests.flatMap(({ test, setup }): readonly KnownRubric[] => {
    return test.cost(setup).rubrics ?? [];
  });
  const rubric = (used[0] ?? LABELS) as Rubric<unknown, unknown>;
  const few = { ...rubric, cases: rubric.cases.slice(0, KNOWN_CASES) };
  const { right, total, failed, firstFailure } = await calibrate(
    few,
    judge.name,
    async (prompt, format) => {
      const { text } = await judge.answer(prompt, { format });
      return text;
    },
  );
  if (failed === total)
    throw new ConfigError(firstFailure ?? 'The judge gives no answer.', {
      where: 'judge',
      remedy: 'Check the judge of the configuration, its address and its key.',
    });
  return { knownCases: { right, total } };
}
