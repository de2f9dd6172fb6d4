import { hash, randomUUID } from 'node:crypto';
import { withValue } from '../engine/changed-parts.ts';
import { createEmbed } from '../engine/embed.ts';
import { createJudge, type CalibratedJudge } from '../engine/judge/judge.ts';
import type { RowNames } from '../engine/prompt.ts';
import type { FinishedTest } from '../engine/report.ts';
import { withJudgeFirst } from '../engine/run.ts';
import { createSubject, type Subject } from '../engine/subject.ts';
import type { Tools } from '../engine/test.ts';
import { ConfigError, tryStep } from '../shared/errors.ts';
import { canonical } from '../shared/json.ts';
import type { SubjectConfig } from '../config/config.ts';
import { normalizedContent, sentContent, withSubject } from '../config/changes.ts';
import { variablesOf } from '../config/prompts.ts';
import { Endpoints, type EndpointsOptions } from '../models/endpoint.ts';
import { createEmbedder, openSharedModel } from '../models/model.ts';
import type { Access } from '../models/context.ts';
import type { Grants, sealOf } from '../models/keys.ts';
import { judgingModel, type ModelSettings } from '../models/settings.ts';
import { RunStore, type StoreOptions } from '../models/store.ts';
import { scrubber } from '../shared/secrets.ts';
import { VERSION } from '../shared/version.ts';
import type { Ruling } from '../trust/ruling-types.ts';
import { forecastRequests, type ForecastTest } from './expected.ts';
import type { PreparedTest, PreparedTests } from './prepare.ts';
import { createResults, resultsSchema, type Results } from './results.ts';

/** The settings of a run that are not in a configuration: those of the job or the command. */
export interface RunOptions extends Pick<EndpointsOptions, 'env' | 'signal' | 'progress'> {
  grants: Grants;
  store?: StoreOptions & { seal: ReturnType<typeof sealOf> };
  /** Nothing will be sent, so no key is needed. */
  isDryRun?: boolean;
  log?: (line: string) => void;
  /**
   * Called once the rows of the verdict are asked. Its subjects answer a question that was asked
   * before without a request.
   */
  onAsked?: (tests: readonly AskedTest[]) => Promise<void>;
}

/** A test with its models. Nothing is sent yet. */
export type OpenTest = PreparedTest & ForecastTest;

export type AskedTest = OpenTest & FinishedTest;

/** A run under way: what opens its models, and its results so far. */
export interface RunState extends Omit<Access, 'section' | 'store'> {
  ruling: Ruling;
  options: RunOptions;
  results: Results;
}

/** Opens the endpoints of a run, and closes them when it ends. */
export async function withRun<Result>(
  ruling: Ruling,
  options: RunOptions,
  step: (state: RunState) => Promise<Result>,
) {
  const endpoints = new Endpoints({ ...ruling.config, ...options });
  try {
    return await step({
      ruling,
      options,
      grants: options.grants,
      isDryRun: options.isDryRun,
      endpoints,
      results: createResults(ruling),
    });
  } finally {
    await endpoints.close();
  }
}

/**
 * Creates the pool of a run's models. A model that is named twice is opened once, so that equal
 * questions are sent once.
 */
function createModelPool(access: Omit<Access, 'section'>) {
  const subjects: Record<string, Promise<Subject>> = {};
  const judges: Record<string, Promise<CalibratedJudge>> = {};
  return {
    /**
     * Opens a model with the prompts of a configuration, and the placeholders that rows fill.
     *
     * @param purpose - subjects of the same purpose share the memory of their answers
     */
    subject(config: SubjectConfig, names: RowNames, purpose = '') {
      const open = async () =>
        createSubject(
          await openSharedModel(config.model, { ...access, section: 'model' }),
          promptsOf(config, names),
        );
      return (subjects[canonical([purpose, names, sentContent(config)])] ??= open());
    },
    judge(settings: ModelSettings, isOneAtATime: boolean) {
      const open = async () =>
        createJudge({
          model: await openSharedModel(settings, { ...access, section: 'judge' }),
          store: access.store?.calibrationsOf(canonical(settings)),
          isOneAtATime,
        });
      return (judges[canonical([settings, isOneAtATime])] ??= open());
    },
    async embed(settings: ModelSettings) {
      return createEmbed(await createEmbedder(settings, { ...access, section: 'embeddings' }));
    },
    /** The calibrations of the judges that were opened. */
    async calibrations() {
      const opened = await Promise.all(Object.values(judges));
      // Without the counts that only the error of a row quotes.
      return resultsSchema.shape.calibrations.parse(
        opened.flatMap(({ calibrations }) => calibrations),
      );
    },
  };
}

export function promptsOf({ texts }: SubjectConfig, names: RowNames) {
  return {
    prompt: texts.prompt?.text,
    system: texts.system_prompt?.text,
    variables: variablesOf(texts),
    names,
  };
}

export type OpenRun = Awaited<ReturnType<typeof openRun>>;

/** Opens the store of a run, which the caller closes; undefined if nothing may be stored. */
export async function openStore(run: RunState, prepared: PreparedTests) {
  const { store } = run.options;
  const seal = await store?.seal;
  return store && seal && new RunStore(store, seal, describeStored(run, prepared));
}

/**
 * Connects everything that a verdict asks.
 *
 * @throws GateError for what makes a verdict impossible, and for a cap that is too low
 */
export async function openRun(run: RunState, prepared: PreparedTests, store?: RunStore) {
  const { endpoints, results } = run;
  results.notices.push(...prepared.notices);
  const kept = Object.entries(store?.keptTexts ?? {});
  const config = kept.reduce(
    (replaced, [field, text]) => withValue(replaced, ['subject', 'texts', field, 'text'], text),
    prepared.config,
  );
  if (kept.length > 0)
    results.notices.push(
      'Only white space differs from a model and prompts that failed, so their verdict stands, and no cause is searched. If white space is the repair, change a word as well.',
    );
  const models = createModelPool({ ...run, store });
  const { tests, warnings } = await connectTests(run, models, { ...prepared, config });
  results.warnings.push(...warnings);
  // A dry run may lack the base that a run has.
  const { expected, fewest } = forecastRequests(tests, Math.max(1, results.changes.subject.length));
  results.usage.expected = expected;
  endpoints.requireBudget(fewest, config.placeOf('budget.max_requests'));
  return { ...run, ...prepared, config, store, models, tests, expected };
}

/** The digest of everything that decides a verdict, and the texts of its subject. */
function describeStored(
  { ruling: { base, config, commit }, grants }: RunState,
  { tests }: PreparedTests,
) {
  const { subject } = config;
  const parts = [
    VERSION,
    // Limits end a run early, and change no answer.
    { ...config.rules, budget: undefined, deadline: undefined, concurrency: undefined },
    tests.map(({ rows }) => rows),
    base && sentContent(base.config.subject),
    normalizedContent(subject),
    // For an app, the commit counts: no configuration shows a change of its code.
    subject.model.hub === 'http' && (commit ?? randomUUID()),
  ];
  const { texts } = sentContent(subject);
  const written = Object.entries(texts).join('\n');
  return {
    digest: hash('sha256', canonical(parts)),
    // No text that is stored holds a key.
    texts: scrubber(grants.secrets)(written) === written ? texts : undefined,
  };
}

/** Connects tests with the models that they ask. @throws ConfigError if no test can fail */
export async function connectTests(
  { ruling: { base: compared, self }, options, isDryRun }: RunState,
  models: ReturnType<typeof createModelPool>,
  { config, tests: prepared, names }: PreparedTests,
) {
  const head = await models.subject(config.subject, names);
  const warnings: string[] = [];
  const base = await tryStep(
    () => {
      // The rules that decide may not be able to fill the prompt of the base.
      const subject = compared && withSubject(config, compared.config).subject;
      // In a dry run the head replaces the base. As one subject, the two would count equal
      // questions once.
      return subject && models.subject(subject, names, isDryRun ? 'stand-in for the base' : '');
    },
    ({ message }) =>
      warnings.push(`Only the rates decide: ${compared?.name} cannot be compared: ${message}`),
  );
  const tests = await Promise.all(
    prepared.map(async (test) => {
      const { plan } = test.run;
      const { setup, judge: choice } = test.config;
      const judge = judgingModel(choice, self);
      const tools: Tools = { ...test.run.tools, log: options.log };
      tools.judge = judge && (await models.judge(judge, !setup.async_mode));
      if (config.embeddings && plan.isObserved) tools.embed = await models.embed(config.embeddings);
      const comparison = base && plan.comparison;
      const run = withJudgeFirst({
        ...test.run,
        plan: { ...plan, comparison },
        tools,
        head,
        base: comparison && base,
      });
      return {
        ...test,
        judge,
        run,
        isSearched: setup.attribution && base !== undefined && base !== head,
      };
    }),
  );
  if (tests.some(canFail)) return { tests, warnings };
  throw new ConfigError(['No test can fail, so nothing would be judged', ...warnings].join('. '), {
    where: config.path,
    remedy: 'Raise min_pass_rate of a test, or remove `advisory: true` from one.',
  });
}

function canFail({ isAdvisory, run: { plan } }: OpenTest) {
  const mayMiss = plan.comparison !== undefined || plan.rates.some(({ minimum }) => minimum > 0);
  return plan.must.length > 0 || (mayMiss && !isAdvisory);
}
