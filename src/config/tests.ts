import { WORD_LIST_SETTINGS } from '../engine/settings.ts';
import { SCORERS } from '../engine/scorers/index.ts';
import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import { readsSetting } from '../engine/test.ts';
import { asRecord } from '../shared/json.ts';
import type { DataConfig, TestConfig } from './config.ts';
import type { ParsedConfig } from './parse.ts';
import { resolveJudge } from '../models/settings.ts';
import { testSettings, type TestSettings } from './schema.ts';
import { valueAt } from './yaml.ts';

type ListedTest = ReturnType<typeof listTests>[number];

const SECTION = ['tests', 'sensitivity'];

/** Resolves the tests, in the order of the file. */
export function resolveTests(source: ParsedConfig) {
  const named = listTests(source);
  if (named.length === 0)
    source.faults.add(
      ['tests'],
      'names no test',
      `Name one of ${TESTS.map(({ name }) => name).join(', ')}.`,
    );
  refuseUnread(source, named);
  const tests: TestConfig[] = [];
  for (const namedTest of named) {
    const resolved = resolveTest(source, namedTest);
    if (tests.some(({ test }) => test.name === resolved.test.name))
      source.faults.add(
        namedTest.path,
        'repeats a test',
        'Keep one of them, or give each a different parameters.name.',
      );
    tests.push(resolved);
  }
  return tests;
}

/** Lists each test of the file, with its path and its body. */
function listTests({ value, isLangTest }: ParsedConfig) {
  const tests = isLangTest ? LANGTEST_TESTS : TESTS;
  return Object.entries(asRecord(valueAt(value, SECTION))).flatMap(([name, written]) => {
    const test = tests.find((known) => known.name === name || known.aliases?.includes(name));
    if (!test) return [];
    const path = [...SECTION, name];
    // A test that is named by its `parameters` may be a list of tests.
    return [written].flat().map((body, i) => ({
      test,
      path: Array.isArray(written) ? [...path, i] : path,
      body: asRecord(body),
    }));
  });
}

/** Refuses the keys of `evaluation` and `tests.defaults` that no test reads. */
function refuseUnread({ value, faults, isLangTest }: ParsedConfig, named: ListedTest[]) {
  if (isLangTest) return;
  for (const section of [['evaluation'], ['tests', 'defaults']])
    for (const key of Object.keys(asRecord(valueAt(value, section))))
      if (!named.some(({ test }) => readsSetting(test, key)))
        faults.add([...section, key], 'is read by no test of the file', 'Remove it.');
}

function resolveTest(source: ParsedConfig, named: ListedTest) {
  const { test, path, body } = named;
  const settings = testSettings.parse(nearestValues(source, named));
  const { judge: judgeSection, data: rows, rules: ownRules, ...values } = settings;
  const judge = resolveJudge(judgeSection, source.model);
  if (!judge)
    source.faults.add(
      body.judge ? [...path, 'judge'] : ['judge'],
      'must have a name, and a hub other than http, or only a context: an app cannot judge',
      'Write `judge: { hub: openai, name: YOUR-JUDGE }` with your hub and model, or remove these keys.',
    );
  if (judge === 'off' && (test.needsJudge || SCORERS[values.scorer]?.needsJudge))
    source.faults.add(
      [...path, 'judge'],
      'is off (the default with hub http), but this test needs a judge to read its answers',
      'Name a judge at the root of the file: `judge: { hub: openai, name: YOUR-JUDGE }`.',
    );
  const options = test.options?.parse(body.parameters ?? {}) ?? {};
  const data = resolveData(source, named, rows);
  const rules = Array.isArray(ownRules) ? ownRules : ownRules && source.botRules;
  if (test.settings.includes('rules') && !ownRules)
    source.faults.add([...path, 'rules'], 'is missing', 'Write a list of 1 to 20 rules.');
  return {
    test: test.nameOf ? { ...test, name: `${test.name}:${test.nameOf(options)}` } : test,
    setup: {
      ...values,
      options,
      rules,
      judgeContext: typeof judgeSection === 'object' ? judgeSection.context : undefined,
      seed: source.written.seed,
    },
    judge: judge ?? 'self',
    data,
    ruleFile: source.ruleFile,
    place: source.placeOf(path) ?? '',
    deciding: {
      ...Object.fromEntries(Object.entries(settings).filter(([key]) => readsSetting(test, key))),
      // As it is written, since the input `data` hides the source.
      data: rows,
      parameters: options,
      rules,
    },
  };
}

/**
 * The values of a test, each from the nearest section that the test reads. They are as written: a
 * parsed section has defaults, which would hide the values of the sections above it.
 */
function nearestValues({ value, isLangTest }: ParsedConfig, { test, body }: ListedTest) {
  const shared = [asRecord(value.tests).defaults, value.evaluation].flatMap((section) =>
    Object.entries(asRecord(section)),
  );
  const nearest = {
    // In LangTest, two kinds of tests share the key `threshold`, and each ignores the other's form.
    ...Object.fromEntries(
      shared.filter(([key, written]) => test.values?.[key]?.safeParse(written).success ?? true),
    ),
    ...body,
  };
  // A word list, or a threshold under the test itself, selects the scorer `bad_words`.
  const hasWordList = WORD_LIST_SETTINGS.some((key) => key in nearest) || 'threshold' in body;
  const { data, judge = isLangTest ? 'off' : 'self' } = value;
  const scorer = test.values?.scorer?.parse(undefined) ?? (hasWordList ? 'bad_words' : 'auto');
  return { data, judge, scorer, ...nearest };
}

/**
 * Resolves the source and columns of a test's rows. The input `data` overrides the section `data`
 * of the file.
 */
function resolveData(
  { faults, overrides, placeOf }: ParsedConfig,
  { path, body }: ListedTest,
  rows: TestSettings['data'] = {},
): DataConfig {
  const { columns = {}, limit, split, source, data_source } = rows;
  const above = body.data ? [...path, 'data'] : ['data'];
  const input = body.data ? undefined : overrides.data;
  const file = source ?? data_source ?? '';
  if (!(input ?? file))
    faults.add(
      [...above, 'source'],
      'is missing: no data is named',
      'Write a path, builtin:statements, or hf:OWNER/NAME, or set the input `data`.',
    );
  if (source && data_source)
    faults.add([...above, 'data_source'], 'is set twice: also as source', 'Keep one of them.');
  if (split && !file.startsWith('hf:'))
    faults.add([...above, 'split'], 'needs a source hf:OWNER/NAME', 'Remove it.');
  // Without a config, two colons precede the split.
  const colons = file.split(':').length > 2 ? ':' : '::';
  return {
    source: input ?? (split ? `${file}${colons}${split}` : file.replace(/^\.\//, '')),
    columns,
    limit,
    isFromInput: input !== undefined,
    place: input ? "input 'data'" : placeOf([...above, source ? 'source' : 'data_source']),
    placeOfColumn: (role) => placeOf([...above, 'columns', role]),
  };
}
