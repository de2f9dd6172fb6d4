import type { Results } from '../engine/results.js';
import { attemptsOf, type Attempt } from '../errors.js';
import { annotations, emitAnnotations } from '../github/annotations.js';
import {
  artifactName,
  notUploadedError,
  uploadArtifact,
  type Artifact,
} from '../github/artifact.js';
import { publishCheck } from '../github/check.js';
import { markerOf, publishComment } from '../github/comment.js';
import { eventKind } from '../github/event-kinds.js';
import { setArtifact, setCommentUrl, setOutputs, writeSummary } from '../github/outputs.js';
import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../limits.js';
import { annotationOf, rowsToMark } from '../report/formats/log.js';
import { renderMarkdown, type MarkdownOptions } from '../report/formats/markdown.js';
import { causeOf } from '../report/story/cause.js';
import { headline } from '../report/story/headline.js';
import type { Mask } from '../report/story/mask.js';
import { tallyWords } from '../report/story/tally.js';
import { NO_EVIDENCE, writeEvidence } from '../run/evidence.js';
import type { Evaluation } from '../run/options.js';
import { foulWordMask, EMPTY_OUTPUTS, writeReportFiles } from '../run/report-files.js';
import { outcomeForFailOn, failsJob } from './end-job.js';
import type { FinishedRun } from './finish-run.js';
import { docsUrl, reportPlace, writeLog, type Job } from './job.js';
import { writeReview } from './review.js';
import { askingsIn, tallyLine, addRun } from './tally.js';

/**
 * Writes log, report files, outputs, artifact, summary, annotations, check, comment and review.
 * Each step is an attempt: a failure is a warning, and never changes the verdict.
 */
export async function publish(run: FinishedRun, job: Job): Promise<void> {
  const { results, target } = run;
  const { inputs, world } = job;
  const attempt = attemptsOf(world.warn);
  await attempt(() => {
    writeLog(results, world);
  });
  const mask = await maskForQuotes(run, attempt);
  const files = await writeFiles(run, job, { mask, attempt });
  const artifact = await attempt(() => (files.length > 0 ? uploadReports(files, job) : undefined));
  await attempt(() => {
    if (artifact) setArtifact(artifact, world.core);
  });
  const markdownFacts = () => ({ ...reportFacts(run, job), filesUrl: artifact?.url, mask });
  await attempt(() => writeSummary(summaryText(results, markdownFacts()), world.env));
  await attempt(() => {
    annotate(run, job);
  });
  await attempt(() => writeCheck(results, job, markdownFacts()));
  const { pullNumber } = target;
  if (pullNumber === undefined) return;
  const commentUrl = await attempt(() =>
    writeComment(run, { ...job, pullNumber }, markdownFacts()),
  );
  if (inputs.review === 'off') return;
  await attempt(() =>
    writeReview(results, job, { ...reportFacts(run, job), mask, pullNumber, commentUrl }),
  );
}

/** Hides the whole text. It is the mask if the mask of foul words cannot be made. */
const hideText: Mask = (text) => text.replace(/\S+/g, '█');

/** Returns the mask of foul words in quoted texts; undefined if masking is off. */
async function maskForQuotes({ config }: Evaluation, attempt: Attempt): Promise<Mask | undefined> {
  const attempted = await attempt(async () => ({ mask: await foulWordMask(config) }));
  return attempted ? attempted.mask : hideText;
}

/**
 * Writes reports and evidence, and sets the outputs. Returns the paths of the files that are to be
 * uploaded: none without reports.
 */
async function writeFiles(
  run: FinishedRun,
  job: Job,
  { mask, attempt }: { mask: Mask | undefined; attempt: Attempt },
): Promise<string[]> {
  const { results, basis } = run;
  const { inputs, event, world } = job;
  const reports = await attempt(() =>
    writeReportFiles(results, { ...reportPlace(inputs), ...reportFacts(run, job), mask }),
  );
  const evidence = await attempt(
    () => basis && writeEvidence(results, basis, { place: reportPlace(inputs), url: event.runUrl }),
  );
  await attempt(() => {
    const { outputs = EMPTY_OUTPUTS } = reports ?? {};
    const { outputs: evidenceOutputs = NO_EVIDENCE } = evidence ?? {};
    // Publishing an earlier run's report sends nothing to a model.
    const requests = inputs.publishFrom === undefined ? results.usage.requests : 0;
    setOutputs(results, { reports: { ...outputs, ...evidenceOutputs }, requests }, world.core);
  });
  if (!reports) return [];
  const { files: evidenceFiles = [] } = evidence ?? {};
  return [...reports.files, ...evidenceFiles];
}

/** Returns the facts around a report: its run, its commit, and whether the verdict blocks. */
function reportFacts({ results, basis }: Evaluation, job: Job) {
  const { inputs, event, world } = job;
  // An `issue_comment` event does not name the commit.
  const eventCommit = eventKind(event.name).names.head ? event.headSha : undefined;
  const judgedCommit = basis && 'commit' in basis ? basis.commit : undefined;
  return {
    runUrl: event.runUrl,
    commit: judgedCommit ?? eventCommit,
    base: world.env['GITHUB_BASE_REF'] || undefined,
    docsUrl: docsUrl(job),
    key: inputs.commentKey,
    blocks: failsJob(results, inputs),
  };
}

function annotate({ results, config }: Evaluation, { inputs, world: { core, env } }: Job): void {
  const base = env['GITHUB_BASE_REF'] || undefined;
  const list = annotations(results, {
    configPath: inputs.config,
    isPublished: inputs.publishFrom !== undefined,
    cause: causeOf(results),
    rows: rowsToMark(results),
    lineOf: (testType) => config?.tests.find(({ test }) => test.name === testType)?.line,
    describe: (test) => annotationOf(results, test, base),
    fails: (test) =>
      inputs.failOn.some((outcome) => outcome === (test ? outcomeForFailOn(test) : 'error')),
  });
  emitAnnotations(list, core);
}

type MarkdownFacts = Omit<MarkdownOptions, 'kind' | 'maxBytes' | 'marker'>;

function summaryText(results: Results, markdownFacts: MarkdownFacts): string {
  return renderMarkdown(results, {
    ...markdownFacts,
    kind: 'summary',
    maxBytes: SUMMARY_BUDGET_BYTES,
  });
}

function commentText(results: Results, markdownFacts: MarkdownFacts, marker?: string): string {
  return renderMarkdown(results, {
    ...markdownFacts,
    kind: 'comment',
    maxBytes: COMMENT_BUDGET_BYTES,
    marker,
  });
}

async function writeCheck(
  results: Results,
  { inputs, event, client }: Job,
  markdownFacts: MarkdownFacts,
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
    title: headline(results, markdownFacts.base),
    summary: commentText(results, markdownFacts),
  });
}

/** Returns the address of the comment; undefined without one. */
async function writeComment(
  run: FinishedRun,
  { inputs, event, client, world, pullNumber }: Job & { pullNumber: number },
  markdownFacts: MarkdownFacts,
): Promise<string | undefined> {
  const { results } = run;
  const { marker } = markerOf({ ...event, ...inputs });
  const { url } = await publishComment(await client(), {
    event: { ...event, pullNumber },
    bodyAfter(earlier) {
      const { askings, current } = addRun(askingsIn(earlier), run);
      const tally = current && tallyWords(askings, current);
      if (askings.length === 0) return commentText(results, { ...markdownFacts, tally }, marker);
      return commentText(results, { ...markdownFacts, tally }, `${marker}${tallyLine(askings)}`);
    },
    marker,
    mode: inputs.comment,
    failing: results.outcome !== 'pass' && results.outcome !== 'skipped',
  });
  if (url !== undefined) setCommentUrl(url, world.core);
  return url;
}

/** Longest upload, in ms. The toolkit's own limit is five minutes. */
const LONGEST_UPLOAD_MS = 60_000;

/**
 * Uploads the report files; undefined if the input is off, and after an interruption.
 * @throws GitHubError
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
  const artifact = await interruption.abandonWhenOver(interruption.abandonAfter(longest, work));
  if (artifact === undefined && !isInterrupted()) {
    throw notUploadedError(
      `the upload took longer than ${longest / 1000} s`,
      `The files are in ${directory}. The verdict is valid.`,
    );
  }
  return artifact;
}
