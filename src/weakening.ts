import type { Config, TestConfig } from './config/config.js';
import { parseConfig } from './config/load.js';
import { loadSamples, type DataOptions } from './data/index.js';
import { GateError } from './errors.js';
import type { Inputs } from './inputs.js';

/**
 * How the head's rules are weaker than the base's, a sentence each. Whatever the verdict, the reader of a pull request that
 * lowers its own bar must be told.
 */
export function weakenings({ base, head, inputs }: { base: string; head: string; inputs: Inputs }): string[] {
  const [old, fresh] = [read(base, inputs), read(head, inputs)];
  // One that cannot be read judges nothing; the evaluation says what is wrong with it.
  if (!old || !fresh) return [];
  const whole = [
    ...(fresh.seed === old.seed ? [] : [`the seed goes from ${old.seed} to ${fresh.seed}`]),
    ...(same(fresh.embeddings, old.embeddings) ? [] : ['the embeddings are others']),
  ].map((what) => `This pull request weakens its own gate: ${what}.`);
  return old.tests.flatMap((test) => {
    const { name } = test.test;
    const now = fresh.tests.find((candidate) => candidate.test.name === name);
    return now ? compare(test, now).map((what) => `This pull request weakens its own gate: ${name}: ${what}.`) : [`This pull request weakens its own gate: the test ${name} is removed.`];
  }).concat(whole);
}

/** How many of the base's rows a test loses by the pull request's data files; each row is looked for as it is, wherever it moved. */
export async function removedRows({ rules, inputs, roots }: { rules: string; inputs: Inputs; roots: { base: string; head: string } }): Promise<string[]> {
  const found: string[] = [];
  for (const { test, data } of read(rules, inputs)?.tests ?? []) {
    if (/^(builtin|hf):/.test(data.source)) continue;
    const rowsBelow = (root: string) => rowsOf({ ...data, limit: undefined, root, within: root, seed: 0 });
    const [old, now] = [await rowsBelow(roots.base), new Set(await rowsBelow(roots.head))];
    const lost = old.filter((row) => !now.has(row)).length;
    if (lost > 0) found.push(`This pull request weakens its own gate: ${test.name}: ${lost} of ${old.length} rows of ${data.source} are removed or changed.`);
  }
  return found;
}

/** None where the data cannot be read, which the evaluation says where it matters. */
async function rowsOf(options: DataOptions): Promise<string[]> {
  try {
    const { samples } = await loadSamples(options);
    return samples.map(({ text, options: choices, negated_answer, expect }) => JSON.stringify([text, choices, negated_answer, expect]));
  } catch (error) {
    if (error instanceof GateError) return [];
    throw error;
  }
}

function read(text: string, inputs: Inputs): Config | undefined {
  try {
    return parseConfig(text, inputs.config, inputs);
  } catch (error) {
    if (error instanceof GateError) return undefined;
    throw error;
  }
}

/** What fails under one passes, or is left open, under those behind it. */
const STRICTEST_FIRST = ['assured', 'point', 'confident'];

function compare(old: TestConfig, now: TestConfig): string[] {
  const found: string[] = [];
  const goes = (what: string, from: unknown, to: unknown) => found.push(`${what} goes from ${written(from)} to ${written(to)}`);
  if (now.minimum_pass_rate < old.minimum_pass_rate) goes('min_pass_rate', old.minimum_pass_rate, now.minimum_pass_rate);
  if (STRICTEST_FIRST.indexOf(now.decision) > STRICTEST_FIRST.indexOf(old.decision)) goes('the decision', old.decision, now.decision);
  if (now.confidence !== old.confidence) goes('the confidence', old.confidence, now.confidence);
  found.push(...compareScorers(old, now));
  if (!same(now.parameters, old.parameters)) found.push('the parameters of the perturbation are others');
  if (now.data.source !== old.data.source) found.push(`the data is ${now.data.source}, no longer ${old.data.source}`);
  if (!same(now.data.columns, old.data.columns)) found.push('the columns of the data are others');
  if ((now.data.limit ?? Infinity) < (old.data.limit ?? Infinity)) goes('the limit', old.data.limit, now.data.limit);
  if (controlRows(now.control) < controlRows(old.control)) goes('the control arm', old.control, now.control);
  if (now.lint === 'drop' && old.lint !== 'drop') goes('lint', old.lint, now.lint);
  if (now.samples_per_row < old.samples_per_row) goes('samples', old.samples_per_row, now.samples_per_row);
  if (now.repeats < old.repeats) goes('repeats', old.repeats, now.repeats);
  if (old.compare && !same(now.compare, old.compare)) {
    if (now.compare?.with !== old.compare.with || now.compare.report !== old.compare.report) goes('what it is compared with', comparedWith(old), comparedWith(now));
    if ((now.compare?.max_regression ?? 0) > old.compare.max_regression) goes('max_regression', old.compare.max_regression, now.compare?.max_regression);
  }
  return found;
}

function compareScorers(old: TestConfig, now: TestConfig): string[] {
  const names = ({ candidates }: TestConfig) => candidates.map(({ scorer }) => scorer.name).join(' or ');
  if (names(now) !== names(old)) return [`the scorer is ${names(now)}, no longer ${names(old)}`];
  const found: string[] = [];
  for (const [i, { scorer, threshold, scorerOptions }] of old.candidates.entries()) {
    const fresh = now.candidates[i]!;
    if (scorer.isWeaker(fresh.threshold, threshold)) found.push(`the threshold goes from ${written(threshold)} to ${written(fresh.threshold)}`);
    if (!same(fresh.scorerOptions, scorerOptions)) found.push('the options of the scorer are others');
  }
  const parts = ({ candidates }: TestConfig) => candidates.flatMap((candidate) => candidate.parts ?? []);
  for (const { scorer, threshold, scorerOptions } of parts(old)) {
    const fresh = parts(now).find((part) => part.scorer.name === scorer.name);
    if (fresh && !same(fresh.scorerOptions, scorerOptions)) found.push(`the options of ${scorer.name} are others`);
    if (fresh && scorer.isWeaker(fresh.threshold, threshold)) found.push(`the threshold of ${scorer.name} goes from ${written(threshold)} to ${written(fresh.threshold)}`);
  }
  if (!same(now.classifier, old.classifier)) found.push('the classifier is another, or asked otherwise');
  if (!same(now.judge, old.judge)) found.push('the judge is another, or asked otherwise');
  return [...new Set(found)];
}

/** Rows of a control arm, for comparing. */
function controlRows(control: TestConfig['control']): number {
  return control === 'off' ? 0 : control === 'all' ? Infinity : control;
}

function comparedWith({ compare }: TestConfig): string {
  return compare?.report ?? compare?.with ?? 'nothing';
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
