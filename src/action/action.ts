import type { ReportRow, Results } from '../engine/results.js';
import { evaluate } from '../run/run.js';
import { evaluateWatch } from '../drift/watch.js';
import type { Evaluation } from '../run/options.js';
import { withNotices } from '../run/results.js';
import { NO_EVIDENCE, writeEvidence } from '../run/evidence.js';
import { foulWordMask, UNWRITTEN, writeReportFiles } from '../run/report-files.js';
import { annotations, emit } from '../github/annotations.js';
import { artifactName, notUploaded, uploadArtifact, type Artifact } from '../github/artifact.js';
import { publishCheck } from '../github/check.js';
import { createClient } from '../github/client.js';
import { markerOf, publishComment } from '../github/comment.js';
import { eventKind } from '../github/event-kinds.js';
import { loadEvent } from '../github/event.js';
import { setArtifact, setCommentUrl, setOutputs, writeSummary } from '../github/outputs.js';
import { findCommentTarget, type CommentTarget } from '../github/pull.js';
import { attemptsOf, type Attempt } from '../errors.js';
import {
  docsUrl,
  evaluateChange,
  failed,
  reportPlace,
  tellLog,
  type Job,
  type World,
} from './evaluate-change.js';
import type { Inputs } from './input-table.js';
import { remember, withoutRecord, isWatch } from './remember-run.js';
import { writeReview } from './review.js';
import { proveGate, shard } from './other-jobs.js';
import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../limits.js';
import { annotationOf, rowsToMark, verdictLine, causeLine } from '../report/formats/log.js';
import { causeOf } from '../report/story/cause.js';
import { headline } from '../report/story/headline.js';
import { renderMarkdown, type MarkdownOptions } from '../report/formats/markdown.js';
import { readPublishedReport } from '../trust/published-report.js';
import { redact } from '../secrets.js';
import { once } from '../trust/commits.js';

export async function runJob(inputs: Inputs, world: World): Promise<void> {
  const event = await loadEvent(world.env);
  const client = once(() => createClient({ token: inputs.githubToken, apiUrl: event.apiUrl }));
  const job = { inputs, event, client, world };
  if (inputs.prove) return proveGate(job, inputs.prove);
  if (inputs.shard) return shard(job, inputs.shard);
  return gate(job);
}

async function gate(job: Job): Promise<void> {
  const { inputs, event, world } = job;
  const { interruption, say, warn, fail } = world;
  const isNight = isWatch(job);
  const work =
    inputs.publishFrom === undefined
      ? evaluateChange(job, isNight ? evaluateWatch : evaluate)
      : readReport(inputs, inputs.publishFrom);
  const evaluation = (await interruption.inTime(work)) ?? failed(inputs, interruption.reason);
  // An interrupted run has no time for GitHub, and a newer run may have replaced it.
  const target = interruption.reason ? Promise.resolve(NO_TARGET) : commentTarget(job);
  // The summary gives the reason for a missing comment. The comment's step reports a failed search.
  const { notice } = (await interruption.inTime(target.catch(() => NO_TARGET))) ?? NO_TARGET;
  const last = [event.notice, notice].filter((text) => text !== undefined);
  // The verdict is final: each later step is an attempt, which can neither change nor lose it.
  const attempt = attemptsOf(warn);
  // From here on no text holds a key.
  const redacted = redact(withNotices(evaluation.results, { last }), inputs.secrets);
  const remembering = attempt(() => remember({ ...evaluation, results: redacted }, job, isNight));
  const { results, keep } = (await interruption.inTime(remembering)) ?? {
    results: isNight ? withoutRecord(redacted) : redacted,
  };
  await attempt(() => {
    tellLog(results, world);
  });
  await attempt(() => publish({ ...evaluation, results }, { ...job, target, attempt }));
  // Last, since it may wait for other runs.
  // A watch without a record would never tell.
  if (keep && !interruption.reason) await (isNight ? attemptsOf(fail)(keep) : attempt(keep));
  await attempt(() => {
    const cause = causeLine(results);
    if (cause !== undefined) say(cause);
  });
  if (failsJob(results, inputs)) fail(verdictLine(results));
}

/** Reads the report of an earlier run, which could not publish it. Sends no request to a model. */
async function readReport(inputs: Inputs, file: string): Promise<Evaluation> {
  try {
    return { results: await readPublishedReport(file, inputs.workspace) };
  } catch (error) {
    return failed(inputs, error);
  }
}

/**
 * True if `fail-on` lists the run's outcome. An inconclusive run counts as an error if one of its
 * tests does.
 */
function failsJob({ outcome, report }: Results, { failOn }: Inputs): boolean {
  const isError = outcome === 'inconclusive' && report.some((test) => countedAs(test) === 'error');
  return failOn.some((one) => one === (isError ? 'error' : outcome));
}

/**
 * The outcome for `fail-on`: an inconclusive test is an error if failed requests, the base or a
 * judge that excluded most left it open.
 */
function countedAs({
  outcome,
  error_count,
  baseline,
  set_aside_count = 0,
  pass_count,
  fail_count,
}: ReportRow): ReportRow['outcome'] {
  const isLeftOpen =
    error_count > 0 ||
    baseline?.outcome === 'inconclusive' ||
    set_aside_count > pass_count + fail_count;
  return outcome === 'inconclusive' && isLeftOpen ? 'error' : outcome;
}

interface Publication extends Job {
  target: Promise<CommentTarget>;
  attempt: Attempt;
}

async function publish(evaluation: Evaluation, publication: Publication): Promise<void> {
  const { results, config, basis } = evaluation;
  const { inputs, event, attempt, world } = publication;
  const { core, env } = world;
  const subject = subjectOf(evaluation, publication);
  const mask = await foulWordMask(config);
  const place = reportPlace(inputs);
  const reports = await attempt(() => writeReportFiles(results, { ...place, ...subject, mask }));
  const about = { place, url: event.runUrl };
  const evidence = basis && (await attempt(() => writeEvidence(results, basis, about)));
  // Publishing an earlier run's report sends nothing to a model.
  const requests = inputs.publishFrom === undefined ? results.usage.requests : 0;
  await attempt(() => {
    const { outputs = UNWRITTEN } = reports ?? {};
    const { outputs: proof = NO_EVIDENCE } = evidence ?? {};
    setOutputs(results, { reports: { ...outputs, ...proof }, requests }, core);
  });
  const artifact = await attempt(() => {
    const { files = [] } = evidence ?? {};
    return reports && uploadReports([...reports.files, ...files], publication);
  });
  await attempt(() => {
    if (artifact) setArtifact(artifact, core);
  });
  const shown = { ...subject, filesUrl: artifact?.url, mask };
  await attempt(() => {
    const options = { kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES, ...shown } as const;
    return writeSummary(renderMarkdown(results, options), env);
  });
  await attempt(() => {
    annotate(evaluation, publication);
  });
  await attempt(() => writeCheck(results, publication, shown));
  const commentUrl = await attempt(() => writeComment(results, publication, shown));
  await attempt(async () => {
    const { pullNumber } = await publication.target;
    if (pullNumber === undefined || inputs.review === 'off') return;
    await writeReview(results, publication, { ...subject, mask, pullNumber, commentUrl });
  });
}

/** The subject of a report: the run, its commit, and whether its verdict blocks. */
function subjectOf({ results, basis }: Evaluation, job: Job) {
  const { inputs, event, world } = job;
  // An `issue_comment` event does not name the commit.
  const named = eventKind(event.name).names.head ? event.headSha : undefined;
  const found = basis && 'commit' in basis ? basis.commit : undefined;
  return {
    runUrl: event.runUrl,
    commit: found ?? named,
    base: world.env['GITHUB_BASE_REF'] || undefined,
    docsUrl: docsUrl(job),
    key: inputs.commentKey,
    blocks: failsJob(results, inputs),
  };
}

function annotate({ results, config }: Evaluation, { inputs, world: { core, env } }: Job): void {
  const lineOf = (testType: string) =>
    config?.tests.find(({ test }) => test.name === testType)?.line;
  const base = env['GITHUB_BASE_REF'] || undefined;
  const describe = (test: ReportRow) => annotationOf(results, test, base);
  const fails = (test?: ReportRow) =>
    inputs.failOn.some((outcome) => outcome === (test ? countedAs(test) : 'error'));
  const cause = causeOf(results);
  const rows = rowsToMark(results);
  const isPublished = inputs.publishFrom !== undefined;
  const options = { fails, configPath: inputs.config, isPublished, cause, rows, lineOf, describe };
  emit(annotations(results, options), core);
}

type Shown = Omit<MarkdownOptions, 'kind' | 'maxBytes' | 'marker'>;

function commentText(results: Results, shown: Shown, marker?: string): string {
  return renderMarkdown(results, {
    ...shown,
    kind: 'comment',
    maxBytes: COMMENT_BUDGET_BYTES,
    marker,
  });
}

async function writeCheck(
  results: Results,
  { inputs, event, client }: Job,
  shown: Shown,
): Promise<void> {
  const { headSha, name } = event;
  if (!inputs.check || headSha === '' || !eventKind(name).names.head) return;
  const leg = inputs.commentKey === undefined ? '' : ` (${inputs.commentKey})`;
  await publishCheck(await client(), {
    event,
    name: `sensitivity verdict${leg}`,
    id: markerOf({ ...event, ...inputs }).id,
    outcome: results.outcome,
    fails: failsJob(results, inputs),
    isReported: inputs.publishFrom !== undefined || results.watch !== undefined,
    title: headline(results, shown.base),
    summary: commentText(results, shown),
  });
}

/** Returns the address of the comment; undefined without one. */
async function writeComment(
  results: Results,
  { inputs, event, client, target, world }: Publication,
  shown: Shown,
): Promise<string | undefined> {
  const { pullNumber } = await target;
  if (pullNumber === undefined) return undefined;
  const { marker } = markerOf({ ...event, ...inputs });
  const body = commentText(results, shown, marker);
  const { url } = await publishComment(await client(), {
    event: { ...event, pullNumber },
    body,
    marker,
    mode: inputs.comment,
    failing: results.outcome !== 'pass' && results.outcome !== 'skipped',
  });
  if (url !== undefined) setCommentUrl(url, world.core);
  return url;
}

const NO_TARGET: CommentTarget = {};

/**
 * Finds the pull request that gets the comment and the review. Only `workflow_run` needs a search.
 */
async function commentTarget({ inputs, event, client }: Job): Promise<CommentTarget> {
  if (inputs.comment === 'never' && inputs.review === 'off') return NO_TARGET;
  return eventKind(event.name).names.pull
    ? { pullNumber: event.pullNumber }
    : findCommentTarget(await client(), event);
}

/** Longest upload, in ms. The toolkit's own limit is five minutes. */
const LONGEST_UPLOAD_MS = 60_000;

/**
 * Uploads the report files; undefined if the input is off, and after an interruption. @throws
 * GitHubError
 */
async function uploadReports(
  files: readonly string[],
  { inputs, event, world: { env, interruption } }: Job,
): Promise<Artifact | undefined> {
  const isInterrupted = () => interruption.reason !== undefined;
  if (!inputs.uploadArtifact || isInterrupted()) return undefined;
  const name = artifactName(inputs.commentKey);
  const attempt =
    Number(env['GITHUB_RUN_ATTEMPT']) > 1 ? `-attempt-${env['GITHUB_RUN_ATTEMPT']}` : '';
  const spare = `${name}-${markerOf({ ...event, ...inputs }).id.slice(0, 8)}${attempt}`;
  // The toolkit's variable can shorten the limit.
  const longest = Math.min(
    LONGEST_UPLOAD_MS,
    Number(env['ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS']) || LONGEST_UPLOAD_MS,
  );
  const directory = inputs.reportDirectory;
  const work = uploadArtifact({ names: [name, spare], files, directory, env, event });
  const artifact = await interruption.inTime(interruption.within(longest, work));
  if (artifact === undefined && !isInterrupted()) {
    throw notUploaded(
      `the upload took longer than ${longest / 1000} s`,
      `The files are in ${directory}. The verdict is valid.`,
    );
  }
  return artifact;
}
