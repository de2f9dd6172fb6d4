/** GitHub's pages: at most 100 items, and a Link header to the next page. */
import type { GitHubCall, GitHubReply } from './github-calls.ts';

/**
 * The page of `items` that a call asks for. GitHub silently reads a per_page above 100 as 100.
 * `render` sees only the items of the page.
 */
export function pageReply<Item>(
  items: Item[],
  { query, url }: GitHubCall,
  render: (item: Item) => unknown = (item) => item,
): GitHubReply {
  const perPage = Math.min(Number(query['per_page'] ?? 30), 100);
  const number = Number(query['page'] ?? 1);
  const end = number * perPage;
  const next = new URL(url);
  next.searchParams.set('page', String(number + 1));
  return {
    status: 200,
    body: items.slice(end - perPage, end).map(render),
    headers: end < items.length ? { link: `<${next.href}>; rel="next"` } : {},
  };
}
