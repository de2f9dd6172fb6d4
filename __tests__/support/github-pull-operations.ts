/** Pull requests, and the commits they belong to. */
import { failures } from './github-failures.ts';
import { diffEntry, pullRequestObject, WEB } from './github-fixtures.ts';
import { changedFiles, knowsRef } from './github-content-operations.ts';
import type { GitHubCall, Handler, GitHubReply } from './github-calls.ts';
import { page, pageReply } from './github-pagination.ts';
import { sameName, type Pull, type State, type Tag } from './github-state.ts';

const find = (call: GitHubCall, state: State): Pull | undefined =>
  state.pulls.find(({ number }) => number === Number(call.params['pull_number']));

/**
 * GitHub knows the commits of a fork's branch in the fork only: the base repository answers with an
 * empty list.
 */
function hasCommit(pull: Pull, call: GitHubCall, state: State): boolean {
  const commit = call.params['commit_sha'];
  if (pull.state === 'closed' && !pull.merged) return false;
  const headIsHere = sameName(pull.head.repository ?? state.repository, call.repository);
  const baseIsHere = sameName(state.repository, call.repository);
  if (headIsHere && (pull.head.sha === commit || pull.head.ref === commit)) return true;
  return baseIsHere && pull.merge_commit_sha === commit;
}

/** Whether `head`, "owner:branch", names the pull request's branch. */
function comesFrom(pull: Pull, state: State, head: string): boolean {
  const [owner = ''] = (pull.head.repository ?? state.repository).split('/');
  const colon = head.indexOf(':');
  return sameName(owner, head.slice(0, colon)) && pull.head.ref === head.slice(colon + 1);
}

/** The comparison of a head with a tag, as the test has set it. */
function comparisonWithTag(
  call: GitHubCall,
  state: State,
  { base, head, sha, status, ahead }: Tag & { base: string; head: string },
): GitHubReply {
  if (call.query['page'] !== '2')
    call.violation('repos/compare-commits-with-basehead: the first page lists all files');
  const html_url = `${WEB}/${call.repository}/compare/${base}...${head}`;
  const commits = { base_commit: { sha }, merge_base_commit: { sha } };
  const counts = { ahead_by: ahead, total_commits: ahead, files: [] };
  return {
    status: 200,
    body: state.complete('commit-comparison', { html_url, ...commits, status, ...counts }),
  };
}

export const pullOperations: Record<string, Handler> = {
  'pulls/get': (call, state) => {
    const pull = find(call, state);
    if (!pull) return failures.notFound();
    return { status: 200, body: pullRequestObject(state, pull, 'pull-request') };
  },

  'pulls/list': (call, state) => {
    const { state: wanted = 'open', head, base } = call.query;
    if (head !== undefined && !head.includes(':'))
      call.violation(`pulls/list: head "${head}" is not "owner:branch"`);
    const listed = state.pulls
      .filter((pull) => wanted === 'all' || pull.state === wanted)
      .filter((pull) => head === undefined || comesFrom(pull, state, head))
      .filter((pull) => base === undefined || pull.base.ref === base)
      .sort((a, b) =>
        call.query['direction'] === 'asc' ? a.number - b.number : b.number - a.number,
      );
    return pageReply(listed, call, (pull) => pullRequestObject(state, pull, 'pull-request-simple'));
  },

  'repos/list-pull-requests-associated-with-commit': (call, state) => {
    const listed = state.pulls.filter((pull) => hasCommit(pull, call, state));
    return pageReply(listed, call, (pull) => pullRequestObject(state, pull, 'pull-request-simple'));
  },

  'repos/compare-commits-with-basehead': (call, state) => {
    const [base = '', head = ''] = (call.params['basehead'] ?? '').split('...');
    const tag = state.tags.get(base);
    if (tag) return comparisonWithTag(call, state, { ...tag, base, head });
    if (!knowsRef(state, base) || !knowsRef(state, head)) return failures.notFound();
    const files = changedFiles(state, base, head);
    const ahead = Number(base !== head);
    const { items, headers } = page(files, call);
    return {
      status: 200,
      headers,
      body: state.complete('commit-comparison', {
        html_url: `${WEB}/${call.repository}/compare/${base}...${head}`,
        base_commit: { sha: base },
        merge_base_commit: { sha: base },
        status: ahead ? 'ahead' : 'identical',
        ahead_by: ahead,
        total_commits: ahead,
        files: items.map((file) => diffEntry(state, file)),
      }),
    };
  },
};
