import { earlierReports, earlierRows } from './baseline.js';
import { checkOptions, checkRows } from './check-rows.js';
import { promptOfTest, type Candidate, type Config } from '../config/config.js';
import type { TestConfig } from '../config/keys/test.js';
import { FACTS_OF, readsOfData } from '../config/keys/asking.js';
import type { ConnectedModels } from './connect-models.js';
import { loadProvocations } from '../data/builtin.js';
import { loadSamples, type LoadedSamples } from '../data/index.js';
import { type Sample, SIDES } from '../engine/sample.js';
import type { Unfit } from '../engine/tests/test.js';
import { prepareRows } from '../engine/methods/index.js';
import {
  type AnyRun,
  type Compare,
  settledOf,
  type StreamRun,
  type TestRun,
  type TripletRun,
} from '../engine/methods/test-run.js';
import { ConfigError, DataError } from '../errors.js';
import { canonical, quoted } from '../json.js';
import type { EvaluateOptions } from './options.js';
import path from 'node:path';
import { rowKind } from '../engine/lint/kind.js';
import type { Readers, TripletScorer } from '../engine/methods/reading.js';
import { readPlainLabels, readPlainTruth } from '../language/plain.js';

interface ReadTests {
  tests: AnyRun[];
  /** A sentence for each source of rows on how it was read. */
  understood: string[];
  notices: string[];
  /** SHA-256 of the files that were parsed, by absolute path. */
  digests: ReadonlyMap<string, string>;
}

/**
 * Returns the tests with samples, scorers and comparisons. Equal rows are read once. @throws
 * DataError or ConfigError
 */
export async function readTests(
  config: Config,
  options: EvaluateOptions,
  { models, base }: { models: ConnectedModels; base?: Config | undefined },
): Promise<ReadTests> {
  const hasBase = models.base !== undefined;
  const samplesOf = sampleReader(config, options);
  const digests = new Map<string, string>();
  const addDigest = (file: string, sha256: string) => {
    const known = digests.get(file) ?? sha256;
    if (known !== sha256) throw changedMeanwhile(file, options.root);
    digests.set(file, sha256);
  };
  const earlier = earlierReports(options, addDigest);
  const notices: string[] = [];
  const sources = new Set<string>();

  async function comparisonOf(
    { test, parameters, compare, asking }: TestConfig,
    { scorer, samples }: { scorer: string; samples: readonly Sample[] },
  ): Promise<Compare | undefined> {
    if (!compare || compare.report === undefined) {
      if (!compare || !hasBase) return undefined;
      return { ...compare, isNewTest: !base?.tests.some((other) => other.test.name === test.name) };
    }
    const method = asking.reader === undefined ? 'pair' : 'triplet';
    const made = test.pairs?.(samples, parameters, config.seed);
    const texts =
      made?.map((row) => ('reason' in row ? row.sample.text : row.test_case)) ??
      samples.map(({ text }) => text);
    const rows = earlierRows(
      { test, method, scorer, texts },
      await earlier(compare.report),
      compare.report,
    );
    if ('notice' in rows) {
      notices.push(rows.notice);
      return undefined;
    }
    return { ...compare, earlier: rows };
  }

  const tests: AnyRun[] = [];
  for (const test of config.tests) {
    const written = await loaded(test, config);
    const { data, asking } = written;
    const { reader } = asking;
    const loadedSamples = await samplesOf(written);
    const { samples, blank, understood, notices: ofRows } = loadedSamples;
    for (const [file, sha256] of loadedSamples.digests) addDigest(file, sha256);
    sources.add(understood);
    notices.push(
      ...[...ofRows, ...blankRows(blank, data.source)].filter(
        (notice) => !notices.includes(notice),
      ),
    );
    const judgeOf = (isAsked: boolean) =>
      isAsked && written.judge ? models.judgeOf(written.judge) : undefined;
    const baseTemplate = base?.tests.find(
      (other) => other.test.name === written.test.name,
    )?.template;
    const template = promptOfTest(config, written);
    const keys = settledOf(written);
    const common = {
      ...keys,
      samples,
      template,
      baseTemplate,
    };
    checkOptions({ ...config, template }, common);
    const where = `${config.origin.path}:${written.line}`;
    const { minimum_answer_rate, minimum_refusal_rate, minimum_pass_rate } = written;
    const minima = [minimum_answer_rate, minimum_refusal_rate].map(
      (own) => own ?? minimum_pass_rate,
    );
    const isCompared = written.compare !== undefined;
    const add = (run: AnyRun) => {
      const cases = prepareRows(run, config.seed);
      notices.push(...checkRows(run, cases, { where, isCompared, minima }));
      tests.push({ ...run, cases });
    };
    if (reader !== undefined) {
      const compare = await comparisonOf(written, { scorer: reader, samples });
      add(tripletRun(written, { ...common, reader, compare, judge: judgeOf(true) }));
      continue;
    }
    const chosen = chooseScorer(written, samples, notices);
    if (chosen.scorer.embeds && !config.embeddings) throw config.embeddingsProblem!;
    const run: TestRun = {
      ...common,
      scorer: chosen.scorer,
      threshold: chosen.threshold,
      scorerOptions: chosen.scorerOptions,
      compare: await comparisonOf(written, { scorer: chosen.scorer.name, samples }),
      judge: judgeOf(chosen.scorer.judgeCalls > 0 || chosen.scorer.mayAskJudge === true),
    };
    for (const part of sidesOf(written, run))
      add(FACTS_OF[written.asking.method].endsEarly ? streamRun(written, part) : part);
  }
  return { tests, understood: [...sources], notices, digests };
}

function changedMeanwhile(file: string, root: string): DataError {
  return new DataError('the file changed while the run read it', {
    where: path.relative(root, file),
    remedy: 'Let no other step write it during the run, and run the job again.',
  });
}

/** Loads the files that the parameters name. @throws ConfigError with their place */
async function loaded(written: TestConfig, { origin }: Config): Promise<TestConfig> {
  const { test, parameters, line, asking } = written;
  const found = (await test.load?.(parameters, {
    method: asking.method,
    provocations: loadProvocations,
  })) as TestConfig['parameters'] | Unfit | undefined;
  if (!found) return written;
  if (!('reason' in found)) return { ...written, parameters: found };
  throw new ConfigError(`${test.name}: ${String(found.reason)}`, {
    where: `${origin.path}:${line}`,
    remedy: 'Correct it under `parameters` of the test.',
  });
}

/** Returns the first candidate that fits the samples. A surprising choice gets a notice. */
function chooseScorer(
  { test, candidates }: TestConfig,
  samples: readonly Sample[],
  notices: string[],
): Candidate {
  if (candidates.length === 1) return candidates[0]!;
  const [first] = candidates;
  const chosen = candidates.find(({ scorer }) => scorer.fits?.(samples) ?? true)!;
  const misfit =
    first!.scorer === chosen.scorer
      ? []
      : samples.filter((sample) => !first!.scorer.fits?.([sample]));
  if (misfit.length > 0 && misfit.length < samples.length) {
    notices.push(
      `${test.name}: scorer auto took ${chosen.scorer.name}, since ${first!.scorer.name} does not fit ${misfit.length} of ${samples.length} rows, the first at ${quoted(misfit[0]!.source)}.`,
    );
  }
  if (chosen.scorer.embeds) {
    notices.push(
      `${test.name}: scorer auto found neither options in every row nor a judge, and took embedding: how far apart two answers are, whatever they say. ` +
        'Give the rows options, name a judge, write `method: triplet`, or write `scorer: embedding` to mean it.',
    );
  }
  return chosen;
}

const MOST_PLACES = 5;

function blankRows(places: readonly string[], source: string): string[] {
  if (places.length === 0) return [];
  const rest = places.length - MOST_PLACES;
  return [
    `${quoted(source)}: ${places.length === 1 ? '1 blank row was' : `${places.length} blank rows were`} left out: ${places.slice(0, MOST_PLACES).map(quoted).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
  ];
}

function sampleReader(
  config: Config,
  { root, confined, isTracked, datasetsServer, keys }: EvaluateOptions,
): (test: TestConfig) => Promise<LoadedSamples> {
  const loaded = new Map<string, Promise<LoadedSamples>>();
  return ({ test, asking, data: { overridden, ...data } }) => {
    const reads = readsOfData({ test, asking });
    const key = canonical([data.source, data.columns, data.limit, reads]);
    const within = confined && !overridden ? root : undefined;
    const samples =
      loaded.get(key) ??
      loadSamples({
        ...data,
        ...reads,
        seed: config.seed,
        root,
        within,
        isTracked,
        datasetsServer,
        token: keys.huggingface,
      });
    loaded.set(key, samples);
    return samples;
  };
}

const READERS: Readers = {
  labels: (answer, { options }) => readPlainLabels(answer, options),
  stance: readPlainTruth,
  kind: rowKind,
};

type Common = Omit<
  TripletRun,
  'method' | 'minimum_valid_rate' | 'minimum_steady_rate' | 'margin' | 'alpha' | 'beta' | 'scorer'
>;

function tripletRun(
  { margin, alpha, beta, min_valid, min_steady }: TestConfig,
  { reader, ...common }: Common & { reader: TripletScorer['name'] },
): TripletRun {
  const minima = { minimum_valid_rate: min_valid, minimum_steady_rate: min_steady };
  return {
    method: 'triplet',
    ...common,
    ...minima,
    margin,
    alpha,
    beta,
    scorer: { name: reader, readers: READERS },
  };
}

/**
 * Returns the sides of a test, each with its own verdict. @throws DataError for a side without
 * rows: one side alone rewards a bad model
 */
function sidesOf(
  { test, minimum_answer_rate, minimum_refusal_rate, data }: TestConfig,
  run: TestRun,
): TestRun[] {
  if (!test.sides) return [run];
  const minimum = { answer: minimum_answer_rate!, refuse: minimum_refusal_rate! };
  return SIDES.map((side) => {
    const samples = run.samples.filter(({ should }) => should === side);
    if (samples.length === 0) {
      throw new DataError(
        `${test.name}: none of the ${run.samples.length} rows says should: ${side}`,
        {
          where: data.source,
          remedy: `Give it rows of both sides, such as builtin:safety: with one alone a model passes that ${side === 'answer' ? 'refuses' : 'answers'} everything.`,
        },
      );
    }
    return { ...run, side, samples, minimum_pass_rate: minimum[side] };
  });
}

function streamRun({ measure, margin, alpha, beta }: TestConfig, run: TestRun): StreamRun {
  return { ...run, method: 'stream', measure, margin, alpha, beta };
}
