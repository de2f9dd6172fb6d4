import type { Config } from '../config/config.ts';
import { endsEarly, rowReadsOf } from '../config/keys/methods.ts';
import type { TestConfig } from '../config/keys/test.ts';
import { loadPressure, loadProvocations } from '../data/builtin.ts';
import { loadSamples, type LoadedSamples } from '../data/index.ts';
import { rowsNeeded } from '../engine/methods/decision.ts';
import { prepareRows } from '../engine/methods/index.ts';
import { copyKeys, type AnyRun, type Compare, type PairRun } from '../engine/methods/test-run.ts';
import type { Judge } from '../engine/model.ts';
import type { Sample } from '../engine/sample.ts';
import { canonical, quoted } from '../json.ts';
import { checkOptions, checkRows, refuseUnjudged } from './check-rows.ts';
import type { ConnectedModels } from './connect-models.ts';
import {
  headPrompt,
  promptForRows,
  whyPromptUnasked,
  unshownColumnNotices,
  type FilledPrompt,
} from './filled-rows.ts';
import type { EvaluateOptions } from './options.ts';
import {
  chooseScorer,
  minimaOfSides,
  oneSidedNotices,
  sidesOf,
  streamRun,
  tripletRun,
  type CommonRun,
} from './test-runs.ts';

interface TestsWithRows {
  tests: AnyRun[];
  /** For each source of rows, a sentence that says how it was read. */
  dataSentences: string[];
  notices: string[];
}

/**
 * Returns the tests with samples, scorers and comparisons. Equal rows are read once.
 * @throws DataError or ConfigError
 */
export async function readTests(
  config: Config,
  options: EvaluateOptions,
  headAndBase: HeadAndBase,
): Promise<TestsWithRows> {
  const reader = new TestReader(config, options, headAndBase);
  for (const test of config.tests) await reader.addTest(test);
  const { tests, sources, notices } = reader;
  return { tests, dataSentences: [...sources], notices };
}

/** The models of head and base, and the configuration of the base. */
interface HeadAndBase {
  models: ConnectedModels;
  base?: Config;
  /** All tests of the configuration, if they are read one by one. */
  allTests?: readonly TestConfig[];
}

class TestReader {
  readonly tests: AnyRun[] = [];
  readonly sources = new Set<string>();
  readonly notices: string[] = [];
  private readonly config: Config;
  private readonly headAndBase: HeadAndBase;
  private readonly samplesOf: (test: TestConfig) => Promise<LoadedSamples>;

  constructor(config: Config, options: EvaluateOptions, headAndBase: HeadAndBase) {
    this.config = config;
    this.headAndBase = headAndBase;
    this.samplesOf = sampleReader(config, options);
  }

  async addTest(testConfig: TestConfig): Promise<void> {
    const { base } = this.headAndBase;
    const test = await loadParameters(testConfig);
    const samples = await this.readSamples(test);
    const prompt = headPrompt(this.config, test, samples);
    this.notices.push(...unshownColumnNotices(test, prompt, samples));
    const basePrompt = base && promptForRows(base, samples);
    const common: CommonRun = {
      ...copyKeys(test),
      samples,
      template: prompt.template,
      baseTemplate: basePrompt?.template,
      placeholders: prompt.filledPlaceholders,
      compare: this.comparisonOf(test, basePrompt),
    };
    checkOptions(common, this.config);
    for (const run of this.runsOf(test, common)) this.addRun(test, run);
  }

  /** Returns a run of the test, or one of each of its sides. */
  private runsOf(test: TestConfig, common: CommonRun): AnyRun[] {
    const { samples } = common;
    const { reader } = test.asking;
    if (reader !== undefined)
      return [tripletRun(test, reader, { ...common, judge: this.judgeOf(test) })];
    const { candidate, notices } = chooseScorer(test, samples);
    this.notices.push(...notices);
    const { scorer, threshold, scorerOptions } = candidate;
    if (scorer.embeds && this.config.embeddingsProblem) throw this.config.embeddingsProblem;
    const mayAskJudge = scorer.judgeCalls > 0 || scorer.optionalJudgeCalls !== undefined;
    const judge = mayAskJudge ? this.judgeOf(test) : undefined;
    const run: PairRun = { ...common, scorer, threshold, scorerOptions, judge };
    const sides = sidesOf(test, run);
    this.notices.push(...oneSidedNotices(sides));
    return endsEarly(test.asking.method) ? sides.map((side) => streamRun(test, side)) : sides;
  }

  private async readSamples(test: TestConfig): Promise<readonly Sample[]> {
    const { samples, blank, understood, notices, unreadAnswers } = await this.samplesOf(test);
    this.sources.add(understood);
    const dataNotices = [...notices, ...blankRowNotices(blank, test.data.source)];
    if (unreadAnswers > 0) dataNotices.push(...this.unreadNotice(test, unreadAnswers));
    this.notices.push(...dataNotices.filter((notice) => !this.notices.includes(notice)));
    return samples;
  }

  /**
   * Says once for each test and source that it does not read answers in words, unless another test
   * reads them.
   */
  private unreadNotice({ test, data: { source } }: TestConfig, rows: number): string[] {
    const { allTests = this.config.tests } = this.headAndBase;
    const isRead = allTests.some(
      ({ data, test: { measures } }) => data.source === source && measures === 'answers',
    );
    if (isRead) return [];
    const rowsInWords = rows === 1 ? '1 row has' : `${rows} rows have`;
    return [
      `${test.name}: ${rowsInWords} an expected answer in words, which this test does not read. The test \`answers\` reads it: ${quoted(source)}.`,
    ];
  }

  private addRun(test: TestConfig, run: AnyRun): void {
    const { seed, origin } = this.config;
    const cases = prepareRows(run, seed);
    const place = `${origin.path}:${test.line}`;
    const { answer, refuse } = minimaOfSides(test);
    const minima = [answer, refuse];
    const isCompared = test.compare !== undefined;
    refuseUnjudged(run, cases, place);
    this.notices.push(...checkRows(run, cases, { place, isCompared, minima }));
    this.tests.push({ ...run, cases });
  }

  private testAtBase({ test }: TestConfig): TestConfig | undefined {
    return this.headAndBase.base?.tests.find((baseTest) => baseTest.test.name === test.name);
  }

  private judgeOf({ judge }: TestConfig): Judge | undefined {
    return judge && this.headAndBase.models.judgeOf(judge);
  }

  private comparisonOf(
    testConfig: TestConfig,
    basePrompt: FilledPrompt | undefined,
  ): Compare | undefined {
    if (!testConfig.compare || !this.headAndBase.models.base) return undefined;
    return {
      ...testConfig.compare,
      isNewTest: this.testAtBase(testConfig) === undefined,
      unasked: basePrompt && whyPromptUnasked(basePrompt),
    };
  }
}

async function loadParameters(testConfig: TestConfig): Promise<TestConfig> {
  const { test, parameters, rules, asking } = testConfig;
  const loaded = (await test.load?.(parameters, {
    method: asking.method,
    rules,
    fewestRows: fewestRowsOf(testConfig),
    provocations: loadProvocations,
    pressures: loadPressure,
  })) as TestConfig['parameters'] | undefined;
  return loaded ? { ...testConfig, parameters: loaded } : testConfig;
}

/** The minimum that decides the number of rows if the minimum of the test is 0 or 1. */
const USUAL_MINIMUM = 0.95;

/** Returns the smallest number of rows after which a perfect model passes. */
function fewestRowsOf({ minimum_pass_rate, margin, alpha, beta }: TestConfig): number {
  const isOpen = minimum_pass_rate > 0 && minimum_pass_rate < 1;
  const minimum = isOpen ? minimum_pass_rate : USUAL_MINIMUM;
  const sensitive = { minimum, margin, alpha, beta };
  return rowsNeeded({ rows: 0, sensitive, comparisons: [] }).rows;
}

const MAX_PLACES = 5;

function blankRowNotices(places: readonly string[], source: string): string[] {
  if (places.length === 0) return [];
  const count = places.length === 1 ? '1 blank row was' : `${places.length} blank rows were`;
  const namesInWords = places.slice(0, MAX_PLACES).map(quoted).join(', ');
  const unnamedCount = places.length - MAX_PLACES;
  const more = unnamedCount > 0 ? ` and ${unnamedCount} more` : '';
  return [`${quoted(source)}: ${count} left out: ${namesInWords}${more}.`];
}

function sampleReader(
  config: Config,
  { root, confined, isTracked, datasetsServer, keys }: EvaluateOptions,
): (test: TestConfig) => Promise<LoadedSamples> {
  const samplesByKey = new Map<string, Promise<LoadedSamples>>();
  return ({ test, asking, data: { overridden, ...data } }) => {
    const reads = rowReadsOf({ test, asking });
    const key = canonical([data.source, data.columns, data.limit, reads]);
    const boundary = confined && !overridden ? root : undefined;
    const samples =
      samplesByKey.get(key) ??
      loadSamples({
        ...data,
        reads,
        seed: config.seed,
        root,
        confinedTo: boundary,
        isTracked,
        datasetsServer,
        token: keys.huggingface,
      });
    samplesByKey.set(key, samples);
    return samples;
  };
}
