import { createHash } from 'node:crypto';
import {
  outcomeOfRun,
  reportRow,
  resultRows,
  rowsThinkingAnew,
  type Finished,
} from '../engine/report.ts';
import { runTest } from '../engine/run.ts';
import { isAboutDocuments } from '../engine/tests/rules.ts';
import { RowError } from '../engine/types.ts';
import { describeError, GateError } from '../errors.ts';
import { canonical } from '../json.ts';
import { scrubbed, scrubber } from '../secrets.ts';
import { VERSION } from '../version.ts';
import type { Config } from '../config/config.ts';
import { Endpoints } from '../models/endpoint.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { MissingKeyError } from '../models/keys.ts';
import { openStore, type RunStore } from '../models/store.ts';
import type { Judged, Judgement } from '../trust/judged.ts';
import { attributeCause } from './attribute.ts';
import { doorOf, Models, openRun, type OpenRun, type OpenTest } from './connect.ts';
import { eachForecast, rangeOf, refuseLowCap, totalOf } from './expected.ts';
import { prepareTests, type PreparedTests } from './prepare.ts';
import { openResults, type Results, type Verdict } from './results.ts';
import { fieldsOf, looseSubject } from './subject-fields.ts';
import type { RunOptions, SubjectTexts } from './types.ts';

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
    await askAll(run);
  } catch (error) {
    if (!(error instanceof GateError)) throw error;
    // In a job with a key, a model that has none is the choice of the head.
    const isSkipped = options.skipsWithoutKey && options.grants.secrets.length === 0;
    if (error instanceof MissingKeyError && isSkipped) results.outcome = 'skipped';
    const { name, message, where, remedy } = error;
    results.problem = { name, message, where, remedy };
  } finally {
    await endpoints.close();
    if (run.store) results.notices.push(...run.store.close());
  }
  const { meter } = endpoints;
  if (meter.cutPrompt !== undefined) results.warnings.push(meter.cutPrompt);
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
  const { path, sha256, isLangTest } = config;
  return {
    ...openResults(),
    model: { hub, name },
    config: { path, ref, sha256, is_langtest: isLangTest || undefined },
    lacks_documents: lacksDocuments(config) || undefined,
    commit,
    base: base && { name: base.name, commit: base.commit },
    // A copy: the lists of what is judged are not the report's.
    changes: structuredClone(changes) as Results['changes'],
    seed: config.seed,
    warnings: [...warnings],
    notices: [...config.notices, ...notices],
  };
}

/** A prompt speaks of documents, and nothing fills any in. */
function lacksDocuments({ subject, tests }: Config): boolean {
  const { prompt, system_prompt: system, variables } = subject;
  const isFilled =
    Object.keys(variables).length > 0 || tests.some(({ data }) => data.columns.fill !== undefined);
  const texts = [prompt, system].flatMap((written) => written?.text ?? []);
  return !isFilled && texts.some((text) => isAboutDocuments({ rule: text }));
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
  const prepared = await prepareTests(run.judged);
  results.notices.push(...prepared.data, ...prepared.notices);
  run.store = storeOf(run, prepared);
  if (run.store?.keptTexts) keepTexts(run, run.store.keptTexts);
  const { judged, store } = run;
  const models = new Models({ ...doorOf(options, endpoints), store }, options.log);
  const opened = await openRun(judged, prepared, models);
  results.warnings.push(...opened.notices);
  results.usage.expected = eachForecast((forecast) => totalOf(opened.expected[forecast]));
  const finished = await askTests(run, opened.tests);
  Object.assign(results, verdictOf(finished));
  noteThinking(results, finished);
  results.reused = store?.reused();
  if (opened.isSearched) results.attribution = await searchCause(run, opened, finished);
  for (const { isStored = false, ...calibration } of await models.calibrations()) {
    const { judge, rubric, right, total } = calibration;
    results.calibrations.push({ judge, rubric, right, total, is_stored: isStored });
  }
  if (endpoints.end !== undefined) results.notices.push(endpoints.end);
  if (!hasOpenRows(finished)) store?.finish(results.outcome);
  results.preview = await askPreview(run, opened);
}

/** Every test is compared with the base, and nothing differs that a hub's own model is asked. */
function isUnchanged({ base, isChange, config, changes }: Judged): boolean {
  const { model } = config.subject;
  return (
    isChange === true &&
    canonical(base && fieldsOf(base.subject)) === canonical(fieldsOf(config.subject)) &&
    changes.rules.length + changes.rows.length === 0 &&
    isOwnHost(model.hub, hostOf(model)) &&
    config.tests.every(({ compare, data: { source, isFromInput } }) => {
      // Rows that no commit holds may be others than the base's.
      return compare && !isFromInput && !source.startsWith('hf:');
    })
  );
}

/** The store of a run: its digest is that of all that decides the verdict. */
function storeOf({ judged, options }: RunState, prepared: PreparedTests): RunStore | undefined {
  if (!options.store) return undefined;
  const rows = prepared.tests.map(({ run }) => run.plan.cases.map(({ row }) => row));
  const { config, base } = judged;
  // Limits end a run early, and change no answer.
  const {
    budget: _budget,
    deadline: _deadline,
    concurrency: _concurrency,
    ...rules
  } = config.rules;
  const digestOf = (subject: unknown) => {
    const subjects = [base && fieldsOf(base.subject), subject];
    const parts = [VERSION, rules, rows, subjects, config.seed];
    return createHash('sha256').update(canonical(parts)).digest('hex');
  };
  const { secrets } = options.grants;
  const digest = digestOf(fieldsOf(config.subject));
  const { prompt, system_prompt, variables } = config.subject;
  const texts = { prompt, system_prompt, variables };
  // No text that is stored holds a key.
  if (canonical(scrubbed(texts, scrubber(secrets))) !== canonical(texts))
    return openStore(options.store, { digest, secrets });
  const looseDigest = digestOf(looseSubject(config.subject));
  return openStore(options.store, { digest, looseDigest, texts, secrets });
}

/** White space alone makes no new subject out of one that is red: the old one is judged again. */
function keepTexts(run: RunState, texts: SubjectTexts): void {
  const kept = ({ config, readRows }: Judgement): Judgement => {
    return { config: { ...config, subject: { ...config.subject, ...texts } }, readRows };
  };
  const { preview } = run.judged;
  run.judged = { ...run.judged, ...kept(run.judged), preview: preview && kept(preview) };
  run.results.notices.push(
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
  const red = finished.filter(
    ({ result, isAdvisory }, i) =>
      result.outcome === 'fail' && !isAdvisory && tests[i]?.config.attribution,
  );
  const [head, base] = [judged.config.subject, judged.base?.subject];
  if (red.length === 0 || !base) return undefined;
  tell(run, 'searching for the line that broke it');
  const { meter } = endpoints;
  const before = meter.requests;
  try {
    const found = await attributeCause({ red, head, base, open, most: requestsLeft(run) });
    return { ...found, requests: meter.requests - before };
  } catch (error) {
    // The verdict stands: a search that cannot be made says why.
    if (!(error instanceof GateError)) throw error;
    return { kind: 'skipped', why: error.message, requests: 0 };
  }
}

function verdictOf(finished: readonly Finished[]): Verdict {
  return {
    outcome: outcomeOfRun(finished),
    report: finished.map(reportRow),
    results: finished.flatMap(resultRows),
  };
}

const ENDED_EARLY = ['interrupted', 'deadline', 'budget', 'authentication'];

/** Rows without an answer that may come: a later run goes on with them. */
function hasOpenRows(finished: readonly Finished[]): boolean {
  const isOpen = (head: unknown) =>
    head instanceof RowError && (head.isTransient || ENDED_EARLY.includes(head.kind));
  return finished.some(({ result }) => result.rows.some(({ head }) => isOpen(head)));
}

/** A prompt can have a model say what it should not as if it were thinking. */
function noteThinking({ warnings, notices }: Results, finished: readonly Finished[]): void {
  const count = rowsThinkingAnew(finished);
  const isCompared = finished.some(({ run }) => run.base);
  const than = isCompared ? ', other than in any answer of the base' : '';
  const note = `Rows with marks of thinking in an answer${than}: ${count}. Text before such a mark, or between two, is not judged.`;
  if (count > 0) (isCompared ? warnings : notices).push(note);
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
