import { earlierReports, earlierRows } from './baseline.js';
import type { Config, DataConfig, Overrides, TestConfig } from '../config/config.js';
import { canonical } from '../config/equality.js';
import type { ConnectedModels } from './connect-models.js';
import { loadSamples, type LoadedSamples } from '../data/index.js';
import type { Compare, TestRun } from '../engine/cases.js';
import type { Sample } from '../engine/sample.js';
import { templateFileOf } from '../config/template-files.js';
import { readTemplate } from './evaluation-template.js';
import type { IsTracked } from '../inside.js';
import type { Keys } from '../models/keys.js';

export interface ReadOptions {
  root: string;
  confined: boolean;
  isTracked?: IsTracked;
  overrides: Overrides;
  datasetsServer?: string | undefined;
  keys: Keys;
  models: ConnectedModels;
  /** There is a base to be compared with. */
  hasBase: boolean;
}

/**
 * The tests with their samples, their scorers and what they are compared with. Two tests over the same rows read them once, and name
 * the same rows.
 * @throws DataError, or ConfigError where the samples choose a scorer that lacks what it needs.
 */
export async function readTests(config: Config, options: ReadOptions): Promise<{ tests: TestRun[]; notices: string[] }> {
  const samplesOf = sampleReader(config, options);
  const earlier = earlierReports(options);
  const notices: string[] = [];

  async function comparisonOf({ test, compare }: TestConfig, { scorer, samples }: { scorer: string; samples: readonly Sample[] }): Promise<Compare | undefined> {
    if (!compare || compare.report === undefined) return options.hasBase ? compare : undefined;
    const rows = earlierRows({ test, scorer, samples }, await earlier(compare.report), compare.report);
    if ('notice' in rows) {
      notices.push(rows.notice);
      return undefined;
    }
    return { ...compare, earlier: rows };
  }

  const tests: TestRun[] = [];
  for (const written of config.tests) {
    const { data, candidates, judge, classifier, line, ...rules } = written;
    const { samples, blank, notices: said } = await samplesOf(data);
    notices.push(...[...said, ...blankRows(blank, data.source)].filter((notice) => !notices.includes(notice)));
    const chosen = candidates.length === 1 ? candidates[0]! : candidates.find(({ scorer }) => scorer.fits?.(samples) ?? true)!;
    const misfit = candidates.length > 1 && candidates[0]!.scorer !== chosen.scorer ? samples.filter((sample) => !candidates[0]!.scorer.fits?.([sample])) : [];
    if (misfit.length > 0 && misfit.length < samples.length) {
      notices.push(`${written.test.name}: scorer auto took ${chosen.scorer.name}, since ${candidates[0]!.scorer.name} does not fit ${misfit.length} of ${samples.length} rows, the first at ${misfit[0]!.source}.`);
    }
    const template = templateFileOf(written);
    if (chosen.scorer.embeds && !config.embeddings) throw config.embeddingsProblem!;
    tests.push({
      ...rules,
      scorer: chosen.scorer,
      threshold: chosen.threshold,
      scorerOptions: chosen.scorerOptions,
      samples,
      template: config.template,
      compare: await comparisonOf(written, { scorer: chosen.scorer.name, samples }),
      judge: chosen.scorer.judgeCalls > 0 ? options.models.judgeOf(judge!) : undefined,
      classifier: classifier && options.models.classifierOf(classifier),
      ...(template !== undefined && { evaluationTemplate: await readTemplate(template, { ...options, where: `${config.origin.path}:${line}` }) }),
    });
  }
  return { tests, notices };
}

const MOST_PLACES = 5;

/** A sentence on rows that were left out since they hold no text. */
function blankRows(places: readonly string[], source: string): string[] {
  if (places.length === 0) return [];
  const rest = places.length - MOST_PLACES;
  return [`${source}: ${places.length === 1 ? '1 blank row was' : `${places.length} blank rows were`} left out: ${places.slice(0, MOST_PLACES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
}

function sampleReader(config: Config, { root, confined, isTracked, datasetsServer, keys }: ReadOptions): (data: DataConfig) => Promise<LoadedSamples> {
  const loaded = new Map<string, Promise<LoadedSamples>>();
  return ({ overridden, ...data }) => {
    const key = canonical([data.source, data.columns, data.limit]);
    const within = confined && !overridden ? root : undefined;
    const samples = loaded.get(key) ?? loadSamples({ ...data, seed: config.seed, root, within, isTracked, datasetsServer, token: keys.huggingface });
    loaded.set(key, samples);
    return samples;
  };
}
