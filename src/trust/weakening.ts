import type { ClassifierSettings, EmbeddingSettings, ModelSettings, Config, DataConfig, TestConfig } from '../config/config.js';
import type { Rules } from '../config/rules.js';
import { isSame } from '../config/same.js';
import { isWeaker, ruleAt } from '../engine/scorers/rule.js';

/** How a sentence about a weaker gate begins, whatever made it weaker. */
export const WEAKENS = 'This pull request weakens its own gate:';

/**
 * How the new rules differ from the old ones in what can turn a fail into a pass, a sentence each. Whatever the verdict, the reader of
 * a pull request that lowers its own bar must be told. Undefined where either cannot be used, so that nobody knows.
 */
export function weakenings(old: Rules, now: Rules): string[] | undefined {
  if (!('config' in old && 'config' in now)) return undefined;
  return compareAll(OF_THE_WHOLE, old.config, now.config).map((what) => `${WEAKENS} ${what}.`);
}

/**
 * For every key, what its change does to the gate. The tables are complete by their type: a key that is added to the configuration does
 * not compile before it stands here too.
 */
type Table<T> = { [Key in keyof Required<T>]: (old: T[Key], now: T[Key]) => string[] };

function compareAll<T extends object>(table: Table<T>, old: T, now: T): string[] {
  const found = (Object.keys(table) as (keyof T)[]).flatMap((key) => table[key](old[key], now[key]));
  return [...new Set(found)];
}

/** It cannot turn a fail into a pass, or it is the subject: what is tested, not what judges. */
const untold = () => [];
const goes = (what: string) => (old: unknown, now: unknown) =>
  isSame(old, now) ? [] : [`${what} goes from ${written(old)} to ${written(now)}`];
/** For what a sentence cannot quote. */
const differs = (sentence: string) => (old: unknown, now: unknown) => (isSame(old, now) ? [] : [sentence]);
/** Only less of it is weaker; none at all is the most. */
const falls = (what: string) => (old: number | undefined, now: number | undefined) =>
  (now ?? Infinity) < (old ?? Infinity) ? goes(what)(old, now) : [];

/** Who answers, and how it is asked: the rules' business, unlike the subject. Fewer tries and less time leave rows without an answer. */
const OF_THE_MODEL: Table<ModelSettings> = {
  section: untold,
  name: untold,
  system_prompt: untold,
  parameters: untold,
  hub: goes('model.hub'),
  base_url: goes('model.base_url'),
  api: goes('model.api'),
  provider: goes('model.provider'),
  api_version: goes('model.api_version'),
  url: goes('model.url'),
  body: differs('model.body is another'),
  answer: goes('model.answer'),
  timeout: falls('model.timeout'),
  retries: falls('model.retries'),
};

const OF_DATA: Table<DataConfig> = {
  source: (old, now) => (now === old ? [] : [`the data is ${written(now)}, no longer ${written(old)}`]),
  columns: differs('the columns of the data are others'),
  // More rows are another draw too: whoever may choose among draws chooses a good one.
  limit: (old, now) => goes('the limit')(old, now).map((what) => `${what}, so that other rows are drawn`),
  where: untold,
  overridden: untold,
};

const OF_A_TEST: Table<TestConfig> = {
  test: untold,
  line: untold,
  candidates: compareScorers,
  minimum_pass_rate: falls('min_pass_rate'),
  parameters: differs('the parameters of the perturbation are others'),
  lint: (old, now) => ((old === 'drop') === (now === 'drop') ? [] : goes('lint')(old, now)),
  // Whatever fails under `confident` fails under the others too.
  decision: (old, now) => (old === 'confident' ? [] : goes('the decision')(old, now)),
  confidence: goes('the confidence'),
  control: (old, now) => (controlRows(now) < controlRows(old) ? goes('the control arm')(old, now) : []),
  // A row that fails now and then passes by a large enough majority.
  repeats: goes('repeats'),
  // It stops where the verdict is certain: the verdict is the same.
  stop: untold,
  compare: compareComparison,
  judge: asked('the judge is another, or asked otherwise', 'judge'),
  classifier: asked('the classifier is another, or asked otherwise', 'classifier'),
  samples_per_row: falls('samples'),
  data: (old, now) => compareAll(OF_DATA, old, now),
};

const OF_THE_WHOLE: Table<Config> = {
  model: (old, now) => compareAll(OF_THE_MODEL, old, now),
  template: untold,
  tests: compareTests,
  embeddings: asked('the embeddings are others', 'embeddings'),
  embeddingsProblem: untold,
  concurrency: untold,
  // Rows past the cap are left without a verdict.
  maxRequests: falls('budget.max_requests'),
  seed: goes('the seed'),
  maskFoulWords: untold,
  notices: untold,
  origin: untold,
};

function compareTests(old: TestConfig[], now: TestConfig[]): string[] {
  return old.flatMap((test) => {
    const { name } = test.test;
    const fresh = now.find((candidate) => candidate.test.name === name);
    return fresh ? compareAll(OF_A_TEST, test, fresh).map((what) => `${name}: ${what}`) : [`the test ${name} is removed`];
  });
}

function compareScorers(old: TestConfig['candidates'], now: TestConfig['candidates']): string[] {
  const names = (candidates: TestConfig['candidates']) => candidates.map(({ scorer }) => scorer.name).join(' or ');
  if (names(now) !== names(old)) return [`the scorer is ${names(now)}, no longer ${names(old)}`];
  const partsOf = (candidates: TestConfig['candidates']) => candidates.flatMap(({ parts }) => parts ?? []);
  const found: string[] = [];
  for (const [i, { scorer, threshold, scorerOptions }] of old.entries()) {
    if (isWeaker(ruleAt(scorer.rule, now[i]!.threshold), ruleAt(scorer.rule, threshold))) found.push(...goes('the threshold')(threshold, now[i]!.threshold));
    found.push(...differs('the options of the scorer are others')(scorerOptions, now[i]!.scorerOptions));
  }
  for (const { scorer, threshold, scorerOptions } of partsOf(old)) {
    const fresh = partsOf(now).find((part) => part.scorer.name === scorer.name);
    if (!fresh) continue;
    found.push(...differs(`the options of ${scorer.name} are others`)(scorerOptions, fresh.scorerOptions));
    if (isWeaker(ruleAt(scorer.rule, fresh.threshold), ruleAt(scorer.rule, threshold))) found.push(...goes(`the threshold of ${scorer.name}`)(threshold, fresh.threshold));
  }
  return found;
}

/** A comparison can only add a reason to fail: one that is new weakens nothing. */
function compareComparison(old: TestConfig['compare'], now: TestConfig['compare']): string[] {
  if (!old) return [];
  const sides = ({ compare }: Pick<TestConfig, 'compare'>) => compare?.report ?? compare?.with ?? 'nothing';
  return [
    ...goes('what it is compared with')(sides({ compare: old }), sides({ compare: now })),
    ...((now?.max_regression ?? 0) > old.max_regression ? goes('max_regression')(old.max_regression, now?.max_regression) : []),
  ];
}

type Asked = ModelSettings | EmbeddingSettings | ClassifierSettings;

/** Whoever judges beside the model; its patience, which it mostly has from the model, is told of by itself. */
function asked(sentence: string, section: string) {
  return (old: Asked | undefined, now: Asked | undefined): string[] => {
    const identity = (settings: Asked | undefined) => settings && { ...settings, timeout: undefined, retries: undefined };
    if (!isSame(identity(old), identity(now))) return [sentence];
    return [...falls(`${section}.timeout`)(old?.timeout, now?.timeout), ...falls(`${section}.retries`)(old?.retries, now?.retries)];
  };
}

/** Rows of a control arm, for comparing. */
function controlRows(control: TestConfig['control']): number {
  return control === 'off' ? 0 : control === 'all' ? Infinity : control;
}

/** Long enough for an address; whoever writes more does not get to fill the page. */
const LONGEST_VALUE = 200;

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
