/** GitHub's pages: at most 100 items, and a Link header to the neighbours. */
import type { GitHubCall, GitHubReply } from './github-calls.ts';

interface Page<Item> {
  items: Item[];
  headers: Record<string, string>;
}

/**
 * The page of `items` that a call asks for. GitHub silently reads a per_page above 100 as 100.
 */
export function page<Item>(items: Item[], { query, url }: GitHubCall): Page<Item> {
  const perPage = Math.min(Math.max(Number(query['per_page'] ?? 30), 1), 100);
  const current = Math.max(Number(query['page'] ?? 1), 1);
  const last = Math.max(Math.ceil(items.length / perPage), 1);

  const link = (rel: string, number: number): string => {
    const target = new URL(url);
    target.searchParams.set('per_page', String(perPage));
    target.searchParams.set('page', String(number));
    return `<${target.href}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (current > 1) links.push(link('prev', current - 1));
  if (current < last) links.push(link('next', current + 1), link('last', last));
  if (current > 1) links.push(link('first', 1));

  return {
    items: items.slice((current - 1) * perPage, current * perPage),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

/** A page as the whole answer. `render` sees only the items of the page. */
export function pageReply<Item>(
  items: Item[],
  call: GitHubCall,
  render: (item: Item) => unknown = (item) => item,
): GitHubReply {
  const { items: shown, headers } = page(items, call);
  return { status: 200, body: shown.map(render), headers };
}
