/** Reads the HTML report: its markup, the rows that it holds as data, and its script. */
import { createHash } from 'node:crypto';
import { type PageData, type PageRow, unpack } from '../../src/report/formats/page/data.js';
import { PAGE } from './elements.js';
import { type Markup, parseMarkup } from './markup.js';

export interface Page {
  markup: Markup;
  data: Omit<PageData, 'rows'> & { rows: PageRow[] };
  script: string;
}

const DATA = /<script type="application\/json" id="data">([^<>&\u2028\u2029]*)<\/script>\n/;
const SCRIPT = /<script>('use strict';[^]*?)<\/script>/;
const NO_DATA: PageData = { tests: [], rows: [], groups: {} as PageData['groups'] };

/** Throws for a page that is not well formed, or whose policy is not that of what it holds. */
export function readPage(source: string): Page {
  if (source.includes('<!--')) throw new Error('a comment');
  const data = JSON.parse(DATA.exec(source)?.[1] ?? JSON.stringify(NO_DATA)) as PageData;
  const script = SCRIPT.exec(source)?.[1] ?? '';
  const rest = source.replace('<!DOCTYPE html>', '').replace(DATA, '').replace(SCRIPT, '');
  const style = /<style>([^]*?)<\/style>/.exec(source)?.[1] ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowed = script === '' ? /script-src 'sha256-[^']*'/.exec(source)![0] : `script-src ${hash(script)}`;
  const policy = `default-src 'none'; ${allowed}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  if (!source.includes(`<meta http-equiv="Content-Security-Policy" content="${policy}">`)) throw new Error('another policy');
  return { markup: parseMarkup(rest), data: { ...data, rows: data.rows.map(unpack) }, script };
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Everything that people can read on a page, its rows among it. */
export function wordsOn(source: string): string {
  const { data } = readPage(source);
  const rows = data.rows.flatMap(({ arms, source: from, state, options, notes = [], steps = [], error, eval_score }) => [
    ...[from, state, options ?? '', ...notes, ...steps, error ?? '', eval_score],
    ...arms.flatMap(({ text, answer, said, before }) => [text.join(''), answer ?? '', said ?? '', before ?? '']),
  ]);
  const shown = source
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<(?:br|\/(?:p|h\d|td|th|li|dt|dd|summary))>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
  return [shown, ...rows].join('\n');
}

/** Attributes whose values are ours: names, numbers, paths of a picture. */
const OURS = new RegExp(
  ` (?:${[
    '(?:open|hidden|dir="auto"|lang="en"|scope="col"|tabindex="-?[01]"|role="[a-z]+"|aria-hidden="true"|focusable="false"|type="[a-z]+")',
    '(?:align="right"|autocomplete="off"|spellcheck="false"|preserveAspectRatio="none"|text-anchor="(?:middle|end)"|viewBox="[\\d ]+"|d="[MLHVZ\\d. ]+")',
    '(?:x|y|cx|cy|r|width|height)="-?[\\d.]+"',
    '(?:class|id|aria-labelledby)="[a-z0-9 -]*"',
    // Words, which may be a text's: inside of them it is harmless.
    '(?:aria-label|value|placeholder)="[^"<>]*"',
    'href="https?:[^"<>]*"',
  ].join('|')})`,
  'g',
);
const ELEMENTS = new Set([...PAGE, 'a']);

/** What stands on a page and is none of ours: elements, attributes. Throws for one that is not well formed. */
export function strangeOn(source: string): string[] {
  const { markup } = readPage(source);
  return markup.elements.flatMap(({ name, attributes }) => {
    const others = name === 'meta' ? '' : attributes.replaceAll(OURS, '');
    return ELEMENTS.has(name) && others === '' ? [] : [`<${name}${others}>`];
  });
}
