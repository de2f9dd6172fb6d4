import { nodeId, WEB } from './github-fixtures.ts';
import { failures } from './github-failures.ts';
import type { GitHubCall, Handler } from './github-calls.ts';
import { page } from './github-pagination.ts';
import { type CheckRun, type State, timestamp } from './github-state.ts';

/** The part of a check run's body, in creating as in updating, that the run shows afterwards. */
interface CheckBody {
  name?: string;
  head_sha?: string;
  external_id?: string;
  details_url?: string;
  status?: CheckRun['status'];
  conclusion?: CheckRun['conclusion'];
  output?: { title?: string; summary?: string; text?: string; annotations?: unknown[] };
}

/**
 * A conclusion completes a run. Annotations add up over the updates, which is how more than 50 get
 * in.
 */
function applyCheck(call: GitHubCall, state: State, run: CheckRun): CheckRun {
  const { output, ...fields } = call.body as CheckBody;
  const completed = fields.conclusion
    ? { status: 'completed' as const, completed_at: timestamp() }
    : {};
  const { annotations = [], ...texts } = output ?? {};
  Object.assign(run, fields, completed);
  Object.assign(run.output, texts, {
    annotations_count: run.output.annotations_count + annotations.length,
  });
  return state.complete<CheckRun>('check-run', run);
}

/** Check runs, whose limits are in the description. */
export const checkOperations: Record<string, Handler> = {
  'checks/create': (call, state) => {
    const id = state.nextId();
    const url = `${state.url}/repos/${call.repository}/check-runs/${id}`;
    const run = state.complete<CheckRun>('check-run', {
      id,
      node_id: nodeId('CheckRun', id),
      url,
      html_url: `${WEB}/${call.repository}/runs/${id}`,
      status: 'queued',
      started_at: timestamp(),
      output: { annotations_count: 0, annotations_url: `${url}/annotations` },
    });
    state.checkRuns.push(run);
    return { status: 201, body: applyCheck(call, state, run) };
  },

  'checks/list-for-ref': (call, state) => {
    const { check_name } = call.query;
    const runs = state.checkRuns.filter(
      ({ head_sha, name }) =>
        head_sha === call.params['ref'] && (check_name === undefined || name === check_name),
    );
    const { items, headers } = page(runs, call);
    return { status: 200, body: { total_count: runs.length, check_runs: items }, headers };
  },

  'checks/update': (call, state) => {
    const run = state.checkRuns.find(({ id }) => id === Number(call.params['check_run_id']));
    return run ? { status: 200, body: applyCheck(call, state, run) } : failures.notFound();
  },
};
