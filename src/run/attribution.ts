import type { Config } from '../config/config.js';
import {
  attribute,
  fewestBroken,
  MOST_BROKEN_ROWS,
  type Ask,
  type Asks,
} from '../engine/attribution/attribute.js';
import { edited, partsOf, revert, type Part, type Subject } from '../engine/attribution/parts.js';
import { MOST_LINES, type AttributedPart, type Attribution } from '../engine/attribution/schema.js';
import type { Case } from '../engine/case.js';
import { forOneSample, type AnyRun } from '../engine/methods/test-run.js';
import { byLot } from '../engine/random.js';
import type { ReportRow, ResultRow } from '../engine/results.js';
import { run as askAll, type RunResults } from '../engine/run.js';
import type { ModelSettings } from '../models/settings.js';
import { askingOf, type OpenRun } from './prepare.js';

/** A row that the base answers right and the head does not, under its test. */
interface Broken {
  test: AnyRun;
  row: Case;
  index: number;
}

const MOST_ARMS = 3;

/**
 * The most requests of an attribution: each row twice a part. A judge reads each answer, that to
 * the test case twice.
 */
export function mostRequests(
  parts: number,
  rows: readonly { repeats: number; isJudged: boolean }[],
): number {
  return (
    2 *
    (parts + 1) *
    rows.reduce(
      (sum, { repeats, isJudged }) => sum + repeats * (MOST_ARMS + (isJudged ? MOST_ARMS + 1 : 0)),
      0,
    )
  );
}

/** The parts in which two configurations differ as far as the model and its prompts go. */
export function changedParts(base: Config, head: Config): Part[] {
  const isSameHub = base.model.hub === head.model.hub;
  return partsOf(subjectOf(base, isSameHub), subjectOf(head, isSameHub));
}

/**
 * Asks broken rows with each changed part reverted, against a harmlessly edited head. Undefined
 * without a regression or several parts.
 */
export async function attributionOf(
  run: OpenRun,
  found: RunResults,
): Promise<Attribution | undefined> {
  const { config, base, meter } = run;
  if (!base || found.outcome !== 'fail' || !found.report.some(isWorse)) return undefined;
  const parts = changedParts(base, config);
  if (parts.length < 2) return undefined;
  const broken = brokenRows(run, found.results);
  if (broken.length === 0) return undefined;
  const skipped = (why: string): Attribution => {
    return {
      kind: 'skipped',
      why,
      rows: broken.length,
      requests: 0,
      control: { restored: 0, asked: 0 },
      parts: [],
    };
  };
  const fewest = fewestBroken(parts.length);
  if (broken.length < fewest)
    return skipped(`too few broken rows to tell: ${broken.length} of ${fewest}`);
  const isJudged = ({ judge, test }: AnyRun) =>
    judge !== undefined &&
    found.report.some(
      ({ test_type, read_counts }) => test_type === test.name && read_counts?.judge !== 0,
    );
  const most = mostRequests(
    parts.length,
    broken.map(({ test }) => ({ repeats: test.repeats, isJudged: isJudged(test) })),
  );
  if (meter.requests + most > (meter.maxRequests ?? Infinity))
    return skipped(`its ${most} requests would pass \`budget.max_requests\``);

  const isSameHub = base.model.hub === config.model.hub;
  const [before, now] = [subjectOf(base, isSameHub), subjectOf(config, isSameHub)];
  const edit = (subject: Subject, blankLines: number) =>
    edited(subject, editable(parts, now), blankLines);
  const arms: [Subject, Subject][] = [
    [edit(now, 1), edit(now, 2)],
    ...parts.map((part): [Subject, Subject] => {
      const reverted = revert(now, [part], before);
      return [reverted, edit(reverted, 1)];
    }),
  ];
  const sent = meter.requests;
  const [control, ...asks] = await Promise.all(
    arms.map(async (subjects): Promise<Asks> => {
      const [first, second] = await Promise.all(
        subjects.map((subject) => ask(run, broken, subject)),
      );
      return broken.map((_, i) => [first![i]!, second![i]!]);
    }),
  );
  const { parts: figures, ...told } = attribute(control!, asks);
  const requests = meter.requests - sent;
  if ([told.control, ...figures].some(({ asked }) => asked < broken.length))
    return { ...skipped('too many of its requests had no answer'), requests };
  const described = figures.map(({ isNamed, rows, ...figure }, i): AttributedPart => ({
    ...partInReport(parts[i]!, { config, now }),
    ...figure,
    named: isNamed,
    rows: rows.map((row) => broken[row]!.index),
  }));
  return { ...told, rows: broken.length, requests, parts: described };
}

/** A regression, or a failing test that the base passes. */
function isWorse({ outcome, baseline, minimum_pass_rate }: ReportRow): boolean {
  if (baseline?.source !== 'base') return false;
  return (
    baseline.outcome === 'fail' ||
    (outcome === 'fail' && (baseline.pass_rate ?? 0) >= minimum_pass_rate)
  );
}

function brokenRows({ config, tests }: OpenRun, results: readonly ResultRow[]): Broken[] {
  const isAttributed = (name: string) =>
    config.tests.some(({ test, attribution }) => test.name === name && attribution);
  const cases = new Map(
    tests.flatMap((test) =>
      (test.cases?.cases ?? []).map(
        (row) => [keyOf(test.test.name, row.sample.source), { test, row }] as const,
      ),
    ),
  );
  const broken = results.flatMap((result, index): Broken[] => {
    const { test_type, source, pass, status, baseline } = result;
    const found = cases.get(keyOf(test_type, source));
    const isBroken =
      baseline?.pass === true && pass !== true && status === 'scored' && isAttributed(test_type);
    return isBroken && found ? [{ ...found, index }] : [];
  });
  return byLot(broken, config.seed, ({ row }) => row.sample).slice(0, MOST_BROKEN_ROWS);
}

const keyOf = (test: string, source: string) => JSON.stringify([test, source]);

/** Asks all arms of the rows of one subject. No stored reply is used. */
async function ask(run: OpenRun, broken: readonly Broken[], subject: Subject): Promise<Ask[]> {
  const { base: _base, freshModel, ...models } = run.models;
  const model = await freshModel(settingsOf(run.config, subject));
  const tests = broken.map(({ test, row }): AnyRun => {
    const { template: _head, ...alone } = forOneSample(test, row.sample);
    const template = subject.texts[`${test.test.name}.prompt`] ?? subject.texts['prompt'];
    return { ...alone, ...(template && { template }), cases: { cases: [row], notApplicable: [] } };
  });
  const { results } = await askAll(
    { ...askingOf(run), tests, maxRequests: undefined },
    { ...models, model },
  );
  return results.map(({ pass, error }) => (error ? null : pass === true));
}

function settingsOf({ model }: Config, { texts, values }: Subject): ModelSettings {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const parameters = entries.flatMap(([key, value]) =>
    key.startsWith(PARAMETER) ? [[key.slice(PARAMETER.length), value] as const] : [],
  );
  const endpoint = (values[ENDPOINT] ??
    Object.fromEntries(entries.filter(([key]) => !key.startsWith(PARAMETER)))) as typeof model;
  const { timeout, retries } = model;
  const system_prompt = texts['system_prompt'] || undefined;
  return {
    ...endpoint,
    timeout,
    retries,
    parameters: Object.fromEntries(parameters),
    ...(system_prompt && { system_prompt }),
  };
}

const ENDPOINT = 'model';
const PARAMETER = 'parameters.';

/**
 * The model's settings and its prompts. Settings of two hubs cannot be mixed, so they are one value
 * then.
 */
function subjectOf({ model, template, tests }: Config, isSameHub: boolean): Subject {
  const { parameters, system_prompt, timeout: _timeout, retries: _retries, ...endpoint } = model;
  const own = tests.flatMap(({ test, template: text }) =>
    text === undefined ? [] : [[`${test.name}.prompt`, text]],
  );
  const texts = Object.entries({
    prompt: template,
    system_prompt,
    ...(Object.fromEntries(own) as Record<string, string>),
  });
  return {
    texts: Object.fromEntries(
      texts.filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    values: {
      ...(isSameHub ? endpoint : { [ENDPOINT]: endpoint }),
      ...Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [`${PARAMETER}${name}`, value]),
      ),
    },
  };
}

/** The texts for the harmless edit: those that changed, else a prompt that there is. */
function editable(parts: readonly Part[], { texts }: Subject): string[] {
  const changed = parts.flatMap(({ field, hunks }) =>
    hunks && texts[field] !== undefined ? [field] : [],
  );
  return changed.length > 0 ? [...new Set(changed)] : Object.keys(texts).slice(0, 1);
}

function partInReport(
  { field, hunks, old, new: now }: Part,
  { config, now: head }: { config: Config; now: Subject },
) {
  const path = config.promptFiles[field] ?? config.origin.path;
  if (!hunks) {
    const key = field.split('.').at(-1)!;
    const line = (value: unknown) =>
      value === undefined
        ? []
        : [`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`];
    return { field, path, old: old ?? null, new: now ?? null, base: line(old), head: line(now) };
  }
  const lines = (head.texts[field] ?? '').split('\n');
  return {
    field,
    path,
    line: hunks[0]!.line,
    base: hunks.flatMap(({ base }) => base).slice(0, MOST_LINES),
    head: hunks
      .flatMap(({ line, count }) => lines.slice(line - 1, line - 1 + count))
      .slice(0, MOST_LINES),
  };
}
