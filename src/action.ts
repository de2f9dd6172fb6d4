import type * as Core from '@actions/core';
import type { Config } from './config/config.js';
import type { Results } from './engine/results.js';
import { GateError } from './errors.js';
import { evaluate, type Evaluation } from './evaluate.js';
import { foulWordsToMask } from './foul-words.js';
import { annotations, emit } from './github/annotations.js';
import { createClient } from './github/client.js';
import { commentMarker, defaultCommentKey, publishComment, type PublishedComment } from './github/comment.js';
import type { EventContext } from './github/event.js';
import { setCommentUrl, setOutputs } from './github/outputs.js';
import { loadEvent } from './github/payload.js';
import { writeSummary } from './github/summary.js';
import type { Inputs } from './inputs.js';
import { COMMENT_BUDGET_BYTES, SUMMARY_BUDGET_BYTES } from './limits.js';
import { logLine } from './report/escape.js';
import { renderMarkdown } from './report/markdown.js';
import { logLines, verdictLine } from './report/log.js';
import { writeReportFiles } from './report-files.js';

/** What the action touches of the runner. */
export interface World {
  core: typeof Core;
  env: NodeJS.ProcessEnv;
}

/** The action's story: event, evaluate, publish, exit. */
export async function action(inputs: Inputs, world: World): Promise<void> {
  const event = await loadEvent(world.env);
  const evaluation = await evaluate({
    ...inputs,
    config: { path: inputs.config, ref: 'head' },
    overrides: inputs,
    root: inputs.workspace,
    confined: true,
  });
  const { results } = evaluation;
  if (event.notice) results.notices.push(event.notice);
  logLines(results).forEach((line) => world.core.info(logLine(line)));

  await publish(evaluation, { inputs, event, world });

  if (failsJob(results, inputs)) world.core.setFailed(logLine(verdictLine(results)));
}

/** The contract's rule for what turns a job red. */
export function failsJob({ outcome }: Results, { enforce, onError }: Pick<Inputs, 'enforce' | 'onError'>): boolean {
  if (!enforce || outcome === 'pass' || outcome === 'skipped') return false;
  return outcome === 'fail' || onError === 'fail';
}

interface Publication {
  inputs: Inputs;
  event: EventContext;
  world: World;
}

/** In the contract's order. What cannot be published is a warning with its remedy, and never changes the verdict. */
async function publish({ results, config }: Evaluation, { inputs, event, world: { core, env } }: Publication): Promise<void> {
  const attempt = async <T>(step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      core.warning(explain(error));
      return undefined;
    }
  };
  const { runUrl } = event;
  const find = foulWordsToMask(config);
  const markdown = (options: { kind: 'summary' | 'comment'; maxBytes: number; marker?: string }) => renderMarkdown(results, { ...options, runUrl, find });

  const reportJson = await attempt(() => writeReportFiles(results, { directory: inputs.reportDirectory, runUrl, find }));
  await attempt(() => setOutputs(results, reportJson, core));
  await attempt(() => writeSummary(markdown({ kind: 'summary', maxBytes: SUMMARY_BUDGET_BYTES }), env));
  await attempt(() => emit(annotations(results, { ...inputs, configPath: inputs.config, lineOf: (testType) => lineOf(config, testType) }), core));
  await attempt(async () => {
    const marker = commentMarker(inputs.commentKey ?? defaultCommentKey({ ...event, configPath: inputs.config }));
    const body = markdown({ kind: 'comment', maxBytes: COMMENT_BUDGET_BYTES, marker });
    const { url } = await comment(body, { marker, failing: results.outcome !== 'pass' && results.outcome !== 'skipped', inputs, event });
    if (url !== undefined) setCommentUrl(url, core);
  });
}

async function comment(body: string, { marker, failing, inputs, event }: { marker: string; failing: boolean; inputs: Inputs; event: EventContext }): Promise<PublishedComment> {
  if (inputs.comment === 'never' || event.pullNumber === undefined) return { action: 'none' };
  const client = await createClient({ token: inputs.githubToken, apiUrl: event.apiUrl });
  return publishComment(client, { event, body, marker, mode: inputs.comment, failing });
}

function lineOf(config: Config | undefined, testType: string): number | undefined {
  return config?.tests.find(({ test }) => test.name === testType)?.line;
}

/** A disk that is full or a folder that may not be written is the user's to mend; the system's own words name it best. */
function explain(error: unknown): string {
  if (error instanceof GateError) return error.describe();
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error; // A defect of ours.
  return `The report cannot be written: ${message}\nChoose a folder that this job may write with the input \`report-directory\`.`;
}
