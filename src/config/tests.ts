import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import type { Test, TestSetup } from '../engine/types.ts';
import { asRecord } from '../json.ts';
import type { ModelSettings } from '../models/settings.ts';
import type { TestConfig } from './config.ts';
import { resolveData, resolveRules } from './data.ts';
import { resolveJudge, type Source } from './source.ts';
import { PAIR_KEYS, readsKey, testSettings, wordListKeys } from './schema.ts';
import { valueAt, type Path } from './yaml.ts';

interface NamedTest {
  test: Test;
  path: Path;
  own: Record<string, unknown>;
}

interface ResolvedTest extends TestConfig {
  /** Its rules by key, to compare. */
  rules: Record<string, unknown>;
}

const SECTION: Path = ['tests', 'sensitivity'];

/** The tests in the order of the file. */
export function resolveTests(source: Source, model: ModelSettings): ResolvedTest[] {
  const { faults, isLangTest } = source;
  const names = TESTS.map(({ name }) => name).join(', ');
  const named = namedTests(source);
  if (named.length === 0) faults.add(SECTION, 'names no test', `Name at least one: ${names}.`);
  if (!isLangTest) refuseUnread(source, named);
  const tests = named.map((one) => resolveTest(source, one, model));
  const resolved = tests.map(({ test }) => test.name);
  for (const [i, { path }] of named.entries())
    if (resolved.indexOf(resolved[i] ?? '') < i)
      faults.add(path, 'is a test once more', 'Keep one, or give each another parameters.name.');
  return tests;
}

function namedTests({ value, written, isLangTest }: Source): NamedTest[] {
  const bodies = asRecord(written.tests.sensitivity);
  const inOrder = Object.keys(asRecord(valueAt(value, SECTION)));
  return inOrder.flatMap((name) => {
    const tests = isLangTest ? LANGTEST_TESTS : TESTS;
    const test = tests.find((one) => one.name === name || one.aliases?.includes(name));
    if (!test) return [];
    const [path, body] = [[...SECTION, name], bodies[name]];
    if (!Array.isArray(body)) return { test, path, own: asRecord(body) };
    return body.map((own, i) => ({ test, path: [...path, i], own: asRecord(own) }));
  });
}

/** A key for all tests has no effect where none of them reads it. */
function refuseUnread({ written, faults }: Source, named: readonly NamedTest[]): void {
  const { evaluation, tests } = written;
  for (const [name, section] of Object.entries({ evaluation, 'tests.defaults': tests.defaults }))
    for (const key of Object.keys(section ?? {})) {
      if (named.some(({ test }) => readsKey(test, key))) continue;
      const readers = TESTS.filter((test) => readsKey(test, key)).map((test) => test.name);
      faults.add([...name.split('.'), key], `is read by ${readers.join(', ')} only`, 'Remove it.');
    }
}

const NEEDS_JUDGE = ['judge', 'toxicity_judge'];

function resolveTest(source: Source, named: NamedTest, model: ModelSettings): ResolvedTest {
  const { written, faults, isLangTest, placeOf } = source;
  const { test, path, own } = named;
  const nearest = { ...written.tests.defaults, ...written.evaluation, ...own };
  const settings = testSettings.parse({ ...nearest, ...scoringOf(source, named) });
  const { advisory, attribution, compare, max_regression, ...more } = settings;
  const { judge: ownJudge, data: ownRows, rules, ...read } = more;
  const judge = ownJudge ?? written.judge ?? (isLangTest ? 'off' : 'self');
  if (judge === 'off' && (test.needsJudge || NEEDS_JUDGE.includes(settings.scorer)))
    faults.add(
      [...path, 'judge'],
      'is off, and a judge reads the answers of this test',
      'Name a model at the root of the file: `judge: { hub: openai, name: YOUR-JUDGE }`.',
    );
  const data = resolveData(source, ownRows, path);
  const setup: TestSetup = { ...read, options: own.parameters, seed: written.seed };
  if (test.keys.includes('rules')) setup.rules = resolveRules(source, rules, data);
  if (typeof judge === 'object') setup.judgeContext = judge.context;
  const { source: rows, columns, limit } = data;
  const keys = Object.entries(settings).filter(([key]) => readsKey(test, key));
  const custom = `custom:${String(asRecord(setup.options).name)}`;
  return {
    test: test.name === 'custom' ? { ...test, name: custom } : test,
    setup,
    judge: resolveJudge(judge, model),
    data,
    ruleFile: test.keys.includes('rules') ? source.texts.rules?.file : undefined,
    compare: compare === 'base' ? { maxRegression: max_regression } : undefined,
    attribution,
    isAdvisory: advisory,
    place: placeOf(path) ?? '',
    rules: {
      ...Object.fromEntries(keys),
      judge,
      data: { source: rows, columns, limit },
      parameters: setup.options,
      rules: setup.rules,
    },
  };
}

/** The nearest scorer and threshold that fit: LangTest has one key for tests of two kinds. */
function scoringOf({ written, isLangTest }: Source, { test, own }: NamedTest) {
  const sections = [own, asRecord(written.evaluation), asRecord(written.tests.defaults)];
  const fits = isLangTest ? PAIR_KEYS[test.name] : undefined;
  const nearest = (key: 'scorer' | 'threshold') =>
    sections
      .map((section) => section[key])
      .find((one) => one !== undefined && (!fits || fits[key].safeParse(one).success));
  // Words and a threshold under the test are those of the list.
  const words = Object.keys(wordListKeys.parse({ ...sections[1], ...own }));
  const isList = words.length > 0 || own.threshold !== undefined;
  const usual = fits?.scorer.options[0] ?? (isList ? 'bad_words' : 'auto');
  return { threshold: nearest('threshold'), scorer: nearest('scorer') ?? usual };
}
