// Commits that a run compares with: the previous release, and the merge base.

import { type Client, type RepositoryRef, explainRefusal, ifFound } from './client.ts';

/** Most releases, and most other tags, that are compared with the head. */
const MAX_TRIES = 20;

/**
 * The newest published release whose tag is an ancestor of the commit, else the newest such tag.
 */
export async function previousRelease(
  client: Client,
  repository: RepositoryRef,
  version: { commit: string; tag?: string },
) {
  return explainRefusal('look for the previous release', async () => {
    for (const { name, tag } of await versionsOf(client, repository)) {
      if (tag === version.tag) continue;
      const range = `${tag}...${version.commit}`;
      const reply = await ifFound(() => compare(client, repository, range));
      // A release may outlive its tag.
      if (!reply) continue;
      const { status, base_commit } = reply.data;
      const commit = base_commit.sha;
      // A tag such as `v1` may name the version itself.
      if (['ahead', 'identical'].includes(status) && commit !== version.commit)
        return { name, commit };
    }
    return undefined;
  });
}

/** Releases, then other tags, newest first: GitHub's lists have no promised order. */
async function versionsOf(client: Client, repository: RepositoryRef) {
  const page = { ...repository, per_page: 100 };
  const releases = await client.paginate(client.rest.repos.listReleases, page);
  const tags = await client.paginate(client.rest.repos.listTags, page);
  const published = releases
    .filter(({ draft }) => !draft)
    .sort((a, b) => Date.parse(b.published_at ?? '') - Date.parse(a.published_at ?? ''))
    .map(({ tag_name: tag }) => ({ name: `release ${tag}`, tag }));
  const unpublished = tags
    .filter(({ name }) => !published.some(({ tag }) => tag === name))
    // A release sorts after its candidates, and before its patches: the added `:` stands behind `-`
    // in this order, and before `.`.
    .sort((a, b) => `${b.name}:`.localeCompare(`${a.name}:`, 'en', { numeric: true }))
    .map(({ name: tag }) => ({ name: `tag ${tag}`, tag }));
  return [...published.slice(0, MAX_TRIES), ...unpublished.slice(0, MAX_TRIES)];
}

/** The commit at which a head left its base. @throws GitHubError where GitHub knows none */
export async function mergeBaseOf(
  client: Client,
  repository: RepositoryRef,
  { base, head }: { base: string; head: string },
) {
  const reply = await explainRefusal(`compare ${head.slice(0, 7)} with its base`, () =>
    compare(client, repository, `${base}...${head}`),
  );
  return reply.data.merge_base_commit.sha;
}

/** Compares two commits. The second page is asked for, since the first one would list all files. */
function compare(client: Client, repository: RepositoryRef, basehead: string) {
  const request = { ...repository, basehead, per_page: 1, page: 2 };
  return client.rest.repos.compareCommitsWithBasehead(request);
}
