import type { Client } from './client.ts';
import type { EventContext } from './event.ts';
import { explainFailure, ifFound } from './request-error.ts';

interface Version {
  /** `release v1.2.0`, or `tag v1.2.0`. */
  name: string;
  sha: string;
}

/** Maximum number of tags that are compared with the head: of releases, and of other tags. */
const MAX_TRIES = 20;

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
  const find = async () => {
    const releases = await publishedReleases(client, event);
    const triedReleases = releases.slice(0, MAX_TRIES);
    for (const name of triedReleases) {
      const ancestor = await ancestorAt(name, client, event);
      if (ancestor) return { name: `release ${name}`, sha: ancestor.sha };
    }
    const tags = await otherTags(triedReleases, client, event);
    const triedTags = tags.slice(0, MAX_TRIES);
    const nearest = await nearestTag(triedTags, client, event);
    if (nearest) return nearest;
    const areAllTried =
      triedReleases.length === releases.length && triedTags.length === tags.length;
    return {
      none: areAllTried
        ? 'no earlier release, and no earlier tag, is an ancestor of this version'
        : `none of the ${triedReleases.length} newest releases and ${triedTags.length} other tags that were tried is an ancestor of this version (at most ${MAX_TRIES} of each are tried)`,
    };
  };
  const purpose = { doing: 'look for the previous release', remedies: REMEDIES };
  return explainFailure(purpose, event, find);
}

/** Returns the tags of the published releases, without that of this version; the newest first. */
async function publishedReleases(client: Client, event: EventContext): Promise<string[]> {
  const request = { ...event.repository, per_page: 100 };
  const releases = await client.paginate(client.rest.repos.listReleases, request);
  const published = releases.flatMap(({ draft, tag_name: tag, published_at }) =>
    draft || tag === event.tag || published_at === null
      ? []
      : [{ tag, publishedAt: Date.parse(published_at) }],
  );
  return published.sort((a, b) => b.publishedAt - a.publishedAt).map(({ tag }) => tag);
}

/** Returns the other tags; those that look like the newest version first. */
async function otherTags(
  triedReleases: readonly string[],
  client: Client,
  event: EventContext,
): Promise<string[]> {
  const request = { ...event.repository, per_page: 100 };
  const tags = await client.paginate(client.rest.repos.listTags, request);
  return tags
    .map(({ name }) => name)
    .filter((name) => name !== event.tag && !triedReleases.includes(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

async function nearestTag(
  tags: readonly string[],
  client: Client,
  event: EventContext,
): Promise<Version | undefined> {
  let nearest: (Version & { distance: number }) | undefined;
  for (const name of tags) {
    const ancestor = await ancestorAt(name, client, event);
    if (ancestor && ancestor.distance < (nearest?.distance ?? Infinity))
      nearest = { name: `tag ${name}`, ...ancestor };
  }
  return nearest && { name: nearest.name, sha: nearest.sha };
}

/**
 * Returns the commit of a tag, and by how many commits the head is ahead; undefined if the head
 * does not contain it.
 */
async function ancestorAt(
  tag: string,
  client: Client,
  { repository, headSha }: EventContext,
): Promise<{ sha: string; distance: number } | undefined> {
  // Files come on the first page only. A deleted tag is a 404.
  const request = { ...repository, basehead: `${tag}...${headSha}`, per_page: 1, page: 2 };
  const reply = await ifFound(() => client.rest.repos.compareCommitsWithBasehead(request));
  if (!reply || !['ahead', 'identical'].includes(reply.data.status)) return undefined;
  return { sha: reply.data.base_commit.sha, distance: reply.data.ahead_by };
}
