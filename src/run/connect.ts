import { createEmbed } from '../engine/embed.ts';
import { createJudge, type CalibratedJudge } from '../engine/judge/judge.ts';
import type { TestRun } from '../engine/run.ts';
import { createSubject } from '../engine/subject.ts';
import type { Embed, Model, Subject, Tools } from '../engine/types.ts';
import { ConfigError, describeError, orTell } from '../errors.ts';
import { canonical } from '../json.ts';
import type { Config, SubjectConfig, TestConfig } from '../config/config.ts';
import { sentOf } from '../config/changes.ts';
import { variablesOf } from '../config/prompts.ts';
import { Endpoints } from '../models/endpoint.ts';
import { LENGTH_PARAMETERS } from '../models/hubs/addresses.ts';
import { createEmbedder, createModel, type Door } from '../models/index.ts';
import type { Grants, sealOf } from '../models/keys.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { StoreOptions } from '../models/store.ts';
import type { Judged } from '../trust/judged.ts';
import { refuseLowCap, requestsOf } from './expected.ts';
import { prepareTests, type PreparedTest, type PreparedTests } from './prepare.ts';
import type { Results } from './results.ts';

/** What a run needs beside what is judged. Commands and the action give the same. */
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
  onAsked?: (tests: readonly { run: TestRun }[]) => Promise<void>;
}

/** A test whose models are connected: nothing is sent yet. */
export interface OpenTest extends PreparedTest {
  judge?: ModelSettings;
  run: TestRun;
}

export type OpenRun = Awaited<ReturnType<typeof openRun>>;

/** What the models of a run are opened with. */
export interface RunDoor extends Omit<Door, 'section'> {
  log?: Tools['log'];
}

/** Opens what questions are sent through, and closes it at the end. */
export async function withDoor<Result>(
  limits: Config,
  options: RunOptions,
  ask: (door: RunDoor) => Promise<Result>,
): Promise<Result> {
  const { grants, log } = options;
  const endpoints = new Endpoints({ ...limits, ...options });
  try {
    return await ask({ endpoints, grants, log });
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
export function openModels(door: RunDoor) {
  const models: Record<string, Promise<Model>> = {};
  const subjects: Record<string, Promise<Subject>> = {};
  const judges: Record<string, Promise<CalibratedJudge>> = {};
  const embedders: Record<string, Promise<Embed>> = {};
  const modelOf = (settings: ModelSettings, section: Door['section']) =>
    (models[canonical([section, settings])] ??= createModel(settings, { ...door, section }));
  return {
    door,
    /**
     * A model with the prompts of a configuration, and the columns that rows fill in.
     *
     * @param purpose - answers are remembered within it
     */
    subject(config: SubjectConfig, columns: readonly string[], purpose = '') {
      return (subjects[canonical([purpose, columns, sentOf(config)])] ??= modelOf(
        config.model,
        'model',
      ).then((model) => createSubject(model, promptsOf(config, columns))));
    },
    judge(settings: ModelSettings, { judge, setup }: TestConfig) {
      const isOneAtATime = setup.async_mode === false;
      const open = async () =>
        createJudge({
          model: await modelOf(settings, 'judge'),
          role: judge === 'self' ? 'the model itself' : undefined,
          store: door.store?.calibrations,
          id: canonical(settings),
          isOneAtATime,
        });
      return (judges[canonical([settings, isOneAtATime])] ??= open());
    },
    embedder(settings: EndpointSettings) {
      const open = () => createEmbedder(settings, { ...door, section: 'embeddings' });
      return (embedders[canonical(settings)] ??= open().then(createEmbed));
    },
    /** What the judges have been calibrated on so far. */
    async calibrations(): Promise<Results['calibrations']> {
      const opened = await Promise.all(Object.values(judges));
      return opened
        .flatMap(({ calibrations }) => calibrations)
        .map(({ judge, rubric, right, total, isStored = false }) => {
          return { judge, rubric, right, total, is_stored: isStored };
        });
    },
  };
}

type Models = ReturnType<typeof openModels>;

/** The model that judges a test; undefined where none does. */
function judgeSettings({ judge }: TestConfig, self: ModelSettings): ModelSettings | undefined {
  if (judge === 'off') return undefined;
  return judge === 'self' ? selfJudge(self) : judge;
}

export function promptsOf({ texts }: SubjectConfig, columns: readonly string[]) {
  return {
    prompt: texts.prompt?.text,
    system: texts.system_prompt?.text,
    variables: variablesOf(texts),
    columns,
  };
}

/** Output limit of the run's own model as a judge, in tokens: it may reason first. */
const JUDGE_TOKENS = 4096;

/**
 * A model as its own judge, without its prompts; undefined for the hub http: a question to an
 * application may open a ticket there.
 */
export function selfJudge(model: ModelSettings): ModelSettings | undefined {
  if (model.hub === 'http') return undefined;
  // They are for the answers of the model under test.
  const {
    stop: _stop,
    response_format: _form,
    logit_bias: _bias,
    n: _n,
    ...parameters
  } = model.parameters;
  if (model.hub === 'anthropic') parameters.max_tokens ??= JUDGE_TOKENS;
  for (const name of LENGTH_PARAMETERS) if (name in parameters) parameters[name] = JUDGE_TOKENS;
  return { ...model, parameters };
}

/** Connects all that a run asks. @throws ConfigError, and ModelError for a cap that is too low */
export async function openRun(
  { preview: other, ...judged }: Judged,
  prepared: PreparedTests,
  models: Models,
) {
  const opened = await openTests(judged, prepared, models);
  const { tests, base } = opened;
  refuseLowCap(judged.config, tests);
  const openOther = async () =>
    other && openTests({ ...judged, ...other }, await prepareTests(other), models);
  const preview = await orLeftOut(openOther);
  const further = preview && 'tests' in preview ? preview.tests : [];
  const searched = tests.filter(({ config, run: { head } }) => {
    return config.setup.attribution && base && base !== head;
  });
  // A plan may lack the base that a run has.
  const parts = Math.max(1, judged.changes.subject.length);
  const expected = requestsOf([...tests, ...further], searched, parts);
  /** Opens a subject of reverted parts. @throws if it cannot be asked */
  const open = (one: SubjectConfig) => models.subject(one, prepared.columns, 'attribution');
  return { ...opened, preview, expected, open: searched.length > 0 ? open : undefined };
}

async function openTests(
  { config, self, base: compared }: Judged,
  { tests: prepared, columns }: PreparedTests,
  models: Models,
) {
  const head = await models.subject(config.subject, columns);
  const notices: string[] = [];
  // A plan may lack the base that a run has, and counts what that one takes.
  const asked = compared ?? (models.door.isPlan ? { config } : undefined);
  const purpose = compared ? '' : 'base';
  const base = await orTell(
    () => asked && models.subject(asked.config.subject, columns, purpose),
    ({ message }) => {
      notices.push(`The rates alone decide, without ${compared?.name}: ${message}`);
    },
  );
  const canFail = prepared.some(({ config: { setup }, run: { plan } }) => {
    const gates = plan.rates.some(({ minimum }) => minimum > 0) || (plan.comparison && base);
    return plan.must.length > 0 || (gates && !setup.advisory);
  });
  if (!canFail)
    throw new ConfigError('No test can fail here, so that nothing would be judged', {
      where: config.path,
      remedy: 'Raise min_pass_rate of a test, or take `advisory: true` out of one.',
    });
  const tests = prepared.map(async (test): Promise<OpenTest> => {
    const { plan } = test.run;
    const judge = judgeSettings(test.config, self);
    const tools: Tools = { ...test.run.tools, log: models.door.log };
    tools.judge = judge && (await models.judge(judge, test.config));
    if (config.embeddings && plan.isObserved)
      tools.embed = await models.embedder(config.embeddings);
    const run: TestRun = { ...test.run, tools, head, base: plan.comparison && base };
    if (!base) run.plan = { ...plan, comparison: undefined };
    return { ...test, judge, run };
  });
  return { tests: await Promise.all(tests), base, notices };
}
