import type { Results } from '../engine/results.ts';
import { attemptsOf, type Attempt } from '../errors.ts';
import { annotations, emitAnnotations } from '../github/annotations.ts';
import { gateIdentityOf, publishComment } from '../github/comment.ts';
import { eventKind } from '../github/event-kinds.ts';
import { setCommentUrl, setOutputs, writeSummary } from '../github/outputs.ts';
import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from '../limits.ts';
import { annotationOf, rowsToMark } from '../report/story/annotations.ts';
import { renderMarkdown, type MarkdownOptions } from '../report/formats/markdown.ts';
import { causeOf } from '../report/story/cause.ts';
import type { Mask } from '../report/story/mask.ts';
import type { Evaluation } from '../run/options.ts';
import { foulWordMask, EMPTY_OUTPUTS, writeReportFiles } from '../run/report-files.ts';
import { addSubject } from './asked-subjects.ts';
import { outcomeForFailOn, failsJob } from './end-job.ts';
import type { FinishedRun } from './finish-run.ts';
import { docsUrl, reportPlace, writeLog, type Job } from './job.ts';
import { writeReview } from './review.ts';

/**
 * Writes log, report files, outputs, summary, annotations, comment and review.
 * Each step is an attempt: a failure is a warning, and never changes the verdict.
 */
export async function publish(run: FinishedRun, job: Job): Promise<void> {
  const { results, pullNumber } = run;
  const { inputs, environment } = job;
  const attempt = attemptsOf(environment.warn);
  await attempt(() => {
    writeLog(results, environment);
  });
  const page = { ...wordingOf(run, job), mask: await maskForQuotes(run, attempt) };
  const place = reportPlace(inputs);
  const reports = await attempt(() => writeReportFiles(results, { ...place, ...page }));
  await attempt(() => {
    setOutputs(results, reports?.outputs ?? EMPTY_OUTPUTS, environment.core);
  });
  await attempt(() => writeSummary(summaryText(results, page), environment.env));
  await attempt(() => {
    annotate(run, job);
  });
  if (pullNumber === undefined) return;
  const commentUrl = await attempt(() => writeComment(run, { ...job, pullNumber }, page));
  if (inputs.review === 'off') return;
  await attempt(() => writeReview(results, job, { ...page, pullNumber, commentUrl }));
}

/** The facts of texts beside the results: the run, its commit, and whether the verdict blocks. */
function wordingOf({ results, commit }: Evaluation, job: Job) {
  const { inputs, event } = job;
  // An `issue_comment` event does not name the commit.
  const eventCommit = eventKind(event.name).names.head ? event.headSha : undefined;
  return {
    runUrl: event.runUrl,
    commit: commit ?? eventCommit,
    base: baseBranch(job),
    docsUrl: docsUrl(job),
    key: inputs.commentKey,
    blocks: failsJob(results, inputs),
  };
}

/** The base branch of a pull request. */
function baseBranch({ environment: { env } }: Job): string | undefined {
  return env['GITHUB_BASE_REF'] || undefined;
}

/** Hides the whole text. It is the mask if the mask of foul words cannot be made. */
const hideText: Mask = (text) => text.replace(/\S+/g, '█');

/** Returns the mask of foul words in quoted texts; undefined if masking is off. */
async function maskForQuotes({ config }: Evaluation, attempt: Attempt): Promise<Mask | undefined> {
  const attempted = await attempt(async () => ({ mask: await foulWordMask(config) }));
  return attempted ? attempted.mask : hideText;
}

type Page = Omit<MarkdownOptions, 'kind' | 'maxBytes' | 'marker' | 'subjects'>;

function summaryText(results: Results, page: Page): string {
  return renderMarkdown(results, { ...page, kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES });
}

function commentText(
  results: Results,
  page: Page & Pick<MarkdownOptions, 'marker' | 'subjects'>,
): string {
  return renderMarkdown(results, { ...page, kind: 'comment', maxBytes: COMMENT_BUDGET_BYTES });
}

function annotate({ results, config }: Evaluation, job: Job): void {
  const { inputs, environment } = job;
  const base = baseBranch(job);
  const list = annotations(results, {
    configPath: inputs.config,
    cause: causeOf(results),
    rows: rowsToMark(results),
    lineOf: (testType) => config?.tests.find(({ test }) => test.name === testType)?.line,
    describe: (test) => annotationOf(results, test, base),
    fails: (test) =>
      inputs.failOn.some((outcome) => outcome === (test ? outcomeForFailOn(test) : 'error')),
  });
  emitAnnotations(list, environment.core);
}

/** Returns the address of the comment; undefined without one. */
async function writeComment(
  run: FinishedRun,
  { inputs, event, client, environment, pullNumber }: Job & { pullNumber: number },
  page: Page,
): Promise<string | undefined> {
  const { results } = run;
  const { marker } = gateIdentityOf({ ...event, ...inputs });
  const url = await publishComment(await client(), {
    event: { ...event, pullNumber },
    renderBody(earlierBody) {
      const { line, words } = addSubject(earlierBody, run);
      return commentText(results, { ...page, subjects: words, marker: `${marker}${line}` });
    },
    marker,
    mode: inputs.comment,
    isFailing: results.outcome !== 'pass' && results.outcome !== 'skipped',
  });
  if (url !== undefined) setCommentUrl(url, environment.core);
  return url;
}
