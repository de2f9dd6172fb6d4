/** A piece of the page as data: written as HTML here, and made of DOM nodes in the browser, by the same views. */
import { html } from '../escape.js';

/** A text, or an element: its name, its attributes, what is in it. Views choose names and attributes; texts may be anybody's. */
export type Tree = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]];

export function toHtml(tree: Tree): string {
  if (typeof tree === 'string') return html(tree);
  const [tag, attributes, ...children] = tree;
  const written = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${html(value)}"`));
  return `<${tag}${written.join('')}>${children.map(toHtml).join('')}</${tag}>`;
}
