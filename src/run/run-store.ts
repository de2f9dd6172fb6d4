import { createHash } from 'node:crypto';
import { requestIdentityOf } from '../config/changed-rules.ts';
import { promptsOf } from '../config/changed-subject.ts';
import type { Config } from '../config/config.ts';
import type { CalibrationStore } from '../engine/judges/judges.ts';
import type { AnyRun } from '../engine/methods/test-run.ts';
import type { Model } from '../engine/model.ts';
import { calibration } from '../engine/verdict/report-row.ts';
import type { Calibration } from '../engine/verdict/report-row.ts';
import type { ResultRow, ReusedRun } from '../engine/results.ts';
import { canonical, jsonIn } from '../json.ts';
import { sha256Base64 as idOfText, ReplyStore, type Meter } from '../models/index.ts';
import { VERSION } from '../version.ts';
import { connectionOf, secretsOfRun } from './connect-models.ts';
import type { EvaluateOptions, SingleRunOptions } from './options.ts';

/** Kinds of errors that may not occur again in a later run. */
const RESUMABLE_ERRORS = new Set([
  'interrupted',
  'deadline',
  'budget',
  'rate_limit',
  'server',
  'timeout',
  'network',
  'authentication',
]);

/** Returns the store of a run; undefined without a folder. */
export function openStore(config: Config, options: EvaluateOptions): ReplyStore | undefined {
  const { cacheDirectory: folder } = options;
  if (folder === undefined) return undefined;
  return new ReplyStore({
    folder,
    workflowRun: options.origin?.workflowRun,
    reuse: options.reuse,
    key: secretsOfRun(config, connectionOf(options, config)).join('\n') || undefined,
  });
}

/** Begins the use of the store, before the first request. Returns lines for the log. */
export function beginStore(store: ReplyStore | undefined, run: IdentifiedRun): string[] {
  if (!store) return [];
  const { resume = false, origin = {}, headOfSecondRun } = run.options;
  const whoseRules = headOfSecondRun === undefined ? 'own rules' : "base's rules";
  const gate = canonical([origin.pull, run.config.origin.path, whoseRules]);
  store.begin(partDigests(run), { resume, gate });
  if (!store.isUnsealed) return [];
  return [
    'Answers are not stored for later runs: the endpoint of the model has no key to seal them with.',
  ];
}

/** Ends the use of the store. Returns notices on it. */
export function endStore(
  store: ReplyStore | undefined,
  rows: readonly Pick<ResultRow, 'error'>[],
): string[] {
  const isResumable =
    rows.length === 0 ||
    rows.some(({ error }) => error !== undefined && RESUMABLE_ERRORS.has(error.kind));
  if (!isResumable) store?.end();
  store?.close();
  return store?.notices ?? [];
}

/**
 * Says what the run uses of an earlier run of its gate, or why it asks all rows again although its
 * subject is the same. Returns undefined if there is nothing to say.
 */
export function reusedRun({ requests, run: { store } }: Meter): ReusedRun | undefined {
  const earlier = store?.earlier;
  if (store === undefined || earlier === undefined) return undefined;
  const { workflowRun, startedAt, differs } = earlier;
  const answers = store.taken;
  // A new subject has a verdict of its own, so no reason is given.
  if (differs === undefined ? answers === 0 : differs === 'subject') return undefined;
  const minutes = Math.floor((Date.now() - startedAt) / 60_000);
  return { run: workflowRun, minutes, answers, requests, differs };
}

/**
 * Reads and writes calibrations of judges in the store, by the judge's settings and known cases.
 */
export function calibrationsIn(
  store: ReplyStore | undefined,
  settingsOf: (judge: Model) => unknown,
): CalibrationStore {
  const idOf = (judge: Model, version: string) => idOfText(canonical([version, settingsOf(judge)]));
  const memory = calibrationsInMemory(idOf);
  if (!store) return memory;
  return {
    async read(judge, version) {
      const remembered = await memory.read(judge, version);
      if (remembered) return remembered;
      const stored = store.calibration(idOf(judge, version)) ?? '';
      return calibration.safeParse(jsonIn(stored)).data;
    },
    async write(judge, version, measured) {
      // A store that only resumes an earlier run reads nothing that this run has written.
      await memory.write(judge, version, measured);
      store.keepCalibration(idOf(judge, version), JSON.stringify(measured));
    },
  };
}

/** Keeps calibrations for the later questions of the same run, such as those of the attribution. */
function calibrationsInMemory(idOf: (judge: Model, version: string) => string): CalibrationStore {
  const calibrations = new Map<string, Calibration>();
  return {
    read: (judge, version) => Promise.resolve(calibrations.get(idOf(judge, version))),
    write: (judge, version, measured) => {
      calibrations.set(idOf(judge, version), measured);
      return Promise.resolve();
    },
  };
}

interface IdentifiedRun {
  options: SingleRunOptions;
  config: Config;
  base: Config | undefined;
  tests: readonly AnyRun[];
}

/** Returns digests of all that a run asks about, of head and base. The commit does not count. */
function partDigests({ options, config, base, tests }: IdentifiedRun): Record<string, string> {
  return {
    subject: digestOfSubject(config, options.overrides.baseUrl),
    version: VERSION,
    seed: String(config.seed),
    configuration: digestOf(requestIdentityOf(config)),
    base: base === undefined ? '' : digestOf(requestIdentityOf(base)),
    data: digestOf(...tests.map(({ test, samples }) => JSON.stringify([test.name, samples]))),
  };
}

/** Returns a digest of the model under test and its prompts, with the variables that fill them. */
export function digestOfSubject(config: Config, baseUrl: string | undefined): string {
  return digestOf(subjectOf(config, baseUrl), canonical(promptsOf(config)));
}

function subjectOf({ model: settings, template }: Config, baseUrl: string | undefined): string {
  const { timeout: _timeout, retries: _retries, ...model } = settings;
  return canonical([model, template, baseUrl]);
}

function digestOf(...texts: string[]): string {
  const digest = createHash('sha256');
  for (const text of texts) digest.update(`${text}\n`);
  return digest.digest('hex');
}
