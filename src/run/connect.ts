import { hash, randomUUID } from 'node:crypto';
import { createEmbed } from '../engine/embed.ts';
import { createJudge, type CalibratedJudge } from '../engine/judge/judge.ts';
import type { RowNames } from '../engine/prompt.ts';
import type { Finished } from '../engine/report.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject } from '../engine/subject.ts';
import type { Embed, Subject, Tools } from '../engine/types.ts';
import { ConfigError, describeError, orTell } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config, SubjectConfig, TestConfig } from '../config/config.ts';
import { looseSubject, sentOf, withSubject } from '../config/changes.ts';
import { variablesOf } from '../config/prompts.ts';
import { Endpoints } from '../models/endpoint.ts';
import { createEmbedder, modelOnce, type Door } from '../models/index.ts';
import type { Grants, sealOf } from '../models/keys.ts';
import { judgingModel, type ModelSettings } from '../models/settings.ts';
import { RunStore, type StoreOptions } from '../models/store.ts';
import { scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import type { Judged } from '../trust/judged.ts';
import { refuseLowCap, requestsOf } from './expected.ts';
import { prepareTests, type PreparedTest, type PreparedTests } from './prepare.ts';
import { resultsOf, type Results } from './results.ts';

/** The needs of a run beside what is judged. Commands and the action give the same. */
export interface RunOptions {
  grants: Grants;
  /** Variables of the job, for proxies. */
  env: NodeJS.ProcessEnv;
  store?: StoreOptions & { seal: ReturnType<typeof sealOf> };
  /** `missing-key: skip`: a key that no one grants ends the run as `skipped`. */
  skipsWithoutKey?: boolean;
  signal?: AbortSignal;
  /** Says a line on the step and the requests so far, at most each `pause` ms. */
  progress?: { say: (line: string) => void; pause: number };
  log?: (line: string) => void;
  /** Called once the verdict is asked: what its subjects answered is remembered. */
  onAsked?: (tests: readonly AskedTest[]) => Promise<void>;
}

/** A test whose models are connected: nothing is sent yet. */
export interface OpenTest extends PreparedTest {
  judge?: ModelSettings;
  run: TestRun;
  /** The part of the change that broke its rows is searched for. */
  isSearched: boolean;
}

export type AskedTest = OpenTest & Finished;

/** A run under way, what its models are opened with, and what it has found so far. */
export interface RunState extends Omit<Door, 'section'> {
  judged: Judged;
  options: RunOptions;
  results: Results;
  /** When the last line on the progress was said. */
  toldAt: number;
}

/** Opens what questions are sent through, and closes it at the end. */
export async function withRun<Result>(
  judged: Judged,
  options: RunOptions,
  step: (run: RunState) => Promise<Result>,
): Promise<Result> {
  const endpoints = new Endpoints({ ...judged.config, ...options });
  try {
    return await step({
      judged,
      options,
      grants: options.grants,
      endpoints,
      results: resultsOf(judged),
      toldAt: Date.now(),
    });
  } finally {
    await endpoints.close();
  }
}

/** Nothing that follows a verdict changes it: whatever ends a step is told. */
export async function orLeftOut<Result>(step: () => Promise<Result>) {
  try {
    return await step();
  } catch (error) {
    return { left_out: describeError(error).slice(0, 1000) };
  }
}

/** The models of a run. One that is named twice is one, so that equal questions are asked once. */
export function openModels(run: RunState) {
  const subjects: Record<string, Promise<Subject>> = {};
  const judges: Record<string, Promise<CalibratedJudge>> = {};
  const embedders: Record<string, Promise<Embed>> = {};
  return {
    run,
    /**
     * A model with the prompts of a configuration, and the placeholders that rows fill.
     *
     * @param purpose - answers are remembered within it
     */
    subject(config: SubjectConfig, names: RowNames, purpose = '') {
      return (subjects[canonical([purpose, names, sentOf(config)])] ??= modelOnce(config.model, {
        ...run,
        section: 'model',
      }).then((model) => createSubject(model, promptsOf(config, names))));
    },
    judge(settings: ModelSettings, { judge, setup }: TestConfig) {
      const isOneAtATime = !setup.async_mode;
      return (judges[canonical([settings, isOneAtATime])] ??= modelOnce(settings, {
        ...run,
        section: 'judge',
      }).then((model) =>
        createJudge({
          model,
          role: judge === 'self' ? 'the model itself' : undefined,
          store: run.store?.calibrations,
          id: canonical(settings),
          isOneAtATime,
        }),
      ));
    },
    embedder(settings: ModelSettings) {
      const door = { ...run, section: 'embeddings' } as const;
      return (embedders[canonical(settings)] ??= createEmbedder(settings, door).then(createEmbed));
    },
    calibrations: () => calibrationsOf(Object.values(judges)),
  };
}

/** The calibrations so far. */
async function calibrationsOf(judges: Promise<CalibratedJudge>[]) {
  const opened = await Promise.all(judges);
  return opened
    .flatMap(({ calibrations }) => calibrations)
    .map(({ judge, rubric, right, total, isStored = false }) => ({
      judge,
      rubric,
      right,
      total,
      is_stored: isStored,
    }));
}

type Models = ReturnType<typeof openModels>;

export function promptsOf({ texts }: SubjectConfig, names: RowNames) {
  return {
    prompt: texts.prompt?.text,
    system: texts.system_prompt?.text,
    variables: variablesOf(texts),
    names,
  };
}

export type OpenRun = Awaited<ReturnType<typeof openRun>>;

/**
 * Prepares and connects all that a verdict asks.
 *
 * @throws GateError for what makes a verdict impossible, and for a cap that is too low
 */
export async function openRun(run: RunState) {
  const { results } = run;
  const prepared = await prepareTests(run.judged);
  results.facts = prepared.facts;
  results.notices.push(...prepared.notices);
  if (!run.isPlan) run.judged = await openStore(run, prepared);
  const { config } = run.judged;
  const models = openModels(run);
  const { tests, notices } = await openTests(config, prepared, models);
  results.warnings.push(...prepared.warnings, ...notices);
  // A plan may lack the base that a run has.
  const expected = requestsOf(tests, Math.max(1, results.changes.subject.length));
  results.usage.expected = expected;
  refuseLowCap(config, tests);
  return { models, tests, names: prepared.names, expected };
}

/**
 * Opens the store of a run, and gives what is judged: the same, but for the white space of a
 * subject that is red already.
 */
async function openStore(run: RunState, { tests }: PreparedTests): Promise<Judged> {
  const { judged, options, results } = run;
  const { grants, store } = options;
  const seal = await store?.seal;
  if (!store || !seal) return judged;
  const { config } = judged;
  const { texts } = sentOf(config.subject);
  const written = Object.entries(texts).join('\n');
  // No text that is stored holds a key.
  const hasKey = scrubber(grants.secrets)(written) !== written;
  run.store = new RunStore(store, seal, {
    digest: digestOf(judged, tests),
    texts: hasKey ? undefined : texts,
  });
  const { keptTexts } = run.store;
  if (!keptTexts) return judged;
  // White space alone makes no new subject out of one that is red: the old one is judged again.
  const kept = { ...config.subject.texts };
  for (const [field, text] of Object.entries(keptTexts)) kept[field] = { ...kept[field], text };
  results.notices.push(
    'Only white space differs from a subject that is red: the verdict on that one stands.',
  );
  return { ...judged, config: { ...config, subject: { ...config.subject, texts: kept } } };
}

/** The digest of all that decides a verdict. */
function digestOf({ base, config, commit }: Judged, tests: readonly PreparedTest[]): string {
  const { subject } = config;
  // Limits end a run early, and change no answer.
  const { budget: _cap, deadline: _deadline, concurrency: _most, ...rules } = config.rules;
  const parts = [
    VERSION,
    rules,
    tests.map(({ rows }) => rows),
    base && sentOf(base.config.subject),
    looseSubject(subject),
    // An app may answer otherwise once its code changes, and no configuration shows that.
    subject.model.hub === 'http' && (commit ?? randomUUID()),
  ];
  return hash('sha256', canonical(parts));
}

/** Connects what the tests ask. @throws ConfigError where none of them can fail */
export async function openTests(
  config: Config,
  { tests: prepared, names }: PreparedTests,
  models: Models,
) {
  const { judged, options, isPlan } = models.run;
  const { self, base: compared } = judged;
  const head = await models.subject(config.subject, names);
  const notices: string[] = [];
  const base = await orTell(
    () => {
      // A prompt of other rules could lack the sample here.
      const asked = compared && withSubject(config, compared.config).subject;
      return asked && models.subject(asked, names, isPlan ? 'base' : '');
    },
    ({ message }) => {
      notices.push(`The rates alone decide, without ${compared?.name}: ${message}`);
    },
  );
  const opening = prepared.map(async (test): Promise<OpenTest> => {
    const { plan } = test.run;
    const judge = judgingModel(test.config.judge, self);
    const tools: Tools = { ...test.run.tools, log: options.log };
    tools.judge = judge && (await models.judge(judge, test.config));
    if (config.embeddings && plan.isObserved)
      tools.embed = await models.embedder(config.embeddings);
    const comparison = base && plan.comparison;
    const run = { ...test.run, plan: { ...plan, comparison }, tools, head };
    const isSearched = test.config.setup.attribution && base !== undefined && base !== head;
    return { ...test, judge, run: { ...run, base: comparison && base }, isSearched };
  });
  const tests = await Promise.all(opening);
  if (tests.some(canFail)) return { tests, notices };
  const why = ['No test can fail here, so that nothing would be judged', ...notices];
  throw new ConfigError(why.join('. '), {
    where: config.path,
    remedy: 'Raise min_pass_rate of a test, or take `advisory: true` out of one.',
  });
}

function canFail({ isAdvisory, run: { plan } }: OpenTest): boolean {
  const gates = plan.comparison !== undefined || plan.rates.some(({ minimum }) => minimum > 0);
  return plan.must.length > 0 || (gates && !isAdvisory);
}
