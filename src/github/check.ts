import type { Outcome } from '../engine/results.ts';
import { quoted } from '../json.ts';
import { visible } from '../report/formats/escape.ts';
import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { explainFailure } from './request-error.ts';

interface CheckRequest {
  event: EventContext;
  name: string;
  id: string;
  outcome: Outcome;
  /**
   * True if the job fails. The check then fails too, since GitHub lets a required neutral check
   * pass.
   */
  fails: boolean;
  /** Plain text of one line. */
  title: string;
  /** Markdown. */
  summary: string;
}

/** GitHub's branch rules let success and neutral pass. */
function conclusionOf({ outcome, fails }: CheckRequest): 'success' | 'neutral' | 'failure' {
  if (fails) return 'failure';
  return outcome === 'pass' ? 'success' : 'neutral';
}

/**
 * Creates or updates the check run of a gate on the commit under test. An open verdict that may
 * merge is neutral.
 * @throws GitHubError
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
    output: { title: visible(title), summary },
    details_url: runUrl,
  };
  const doing = `write the check ${quoted(name)} on commit ${head_sha}`;
  await explainFailure({ doing }, event, async () => {
    const { data } = await client.rest.checks.listForRef({
      ...repository,
      ref: head_sha,
      check_name: name,
      filter: 'all',
      per_page: 100,
    });
    const ours = data.check_runs.find(({ external_id }) => external_id === id);
    if (ours) await client.rest.checks.update({ ...run, check_run_id: ours.id });
    else await client.rest.checks.create({ ...run, head_sha });
  });
}
