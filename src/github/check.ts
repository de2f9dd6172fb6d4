import type { Outcome } from '../engine/results.js';
import { quoted } from '../json.js';
import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explained } from './request-error.js';

export interface CheckRequest {
  event: EventContext;
  /** As the checks page lists it. */
  name: string;
  /** By which the check of this gate is found again. */
  id: string;
  outcome: Outcome;
  /** The job fails: its check must not say less, since GitHub lets a neutral one pass where it is required. */
  fails: boolean;
  /** Another run has said so, which the pull request controls: no ground for a green check. */
  isReported: boolean;
  /** One line. */
  title: string;
  /** Markdown. */
  summary: string;
}

/** GitHub's rules of branches let success and neutral pass, and stop a failure. */
function conclusionOf({ outcome, fails, isReported }: CheckRequest): 'success' | 'neutral' | 'failure' {
  if (fails) return 'failure';
  return outcome === 'pass' && !isReported ? 'success' : 'neutral';
}

/**
 * Keeps one check run a gate on the commit under test: makes it, or brings it up to date in place. It says more than the job's own: an
 * open verdict that may merge is neutral there, not green. Throws GitHubError.
 */
export async function publishCheck(client: Client, request: CheckRequest): Promise<void> {
  const { event, name, id, title, summary } = request;
  const { repository, headSha: head_sha, runUrl } = event;
  const run = {
    ...repository,
    name,
    external_id: id,
    status: 'completed' as const,
    conclusion: conclusionOf(request),
    output: { title, summary },
    ...(runUrl !== undefined && { details_url: runUrl }),
  };
  await explained(`let us write the check ${quoted(name)} on commit ${head_sha}`, event, async () => {
    const { data } = await client.rest.checks.listForRef({ ...repository, ref: head_sha, check_name: name, filter: 'all', per_page: 100 });
    const ours = data.check_runs.find(({ external_id }) => external_id === id);
    if (ours) await client.rest.checks.update({ ...run, check_run_id: ours.id });
    else await client.rest.checks.create({ ...run, head_sha });
  });
}
