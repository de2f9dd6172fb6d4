import { LANGTEST_TESTS, TESTS } from '../../core/tests/index.ts';
import type { Test, TestSetup } from '../../core/types.ts';
import { asRecord } from '../../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import { resolveRules } from './bot-rules.ts';
import type { TestConfig } from './config.ts';
import { resolveData } from './data.ts';
import { resolveJudge, type Source } from './resolve.ts';
import {
  metricKeys,
  PAIR_SCORERS,
  readsKey,
  testSettings,
  WORD_LIST,
  wordListKeys,
  type TestSettings,
} from './schema.ts';
import type { Path } from './yaml.ts';

interface NamedTest {
  test: Test;
  path: Path;
  own: Record<string, unknown>;
}

interface ResolvedTest extends TestConfig {
  /** Its rules by key, to compare. */
  rules: Record<string, unknown>;
}

/** The tests in the order of the file. */
export function resolveTests(source: Source, model: ModelSettings): ResolvedTest[] {
  const { faults } = source;
  const named = namedTests(source);
  const names = TESTS.map(({ name }) => name);
  if (named.length === 0)
    faults.add({
      path: ['tests', 'sensitivity'],
      problem: 'names no test',
      remedy: `Name at least one: ${names.join(', ')}.`,
    });
  for (const [key, path] of sharedKeys(source)) {
    const readers = names.filter((name) => readsKey(name, key));
    if (!named.some(({ test }) => readsKey(test.name, key)))
      faults.add({ path, problem: `is read by ${readers.join(', ')} only`, remedy: 'Remove it.' });
  }
  const tests = named.map((one) => resolveTest(source, one, model));
  const known = new Set<string>();
  for (const [i, { test }] of tests.entries()) {
    if (known.has(test.name))
      faults.add({
        path: named[i]?.path ?? [],
        problem: `is the test ${test.name} once more`,
        remedy: 'Keep one of them, or give each another parameters.name.',
      });
    known.add(test.name);
  }
  return tests;
}

function namedTests({ value, written, isLangTest }: Source): NamedTest[] {
  const known = isLangTest ? LANGTEST_TESTS : TESTS;
  const bodies = asRecord(written.tests.sensitivity);
  const inOrder = Object.keys(asRecord(asRecord(asRecord(value).tests).sensitivity));
  return inOrder.flatMap((name) => {
    const test = known.find((one) => one.name === name || one.aliases?.includes(name));
    const path = ['tests', 'sensitivity', name];
    const body = bodies[name];
    if (!test) return [];
    if (!Array.isArray(body)) return [{ test, path, own: asRecord(body) }];
    return body.map((own, i) => ({ test, path: [...path, i], own: asRecord(own) }));
  });
}

/** Keys that are written for all tests. */
function sharedKeys({ written: { evaluation, tests } }: Source): [key: string, path: Path][] {
  const paths = (section: object | null | undefined, above: Path) =>
    Object.keys(section ?? {}).map((key): [string, Path] => [key, [...above, key]]);
  return [...paths(evaluation, ['evaluation']), ...paths(tests.defaults, ['tests', 'defaults'])];
}

const NEEDS_JUDGE = ['judge', 'toxicity_judge'];

function resolveTest(source: Source, named: NamedTest, model: ModelSettings): ResolvedTest {
  const { written, faults, isLangTest, placeOf } = source;
  const { test, path, own } = named;
  const shared = { ...written.tests.defaults, ...written.evaluation };
  const nearest = { threshold: thresholdOf(source, named), scorer: scorerOf(source, named) };
  const settings = testSettings.parse({ ...shared, ...own, ...nearest });
  const options = optionsOf(source, named);
  const judge = settings.judge ?? written.judge ?? (isLangTest ? 'off' : 'self');
  if (judge === 'off' && (test.name === 'rules' || NEEDS_JUDGE.includes(settings.scorer)))
    faults.add({
      path: [...path, 'judge'],
      problem: 'is off, and the answers of this test are read by a judge',
      remedy: 'Name a model at the root of the file: `judge: { hub: openai, name: YOUR-JUDGE }`.',
    });
  const data = resolveData(source, settings.data, path);
  const setup = setupOf(settings, written.seed);
  setup.scorer = nearest.scorer;
  setup.options = options;
  if (test.name === 'rules') setup.rules = resolveRules(source, settings);
  if (typeof judge === 'object') setup.judgeContext = judge.context;
  const { source: rows, columns, limit } = data;
  const read = Object.entries(settings).filter(([key]) => readsKey(test.name, key));
  const resolved = {
    data: { source: rows, columns, limit },
    parameters: options,
    rules: setup.rules,
  };
  const { name } = asRecord(options);
  return {
    test: test.name === 'custom' ? { ...test, name: `custom:${String(name)}` } : test,
    setup,
    judge: resolveJudge(judge, model),
    data,
    compare: settings.compare === 'base' ? { maxRegression: settings.max_regression } : undefined,
    attribution: settings.attribution,
    isAdvisory: settings.advisory,
    place: placeOf(path) ?? '',
    rules: { ...Object.fromEntries(read), judge, ...resolved },
  };
}

function optionsOf({ faults }: Source, { test, path, own }: NamedTest): unknown {
  const { data, error } = test.options.safeParse(own.parameters ?? {});
  for (const issue of error?.issues ?? [])
    faults.add({
      path: [...path, 'parameters', ...issue.path.map(String)],
      problem: issue.message,
      remedy: 'Correct the parameters of the test.',
    });
  return data;
}

/** The nearest threshold of the test's kind: LangTest has one key for two kinds. */
function thresholdOf({ written, isLangTest }: Source, { test, own }: NamedTest): unknown {
  const isPair = isLangTest && test.name === 'add_negation';
  const sections = [own, asRecord(written.evaluation), asRecord(written.tests.defaults)];
  const thresholds = sections.map(({ threshold }) => threshold);
  return thresholds.find((one) => one !== undefined && Array.isArray(one) === isPair);
}

/** Words and a threshold under the test are those of the list. */
function scorerOf({ written, isLangTest }: Source, { test, own }: NamedTest): string | undefined {
  const evaluation = asRecord(written.evaluation);
  const scorer = own.scorer ?? evaluation.scorer;
  if (isLangTest) return PAIR_SCORERS[test.name]?.find((one) => one === scorer);
  const isOfList = Object.keys({ ...evaluation, ...own }).some((key) => WORD_LIST.includes(key));
  const usual = isOfList || own.threshold !== undefined ? 'bad_words' : 'auto';
  return typeof scorer === 'string' ? scorer : usual;
}

function setupOf(settings: TestSettings, seed: number): TestSetup {
  const { min_pass_rate: minPassRate, min_answer_rate, min_refusal_rate } = settings;
  return {
    options: {},
    seed,
    minPassRate,
    margin: settings.margin,
    alpha: settings.alpha,
    beta: settings.beta,
    minValid: settings.min_valid,
    minSteady: settings.min_steady,
    minBySide: { answer: min_answer_rate ?? minPassRate, refuse: min_refusal_rate ?? minPassRate },
    threshold: settings.threshold,
    measure: settings.measure,
    wordList: wordListKeys.parse(settings),
    metric: metricKeys.parse(settings),
  };
}
