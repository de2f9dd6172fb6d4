import { WORD_LIST_KEYS, type BotRule } from '../engine/settings.ts';
import { SCORERS } from '../engine/scorers/index.ts';
import { LANGTEST_TESTS, TESTS } from '../engine/tests/index.ts';
import { readsKey } from '../engine/types.ts';
import { asRecord, quoted } from '../shared/json.ts';
import type { DataConfig, Overrides, SubjectTexts } from './config.ts';
import type { Faults } from './faults.ts';
import { judgeOf, type ModelSettings } from '../models/settings.ts';
import { testSettings, type TestSettings, type WrittenConfig } from './schema.ts';
import { valueAt, type Path } from './yaml.ts';

/** A configuration that its schema accepts, with the texts and rules of other files. */
export interface Source {
  written: WrittenConfig;
  /** The file before defaults, in its order. */
  value: Readonly<Record<string, unknown>>;
  model: ModelSettings;
  texts: SubjectTexts;
  /** The file with the rules of a bot. */
  ruleFile?: string;
  /** The rules in that file. */
  rules?: BotRule[];
  path: string;
  sha256: string;
  faults: Faults;
  overrides: Overrides;
  isLangTest: boolean;
  /** Undefined for a key that the file does not have. */
  placeOf: (path: Path) => string | undefined;
}

type NamedTest = ReturnType<typeof namedTests>[number];

const SECTION = ['tests', 'sensitivity'];

/** The tests in the order of the file. */
export function resolveTests(source: Source) {
  const named = namedTests(source);
  if (named.length === 0)
    source.faults.add(
      ['tests'],
      'names no test',
      `Name one of ${TESTS.map(({ name }) => name).join(', ')}.`,
    );
  refuseUnread(source, named);
  const names = new Set<string>();
  return named.map((namedTest) => {
    const resolved = resolveTest(source, namedTest);
    const { name } = resolved.test;
    if (names.has(name))
      source.faults.add(
        namedTest.path,
        'is a test once more',
        'Keep one of them, or give each its own parameters.name.',
      );
    names.add(name);
    return resolved;
  });
}

function namedTests({ value, isLangTest }: Source) {
  const tests = isLangTest ? LANGTEST_TESTS : TESTS;
  return Object.entries(asRecord(valueAt(value, SECTION))).flatMap(([name, bodies]) => {
    const test = tests.find((known) => known.name === name || known.aliases?.includes(name));
    if (!test) return [];
    const path = [...SECTION, name];
    return [bodies].flat().map((body, i) => ({
      test,
      path: Array.isArray(bodies) ? [...path, i] : path,
      body: asRecord(body),
    }));
  });
}

/** Refuses keys for all tests that no test reads. */
function refuseUnread({ value, faults, isLangTest }: Source, named: readonly NamedTest[]) {
  for (const section of isLangTest ? [] : [['evaluation'], ['tests', 'defaults']])
    for (const key of Object.keys(asRecord(valueAt(value, section))))
      if (!named.some(({ test }) => readsKey(test, key)))
        faults.add([...section, key], 'is read by no test of the file', 'Remove it.');
}

function resolveTest(source: Source, named: NamedTest) {
  const { test, path, body } = named;
  const nearest = nearestValues(source, named);
  const settings = testSettings.parse(nearest);
  const judge = judgeOf(nearest.judge, source.model);
  if (!judge || asRecord(judge).hub === 'http')
    source.faults.add(
      body.judge ? [...path, 'judge'] : ['judge'],
      'must have a name and a hub that is not http, or a context alone: no app is its own judge',
      'Write `judge: { hub: openai, name: YOUR-JUDGE }` with your hub and model, or remove its keys.',
    );
  if (judge === 'off' && (test.needsJudge || SCORERS[settings.scorer]?.needsJudge))
    source.faults.add(
      [...path, 'judge'],
      'is off, as for hub http, and a judge reads the answers of this test',
      'Name a model at the root of the file: `judge: { hub: openai, name: YOUR-JUDGE }`.',
    );
  const data = resolveData(source, body.data ? [...path, 'data'] : ['data'], settings.data);
  const options = test.options?.parse(body.parameters ?? {}) ?? {};
  const rules = test.keys.includes('rules')
    ? resolveRules(source, settings.rules, data)
    : undefined;
  const { judge: reader, data: _rows, rules: _rules, ...values } = settings;
  const judgeContext = typeof reader === 'object' ? reader.context : undefined;
  const read = Object.entries(settings).filter(([key]) => readsKey(test, key));
  return {
    test: test.nameOf ? { ...test, name: `${test.name}:${test.nameOf(options)}` } : test,
    setup: { ...values, options, rules, judgeContext, seed: source.written.seed },
    judge: judge ?? 'self',
    data,
    ruleFile: source.ruleFile,
    place: source.placeOf(path) ?? '',
    deciding: {
      ...Object.fromEntries(read),
      data: { source: data.source, columns: data.columns, limit: data.limit },
      parameters: options,
      rules,
    },
  };
}

/** The values of a test before defaults. Each is of the nearest section with a value that fits. */
function nearestValues({ value, isLangTest }: Source, { test, body }: NamedTest) {
  const { values = {} } = test;
  const sections = [asRecord(value.tests).defaults, value.evaluation].map(asRecord);
  // In LangTest, tests of two kinds share one threshold.
  const fitting = sections
    .flatMap(Object.entries<unknown>)
    .filter(([key, written]) => values[key]?.safeParse(written).success ?? true);
  const nearest = { ...Object.fromEntries(fitting), ...body };
  // Words, or a threshold under the test, are for the scorer `bad_words`.
  const hasWordList = WORD_LIST_KEYS.some((key) => key in nearest) || 'threshold' in body;
  return {
    judge: isLangTest ? 'off' : 'self',
    scorer: values.scorer?.parse(undefined) ?? (hasWordList ? 'bad_words' : 'auto'),
    ...value,
    ...nearest,
  };
}

/**
 * The rows of a test. The input `data` overrides the source.
 *
 * @param above - path of the section: `data`, or a test's own, which no input overrides
 */
function resolveData(
  { faults, overrides, placeOf }: Source,
  above: Path,
  rows: TestSettings['data'] = {},
): DataConfig {
  const { columns = {}, limit, split, source: named, data_source } = rows;
  const input = above.length === 1 ? overrides.data : undefined;
  const file = named ?? data_source ?? '';
  if ((input ?? file) === '')
    faults.add(
      [...above, 'source'],
      'is missing: no data is named',
      'Write a path, builtin:statements, or hf:OWNER/NAME, or set the input `data`.',
    );
  if (named !== undefined && data_source !== undefined)
    faults.add([...above, 'data_source'], 'is written twice: as source, too', 'Keep one of them.');
  if (split !== undefined && !file.startsWith('hf:'))
    faults.add([...above, 'split'], 'belongs to a source hf:OWNER/NAME', 'Remove it.');
  // A source without a config has two colons before its split.
  const colons = file.split(':').length > 2 ? ':' : '::';
  return {
    source: input ?? (split === undefined ? file.replace(/^\.\//, '') : `${file}${colons}${split}`),
    columns,
    limit,
    isFromInput: input !== undefined,
    place: input ? "input 'data'" : placeOf([...above, named ? 'source' : 'data_source']),
    placeOfColumn: (role) => placeOf([...above, 'columns', role]),
  };
}

/** Matches a rule that documents decide. */
const DOCUMENTS =
  /\b(?:from|only|based on|according to|by|beyond|outside|outside of|than|what|in) (?:the|these|those|its|our|your) (?:given |provided |retrieved |help )?(?:documents?|pages?|passages?|knowledge[ -]?bases?|sources?(?! code)|contexts?(?! of))\b/i;

/** The rules of a bot, from the configuration or a file of their own. */
function resolveRules(
  { faults, rules: ofFile = [] }: Source,
  rules: TestSettings['rules'],
  { columns }: DataConfig,
) {
  if (!rules)
    faults.add([...SECTION, 'rules', 'rules'], 'is missing', 'Write a list of 1 to 20 rules.');
  const list = Array.isArray(rules) ? rules : ofFile;
  if (columns.fill) return list;
  for (const { rule } of list)
    if (DOCUMENTS.test(rule))
      faults.notices.push(
        `The rule ${quoted(rule)}: the judge sees documents of rows alone, and data.columns.fill names none. Name their column: \`data: { columns: { fill: [context] } }\`.`,
      );
  return list;
}
