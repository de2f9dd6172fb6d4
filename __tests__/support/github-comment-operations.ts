import { newComment } from './github-fixtures.ts';
import { failures } from './github-failures.ts';
import { bodyProblem, ownOf, type Handler } from './github-calls.ts';
import { pageReply } from './github-pagination.ts';
import { timestamp } from './github-state.ts';

/** GitHub's description requires only that the body is a string. */
function bodyRefusal(body: string) {
  const problem = bodyProblem(body);
  return problem && failures.validationFailed('IssueComment', problem);
}

/** Comments of issues and pull requests. */
export const commentOperations: Record<string, Handler> = {
  'issues/list-comments': (call, state) => {
    const issue = `/issues/${call.params['issue_number']}`;
    return pageReply(
      state.comments.filter(({ issue_url }) => issue_url.endsWith(issue)),
      call,
    );
  },

  'issues/create-comment': (call, state) => {
    const { body } = call.body as { body: string };
    const refused = bodyRefusal(body);
    if (refused) return refused;
    const issue = Number(call.params['issue_number']);
    const created = newComment(state, { issue, login: state.login, body });
    state.comments.push(created);
    return { status: 201, body: created };
  },

  'issues/update-comment': (call, state) => {
    const comment = ownOf(state.comments, 'comment_id', call, state);
    if (!comment) return failures.notFound();
    const { body } = call.body as { body: string };
    const refused = bodyRefusal(body);
    if (refused) return refused;
    Object.assign(comment, { body, updated_at: timestamp() });
    return { status: 200, body: comment };
  },

  'issues/delete-comment': (call, state) => {
    const comment = ownOf(state.comments, 'comment_id', call, state);
    if (!comment) return failures.notFound();
    state.comments.splice(state.comments.indexOf(comment), 1);
    return { status: 204, body: null };
  },
};
