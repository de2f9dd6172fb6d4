/** Issues and labels of the repository. GitHub lists pull requests among the issues. */
import { failures } from './github-failures.ts';
import { issue, pullAsIssue, user } from './github-fixtures.ts';
import type { GitHubCall, Handler } from './github-calls.ts';
import { pageReply } from './github-pagination.ts';
import { timestamp, type State } from './github-state.ts';

interface IssueBody {
  title?: string;
  body?: string;
  state?: 'open' | 'closed';
  state_reason?: 'completed' | 'reopened' | null;
  labels?: string[];
}

function disabled(state: State) {
  return state.hasIssues
    ? undefined
    : { status: 410, body: { message: 'Issues has been disabled in this repository.' } };
}

const all = (state: State) =>
  [...state.issues, ...state.pulls.map((pull) => pullAsIssue(state, pull))].sort(
    (a, b) => a.number - b.number,
  );

export const issueOperations: Record<string, Handler> = {
  'issues/list-for-repo': (call: GitHubCall, state) => {
    const { state: wanted = 'open', creator, direction = 'desc' } = call.query;
    const refused = disabled(state);
    const listed = (refused ? all(state).filter(({ pull_request }) => pull_request) : all(state))
      .filter((one) => wanted === 'all' || one.state === wanted)
      .filter((one) => creator === undefined || one.user?.login === creator);
    return pageReply(direction === 'asc' ? listed : listed.reverse(), call);
  },

  'issues/get': (call, state) => {
    const found = all(state).find(({ number }) => number === Number(call.params['issue_number']));
    return disabled(state) ?? (found ? { status: 200, body: found } : failures.notFound());
  },

  'issues/create': (call, state) => {
    const refused = disabled(state);
    if (refused) return refused;
    const { title = '', body = '', labels = [] } = call.body as IssueBody;
    const number = Math.max(0, ...all(state).map((one) => one.number)) + 1;
    const created = issue(state, { number, title, body, login: state.login, labels });
    state.issues.push(created);
    return { status: 201, body: created, headers: { location: created.url } };
  },

  'issues/update': (call, state) => {
    const found = state.issues.find(({ number }) => number === Number(call.params['issue_number']));
    if (!found) return failures.notFound();
    const { labels: _labels, ...changes } = call.body as IssueBody;
    Object.assign(found, changes, { updated_at: timestamp() });
    if (changes.state === 'closed')
      Object.assign(found, { closed_at: timestamp(), closed_by: user(state, state.login) });
    if (changes.state === 'open') Object.assign(found, { closed_at: null, closed_by: null });
    return { status: 200, body: found };
  },

  'issues/create-label': (call, state) => {
    const label = call.body as { name: string; color?: string; description?: string };
    if (state.labels.includes(label.name)) {
      return {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [{ resource: 'Label', code: 'already_exists', field: 'name' }],
        },
      };
    }
    state.labels.push(label.name);
    const { name, color = 'ededed', description = null } = label;
    const url = `${state.url}/repos/${call.repository}/labels/${name}`;
    return {
      status: 201,
      body: state.complete('label', {
        id: state.nextId(),
        node_id: 'LA',
        url,
        name,
        color,
        description,
        default: false,
      }),
      headers: { location: url },
    };
  },
};
