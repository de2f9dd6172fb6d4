/**
 * Our markdown as GitHub shows it, with all texts that its filters would turn into links or media.
 */
import { marked } from 'marked';
import entities from './entities.json' with { type: 'json' };

interface GitHubElement {
  name: string;
  attributes: Record<string, string>;
}

export interface GitHubView {
  /** Kinds of markdown blocks, except for raw HTML and blank lines. */
  blocks: string[];
  elements: GitHubElement[];
  comments: string[];
  /** Addresses that a reader could click. */
  links: string[];
  /** Addresses that a reader's browser would fetch. */
  images: string[];
  mentions: string[];
  /** References to issues, pull requests and commits, and texts like a repository's autolinks. */
  references: string[];
  /** Addresses that become links without any markup. */
  addresses: string[];
  emoji: string[];
  /** Formulas, which GitHub typesets. */
  math: string[];
  /** All text, as a reader sees it. */
  text: string;
}

/** Elements whose text GitHub's filters do not touch. */
const LEFT_ALONE = new Set(['code', 'pre', 'a', 'tt', 'script', 'style']);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

const FILTERS = {
  mentions: /(?<![\w@])@[a-z\d][\w-]*(?:\/[\w-]+)?/gi,
  references:
    /(?:[\w.-]+(?:\/[\w.-]+)?)?#\d+|\b[a-z]+-\d+\b|\b[\da-f]{7,40}\b|[\w-]+\/[\w.-]+@[\da-f]{7,}/gi,
  addresses: /\b[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:mailto|xmpp):|[\w.+-]+@[\w-]+\.[\w.-]+/gi,
  emoji: /:[\w+-]+:/g,
  math: /\$[^$\n]+\$|\$\$/g,
} as const;

/** Caches results by text, up to 10,000 of them. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.size > 10_000) known.clear();
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text)!;
  };
}

export function asGitHub(markdown: string): GitHubView {
  const blocks = marked
    .lexer(markdown, { gfm: true })
    .map(({ type }) => type)
    .filter((type) => type !== 'html' && type !== 'space');
  return { blocks, ...readHtml(toHtml(markdown)) };
}

function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

type Token =
  | { comment: string }
  | { text: string }
  | { name: string; closing: boolean; attributes: string; selfClosing: boolean };

/** Untrusted text must not produce any of these. */
export const INERT = {
  comments: [],
  links: [],
  images: [],
  mentions: [],
  references: [],
  addresses: [],
  emoji: [],
  math: [],
};

/** Like `asGitHub`, for HTML. */
export function readHtml(html: string): Omit<GitHubView, 'blocks'> {
  const view: Omit<GitHubView, 'blocks'> = { elements: [], text: '', ...structuredClone(INERT) };
  const open: string[] = [];
  for (const token of tokens(html)) {
    if ('comment' in token) view.comments.push(token.comment);
    else if ('text' in token) readText(token.text, open, view);
    else if (token.closing)
      open.splice(
        Math.max(0, open.lastIndexOf(token.name)),
        open.includes(token.name) ? open.length : 0,
      );
    else {
      readElement({ name: token.name, attributes: attributesOf(token.attributes) }, view);
      if (!token.selfClosing && !VOID.has(token.name)) open.push(token.name);
      if (token.name === 'br' || token.name === 'tr' || token.name === 'p') view.text += '\n';
    }
  }
  return view;
}

function readElement(element: GitHubElement, view: Omit<GitHubView, 'blocks'>): void {
  view.elements.push(element);
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name === 'href' || name === 'action' || name === 'formaction') view.links.push(value);
    if (['src', 'srcset', 'background', 'poster', 'data', 'style'].includes(name))
      view.images.push(value);
  }
}

type FilterMatches = Record<keyof typeof FILTERS, string[]>;
const filters = Object.entries(FILTERS) as Array<[keyof typeof FILTERS, RegExp]>;

/** Cached, since reports repeat their texts. */
const filtered = remembering(
  (text) =>
    Object.fromEntries(
      filters.map(([what, pattern]) => [
        what,
        Array.from(text.matchAll(pattern), ([found]) => found),
      ]),
    ) as FilterMatches,
);

function readText(source: string, open: readonly string[], view: Omit<GitHubView, 'blocks'>): void {
  const text = decoded(source);
  view.text += text;
  if (open.some((name) => LEFT_ALONE.has(name))) return;
  const found = filtered(text);
  for (const [what] of filters) view[what].push(...found[what]);
}

const TOKEN = new RegExp(
  [
    '<!--(?:-?>|(?<comment>[^]*?)(?:--!?>|$))',
    '<(?:[!?]|\\/(?![a-z]))(?<bogus>[^>]*)(?:>|$)',
    '<(?<closing>\\/?)(?<name>[a-z][^\\s/>]*)(?<attributes>(?:"[^"]*"|\'[^\']*\'|[^>"\'])*)>',
    '(?<text><?[^<]*)',
  ].join('|'),
  'iy',
);

function* tokens(html: string): Generator<Token> {
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(html)?.groups ?? {};
    const { comment, bogus, closing, name, attributes = '', text } = groups;
    if (text !== undefined) yield { text };
    else if (name !== undefined)
      yield {
        name: name.toLowerCase(),
        closing: closing === '/',
        attributes,
        selfClosing: attributes.endsWith('/'),
      };
    else yield { comment: comment ?? bogus ?? '' };
  }
}

const attributesOf = remembering((source): Record<string, string> => {
  const found = source.matchAll(/([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g);
  return Object.fromEntries(
    Array.from(found, ([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  );
});

const NAMED: Record<string, string> = entities;

/** Decodes entities once, as a browser does: `&amp;lt;` is the text `&lt;`. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? entity;
      const point = parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
    },
  );
}
