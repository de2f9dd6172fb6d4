import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explained } from './explain.js';

/**
 * Finds the commit that the checkout of a pull request is compared with: the first parent of the merge commit where that is checked out
 * (`pull_request.base.sha` is often hours older), the merge base where the head is, else `pull_request.base.sha`.
 *
 * @param checkedOut the commit of the checkout; undefined where git does not say it.
 * @returns undefined for an event without a base. @throws GitHubError where GitHub does not answer.
 */
export async function baseOfCheckout(client: Client, event: EventContext, checkedOut: string | undefined): Promise<string | undefined> {
  const { baseSha, runSha, headSha, pullNumber, repository } = event;
  if (pullNumber === undefined || baseSha === undefined || checkedOut === undefined) return baseSha;
  if (checkedOut === runSha && runSha !== headSha) {
    const { data } = await explained(`let us read the merge commit ${runSha}`, event, () =>
      client.rest.git.getCommit({ ...repository, commit_sha: runSha }),
    );
    const [first, second] = data.parents;
    if (first && second) return first.sha;
  }
  if (checkedOut !== headSha) return baseSha;
  // Files come on the first page only, and are not wanted.
  const asked = { ...repository, basehead: `${baseSha}...${headSha}`, per_page: 1, page: 2 };
  const { data } = await explained(`let us compare ${headSha} with its base`, event, () =>
    client.rest.repos.compareCommitsWithBasehead(asked),
  );
  return data.merge_base_commit.sha;
}
