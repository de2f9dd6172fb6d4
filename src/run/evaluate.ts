import { createHash } from 'node:crypto';
import {
  outcomeOfRun,
  reportRow,
  resultRows,
  rowsThinkingAnew,
  type Finished,
} from '../engine/report.ts';
import type { Fields } from '../engine/changed-parts.ts';
import { allCases, countsOfMust, outcomeOfMust } from '../engine/must.ts';
import { runTest } from '../engine/run.ts';
import { RowError } from '../engine/types.ts';
import { describeError, orTell } from '../errors.ts';
import { canonical, quoted } from '../json.ts';
import { scrubbed, scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import { Endpoints } from '../models/endpoint.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import { RunStore, sealOf } from '../models/store.ts';
import type { Judged, Judgement } from '../trust/judged.ts';
import { attributeCause } from './attribute.ts';
import { doorOf, Models, openRun, type OpenRun, type OpenTest } from './connect.ts';
import { eachForecast, rangeOf, refuseLowCap, totalOf } from './expected.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import { openResults, type Results, type Verdict } from './results.ts';
import { fieldsOf, looseSubject, subjectOf } from './subject-fields.ts';
import type { RunOptions } from './types.ts';

/** A run under way, and what it has found so far. */
interface RunState {
  judged: Judged;
  options: RunOptions;
  endpoints: Endpoints;
  store?: RunStore;
  results: Results;
}

/**
 * Asks the verdict, then what broke it, then the preview. A mistake of the user, or an endpoint
 * that gives nothing, is the `problem` of the results; only defects throw.
 */
export async function evaluate(judged: Judged, options: RunOptions): Promise<Results> {
  const start = Date.now();
  const endpoints = new Endpoints({ ...judged.config, ...options });
  const results = resultsOf(judged);
  const run: RunState = { judged, options, endpoints, results };
  try {
    await orTell(
      () => askAll(run),
      (error) => {
        // In a job with a key, a model that has none is the choice of the head.
        const isSkipped = options.skipsWithoutKey && options.grants.secrets.length === 0;
        if (error instanceof MissingKeyError && isSkipped) results.outcome = 'skipped';
        const { name, where: key = '', remedies: remedy } = error;
        const { subject, placeOf } = judged.config;
        // An endpoint knows the key of its address, and the configuration the line.
        const place = key.startsWith('model.') ? subject.placeOf(key) : placeOf(key);
        const message = place === undefined ? error.message : `${key}: ${error.message}`;
        results.problem = { name, message, where: place ?? error.where, remedy };
      },
    );
  } finally {
    await endpoints.close();
    if (run.store) results.notices.push(...run.store.close());
  }
  const { meter } = endpoints;
  if (meter.cutPrompt !== undefined) results.warnings.push(meter.cutPrompt);
  for (const end of meter.oddEnds)
    options.log?.(`Answers that end with the unknown reason ${quoted(end)} count as complete.`);
  Object.assign(results.usage, {
    requests: meter.requests,
    stored: meter.stored,
    prompt_tokens: meter.promptTokens,
    completion_tokens: meter.completionTokens,
    unreported: meter.unreported,
    duration_ms: Date.now() - start,
    served: [...meter.served].map(([model, replies]) => ({ model, replies })),
  });
  return results;
}

/** What is known before anything is asked. */
function resultsOf({ config, changes, commit, base, ref, warnings, notices }: Judged): Results {
  const { hub, name } = config.subject.model;
  const { path, sha256, isLangTest, seed } = config;
  return {
    ...openResults(),
    model: { hub, name },
    config: { path, ref, sha256, is_langtest: isLangTest || undefined },
    commit,
    base: base && { name: base.name, commit: base.commit },
    changes,
    seed,
    warnings: [...warnings],
    notices: [...config.notices, ...notices],
  };
}

async function askAll(run: RunState): Promise<void> {
  const { options, endpoints, results } = run;
  if (isUnchanged(run.judged)) {
    results.outcome = 'skipped';
    results.notices.push(
      'Model, prompts, rules and rows are those of the base: no model is asked.',
    );
    return;
  }
  const sealing = options.store && sealOf(options.grants.secrets);
  const [prepared, seal] = await Promise.all([prepareTests(run.judged), sealing]);
  results.notices.push(...prepared.data, ...prepared.notices);
  const store = seal && openStoreOf(run, prepared, seal);
  const models = new Models({ ...doorOf(options, endpoints), store }, options.log);
  const opened = await openRun(run.judged, prepared, models);
  results.warnings.push(...opened.notices);
  results.usage.expected = eachForecast((forecast) => totalOf(opened.expected[forecast]));
  const finished = await askTests(run, opened.tests);
  await options.onAsked?.(opened.tests);
  Object.assign(results, verdictOf(finished));
  noteThinking(results, finished);
  results.reused = store?.reused();
  if (opened.isSearched) results.attribution = await searchCause(run, opened, finished);
  results.calibrations = await models.calibrations();
  // A run that was ended early, or has rows that may be answered later, is gone on with.
  if (endpoints.end !== undefined) results.notices.push(endpoints.end);
  else if (!finished.some(hasOpenRows)) store?.finish(results.outcome);
  results.preview = await askPreview(run, opened);
}

/** Every test is compared with the base, and nothing differs that a hub's own model is asked. */
function isUnchanged({ base, isChange, config, changes }: Judged): boolean {
  const { model } = config.subject;
  return (
    isChange === true &&
    canonical(base && fieldsOf(base.config.subject)) === canonical(fieldsOf(config.subject)) &&
    changes.rules.length + changes.rows.length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    config.tests.every(({ compare, data: { source, isFromInput } }) => {
      // Rows that no commit holds may be others than the base's.
      return compare && !isFromInput && !source.startsWith('hf:');
    })
  );
}

/** The store of a run: its digest is that of all that decides the verdict. */
function openStoreOf(run: RunState, prepared: PreparedTests, seal: Buffer): RunStore | undefined {
  const { judged, options } = run;
  if (!options.store) return undefined;
  const rows = prepared.tests.map(({ run: { plan } }) => allCases(plan).map(({ row }) => row));
  const { base, config, commit } = judged;
  const { subject, seed } = config;
  const fields = fieldsOf(subject);
  const { texts } = fields;
  // Limits end a run early, and change no answer.
  const { budget: _cap, deadline: _deadline, concurrency: _most, ...rules } = config.rules;
  const { secrets } = options.grants;
  // No text that is stored holds a key.
  const isStorable = canonical(scrubbed(texts, scrubber(secrets))) === canonical(texts);
  const asked = isStorable ? looseSubject(fields) : fields;
  // An app may answer otherwise once its code changes, and no configuration shows that.
  const code = subject.model.hub === 'http' ? commit : undefined;
  const parts = [VERSION, rules, rows, base && fieldsOf(base.config.subject), asked, seed, code];
  const digest = createHash('sha256').update(canonical(parts)).digest('hex');
  run.store = new RunStore(options.store, seal, { digest, texts: isStorable ? texts : undefined });
  if (run.store.keptTexts) keepTexts(run, run.store.keptTexts);
  return run.store;
}

/** White space alone makes no new subject out of one that is red: the old one is judged again. */
function keepTexts(run: RunState, texts: Fields['texts']): void {
  const { judged, results } = run;
  const kept = <One extends Judgement>({ config, ...one }: One) => {
    const subject = subjectOf({ ...fieldsOf(config.subject), texts }, config.subject);
    return { ...one, config: { ...config, subject } };
  };
  run.judged = { ...kept(judged), preview: judged.preview && kept(judged.preview) };
  results.notices.push(
    'Only white space differs from a subject that is red: the verdict on that one stands.',
  );
}

/**
 * Asks all tests at once: the endpoints give each request its turn.
 *
 * @param earlier - tests whose answers are known
 */
async function askTests(
  run: RunState,
  tests: readonly OpenTest[],
  earlier?: readonly OpenTest[],
): Promise<Finished[]> {
  refuseLowCap(run.judged.config, { left: requestsLeft(run), tests, earlier });
  const onRow = () => {
    tell(run, 'asking');
  };
  return Promise.all(
    tests.map(async ({ config: { isAdvisory }, run: test }) => {
      return { run: test, result: await runTest({ ...test, onRow }), isAdvisory };
    }),
  );
}

function requestsLeft({ judged, endpoints }: RunState): number {
  return (judged.config.maxRequests ?? Infinity) - endpoints.meter.requests;
}

/** `asking: 12 of about 60 to 190 requests; the endpoint asks to wait 4 s` */
function tell({ options, endpoints, results }: RunState, step: string): void {
  const { meter, pause } = endpoints;
  const { expected } = results.usage;
  const about = expected ? rangeOf(expected.pass, expected.pass_judged) : '';
  const wait = pause > 0 ? `; the endpoint asks to wait ${Math.ceil(pause / 1000)} s` : '';
  options.onProgress?.(`${step}: ${meter.requests} of about ${about} requests${wait}`);
}

async function searchCause(
  run: RunState,
  { tests, open }: OpenRun,
  finished: readonly Finished[],
): Promise<Results['attribution']> {
  const { judged, endpoints } = run;
  const red = finished.filter(({ result, isAdvisory }, i) => {
    const decided = isAdvisory ? outcomeOfMust(countsOfMust(result.must)) : result.outcome;
    return decided === 'fail' && tests[i]?.config.attribution;
  });
  if (red.length === 0 || !judged.base) return undefined;
  tell(run, 'searching for the line that broke it');
  const before = endpoints.meter.requests;
  const sides = { head: judged.config.subject, base: judged.base.config.subject };
  const most = requestsLeft(run);
  // The verdict stands: a search that cannot be made says why.
  let why = '';
  const found = await orTell(
    () => attributeCause({ red, ...sides, open, most }),
    ({ message }) => {
      why = message;
    },
  );
  const end = found ?? { kind: 'skipped' as const, why };
  return { ...end, requests: endpoints.meter.requests - before };
}

function verdictOf(finished: readonly Finished[]): Verdict {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(reportRow),
    results: finished.flatMap(resultRows),
  };
}

function hasOpenRows({ result }: Finished): boolean {
  return [...result.must, ...result.rows].some(
    ({ head }) => head instanceof RowError && head.isTransient,
  );
}

/** A prompt can have a model say what it should not as if it were thinking. */
function noteThinking({ warnings, notices }: Results, finished: readonly Finished[]): void {
  const count = rowsThinkingAnew(finished);
  const told = finished.some(({ run }) => run.base) ? warnings : notices;
  if (count > 0)
    told.push(
      `Rows with marks of thinking as in no answer of the base: ${count}. Text before such a mark, or between two, is not judged.`,
    );
}

/** The verdict by the other side's rules and rows, from what the cap leaves. */
async function askPreview(run: RunState, { tests, preview }: OpenRun): Promise<Results['preview']> {
  if (!preview || 'left_out' in preview) return preview;
  try {
    return verdictOf(await askTests(run, preview.tests, tests));
  } catch (error) {
    return { left_out: describeError(error) };
  }
}
