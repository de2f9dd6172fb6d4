import type { Client } from './client.js';
import type { EventContext } from './event.js';
import { explainFailure, ifFound } from './request-error.js';

interface Version {
  /** `release v1.2.0`, or `tag v1.2.0`. */
  name: string;
  sha: string;
}

/** Maximum number of tags that are compared with the head: of releases, and of other tags. */
const MOST_TRIES = 20;

const REMEDIES = {
  404: 'The token cannot read the releases of this repository. Grant `permissions: { contents: read }` in the workflow file.',
};

/**
 * Returns the newest published release whose tag is an ancestor of the head. Else returns the
 * nearest tag, else the reason why there is none. GitHub's lists have no fixed order.
 */
export async function findPreviousVersion(
  client: Client,
  event: EventContext,
): Promise<Version | { none: string }> {
  const { repository, headSha, tag: ownTag } = event;
  const page = { ...repository, per_page: 100 };
  return explainFailure(
    { doing: 'look for the previous release', remedies: REMEDIES },
    event,
    find,
  );

  async function find(): Promise<Version | { none: string }> {
    const releases = await client.paginate(client.rest.repos.listReleases, page);
    const published = releases.flatMap(({ draft, tag_name, published_at }) =>
      draft || tag_name === ownTag || published_at === null
        ? []
        : [{ name: tag_name, publishedAt: Date.parse(published_at) }],
    );
    const newest = published.sort((a, b) => b.publishedAt - a.publishedAt).slice(0, MOST_TRIES);
    const triedReleases = newest.map(({ name }) => name);
    for (const name of triedReleases) {
      const ancestor = await ancestorAt(name);
      if (ancestor) return { name: `release ${name}`, sha: ancestor.sha };
    }
    const tags = (await client.paginate(client.rest.repos.listTags, page))
      .map(({ name }) => name)
      .filter((name) => name !== ownTag && !triedReleases.includes(name))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    let nearest: (Version & { distance: number }) | undefined;
    for (const name of tags.slice(0, MOST_TRIES)) {
      const ancestor = await ancestorAt(name);
      if (ancestor && ancestor.distance < (nearest?.distance ?? Infinity))
        nearest = { name: `tag ${name}`, ...ancestor };
    }
    if (nearest) return { name: nearest.name, sha: nearest.sha };
    const isAll = published.length <= MOST_TRIES && tags.length <= MOST_TRIES;
    if (isAll)
      return { none: 'no earlier release, and no earlier tag, is an ancestor of this version' };
    const triedTags = Math.min(tags.length, MOST_TRIES);
    return {
      none: `none of the ${triedReleases.length} newest releases and ${triedTags} other tags that were tried is an ancestor of this version (at most ${MOST_TRIES} of each are tried)`,
    };
  }

  /**
   * Returns the commit of a tag, and by how many commits the head is ahead; undefined if the head
   * does not contain it.
   */
  async function ancestorAt(tag: string): Promise<{ sha: string; distance: number } | undefined> {
    // Files come on the first page only. A deleted tag is a 404.
    const comparison = { ...repository, basehead: `${tag}...${headSha}`, per_page: 1, page: 2 };
    const reply = await ifFound(async () =>
      client.rest.repos.compareCommitsWithBasehead(comparison),
    );
    if (!reply || !['ahead', 'identical'].includes(reply.data.status)) return undefined;
    return { sha: reply.data.base_commit.sha, distance: reply.data.ahead_by };
  }
}
