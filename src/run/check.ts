import { calibrate } from '../engine/judge/calibrate.ts';
import { finalText } from '../engine/final-text.ts';
import { LABELS } from '../engine/judge/rubrics/labels.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject } from '../engine/subject.ts';
import type { Model, Rubric } from '../engine/types.ts';
import { ConfigError, GateError, ModelError } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config } from '../config/config.ts';
import { Endpoints } from '../models/endpoint.ts';
import {
  createEmbedder,
  createModel,
  hostOf,
  MissingKeyError,
  type Door,
} from '../models/index.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { Judged } from '../trust/judged.ts';
import { doorOf, Models, openRun, promptsOf, selfJudge, type OpenTest } from './connect.ts';
import { totalOf, type AskedSection } from './expected.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import type { RunOptions } from './types.ts';

/** What a run would send, before anything is sent. */
export type Plan = Awaited<ReturnType<typeof planRun>>;

/** OpenAI's rule of thumb: a token of English has about four letters. Bytes, for other scripts. */
const BYTES_PER_TOKEN = 4;

/** Sends nothing. @throws GateError */
export async function planRun(judged: Judged, options: RunOptions) {
  const { config, warnings, notices } = judged;
  const endpoints = new Endpoints({ ...config, ...options });
  try {
    const prepared = await prepareTests(judged);
    const door = doorOf(options, endpoints);
    const opened = await openRun(judged, prepared, new Models({ ...door, isPlan: true }));
    const { pass, fail, most } = opened.expected;
    const bytes = meanBytes(opened.tests);
    const sections = sectionsOf(judged).map(({ section, settings }) => {
      const requests = { pass: pass[section], fail: fail[section], most: most[section] };
      const promptTokens = Math.ceil((requests.most * bytes) / BYTES_PER_TOKEN);
      return { ...namesOf(section, settings), requests, promptTokens };
    });
    return {
      tests: await Promise.all(opened.tests.map((test) => plannedTest(test, config, prepared))),
      // Two judges share their requests.
      sections: sections.filter(({ section, requests }, i) => {
        const first = sections.findIndex((other) => other.section === section);
        return first === i && requests.most > 0;
      }),
      /** All sections. */
      requests: { pass: totalOf(pass), fail: totalOf(fail), most: totalOf(most) },
      data: prepared.data,
      warnings,
      notices: [...config.notices, ...notices, ...prepared.notices, ...opened.notices],
    };
  } finally {
    await endpoints.close();
  }
}

/** With the first row as it is sent. */
async function plannedTest(
  { config: { test, isAdvisory }, rowCount, run }: OpenTest,
  config: Config,
  { columns }: PreparedTests,
) {
  const { tools, leftOut } = run;
  return {
    name: test.name,
    minimum: tools.min_pass_rate,
    rows: rowCount,
    leftOut: leftOut.map(({ row, reason }) => ({ source: row.source, reason })),
    isAdvisory,
    example: await exampleOf(run, promptsOf(config.subject, columns)),
  };
}

/** What the first case sends, told by a model that answers nothing. */
async function exampleOf(
  { test, tools, plan }: TestRun,
  prompts: ReturnType<typeof promptsOf>,
): Promise<{ source: string; prompt: string; system?: string } | undefined> {
  const [first] = plan.cases;
  if (!first) return undefined;
  const sent: { prompt: string; system?: string }[] = [];
  const echo: Model = {
    hub: 'reference',
    name: 'echo',
    answer(prompt, { system } = {}) {
      sent.push({ prompt, system });
      return Promise.resolve({ text: '' });
    },
  };
  const observed = test.observe(first, createSubject(echo, prompts), {
    ...tools,
    judge: undefined,
  });
  // Nothing is read here, so an answer that cannot be read is no failure.
  await observed.catch(() => undefined);
  return { source: first.row.source, prompt: '', ...sent[0] };
}

type Section =
  | { section: 'model' | 'base' | 'judge'; settings: ModelSettings }
  | { section: 'embeddings'; settings: EndpointSettings };

/** What a run asks, each once. */
function sectionsOf({ config, base, self }: Judged): Section[] {
  const sections: Section[] = [{ section: 'model', settings: config.subject.model }];
  if (base) sections.push({ section: 'base', settings: base.subject.model });
  for (const { judge } of config.tests) {
    const settings = judge === 'self' ? selfJudge(self) : judge;
    if (settings && settings !== 'off') sections.push({ section: 'judge', settings });
  }
  if (config.embeddings) sections.push({ section: 'embeddings', settings: config.embeddings });
  return [...new Map(sections.map((section) => [canonical(section), section])).values()];
}

function namesOf(section: AskedSection, settings: EndpointSettings) {
  return { section, name: `${settings.hub}/${settings.name}`, host: hostOf(settings) };
}

/** Mean length of what is asked, in bytes; prompts around it are the run's to add. */
function meanBytes(tests: readonly OpenTest[]): number {
  const texts = tests.flatMap(({ run }) =>
    run.plan.cases.flatMap(({ arms }) => Object.values(arms)),
  );
  const total = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return total / Math.max(1, texts.length);
}

/** A short question, which a model without reasoning answers in a few tokens. */
const SHORT_QUESTION = 'Is water wet? Answer with yes or no.';
const KNOWN_CASES = 3;

/** What a model answered to one question, or why there is no answer. */
interface Answered {
  answer?: string;
  problem?: { message: string; remedy: string; isKey: boolean };
  /** Of a judge: known cases right, of those asked. */
  knownCases?: { right: number; total: number };
  /** The answer ended at the limit of tokens, or shows reasoning: what to set. */
  room?: string;
}

export type Probe = Answered & ReturnType<typeof namesOf>;

/** Asks each model of a run a short question, one after another; a judge three known cases. */
export async function probeModels(judged: Judged, options: RunOptions): Promise<Probe[]> {
  const { config } = judged;
  const { env, signal } = options;
  const endpoints = new Endpoints({ concurrency: config.concurrency, env, signal });
  const door = doorOf(options, endpoints);
  const probes: Probe[] = [];
  try {
    for (const one of sectionsOf(judged)) {
      const { section, settings } = one;
      if (section === 'base' && canonical(settings) === canonical(config.subject.model)) continue;
      const answered = await probe(one, config, door).catch(problemOf);
      probes.push({ ...namesOf(section, settings), ...answered });
    }
    return probes;
  } finally {
    await endpoints.close();
  }
}

async function probe(
  { section, settings }: Section,
  config: Config,
  door: Omit<Door, 'section'>,
): Promise<Answered> {
  // A check ends after one attempt.
  const retries = 0;
  if (section === 'embeddings') {
    const embedder = await createEmbedder({ ...settings, retries }, { ...door, section });
    const [vector = []] = await embedder.embed(['yes', 'no']);
    return { answer: `a vector of ${vector.length} numbers` };
  }
  const isJudge = section === 'judge';
  const place: Door = { ...door, section: isJudge ? 'judge' : 'model' };
  const model = await createModel({ ...settings, retries }, place);
  return isJudge ? knownCases(model, config) : roomOf(model, config);
}

function problemOf(error: unknown): Answered {
  if (!(error instanceof GateError)) throw error;
  const isKey =
    error instanceof MissingKeyError ||
    (error instanceof ModelError && error.kind === 'authentication');
  return { problem: { message: error.message, remedy: error.remedy, isKey } };
}

const ROOM =
  'Set `max_tokens` (or `max_completion_tokens`) to 1024 or more: the model reasons before it answers, or answers at length.';

async function roomOf(model: Model, { path }: Config): Promise<Answered> {
  try {
    const { text, isCut } = await model.answer(SHORT_QUESTION);
    const answer = finalText(text) ?? '';
    if (isCut) return { answer, room: `The answer to a short question is cut (${path}). ${ROOM}` };
    return answer === text ? { answer } : { answer, room: ROOM };
  } catch (error) {
    const isEmpty = error instanceof ModelError && error.kind === 'empty_answer';
    if (!isEmpty) throw error;
    return { answer: '', room: `The limit of tokens leaves no room for an answer. ${ROOM}` };
  }
}

/** Three known cases of a rubric that the tests use. */
async function knownCases(judge: Model, { tests }: Config): Promise<Answered> {
  const used = tests.flatMap(({ test, setup }) => test.cost(setup).rubrics ?? []);
  const rubric = (used[0] ?? LABELS) as Rubric<unknown, unknown>;
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
