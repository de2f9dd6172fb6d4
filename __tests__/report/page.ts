/** Reads the HTML report: its markup, the rows that it holds as data, and its script. */
import { createHash } from 'node:crypto';
import type { PageData } from '../../src/report/formats/page/data.js';
import { PAGE } from './elements.js';
import { type Markup, parseMarkup } from './markup.js';

export interface Page {
  markup: Markup;
  data: PageData;
  script: string;
}

const DATA = /<script type="application\/json" id="data">([^<>&\u2028\u2029]*)<\/script>\n/;
const SCRIPT = /<script>('use strict';[^]*?)<\/script>/;
const NO_DATA: PageData = { tests: [], rows: [], groups: {} as PageData['groups'] };

/** Reads a page. Throws if it is not well formed or its policy does not fit its script and style. */
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
  return { markup: parseMarkup(rest), data, script };
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** All text on a page, the texts of its rows included. */
export function wordsOn(source: string): string {
  const { data } = readPage(source);
  const rows = data.rows.flatMap(({ arms, source: from, state, options, notes = [], steps = [], error, score }) => [
    ...[from, state, options ?? '', ...notes, ...steps, error ?? '', score],
    ...arms.flatMap(({ text, answer, reading, before }) => [text.join(''), answer ?? '', reading ?? '', before ?? '']),
  ]);
  const shown = source
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<(?:br|\/(?:p|h\d|td|th|li|dt|dd|summary))>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
  return [shown, ...rows].join('\n');
}

/** Attributes with values that the page chooses. */
const OURS = new RegExp(
  ` (?:${[
    '(?:open|hidden|dir="auto"|lang="en"|scope="col"|tabindex="-?[01]"|role="[a-z]+"|aria-hidden="true"|focusable="false"|type="[a-z]+")',
    '(?:align="right"|autocomplete="off"|spellcheck="false"|preserveAspectRatio="none"|text-anchor="(?:middle|end)"|viewBox="[\\d ]+"|d="[MLHVZ\\d. ]+")',
    '(?:x|y|cx|cy|r|width|height)="-?[\\d.]+"',
    '(?:class|id|aria-labelledby)="[a-z0-9 -]*"',
    // A quoted value may hold a hostile text, which is harmless there.
    '(?:aria-label|value|placeholder)="[^"<>]*"',
    'href="https?:[^"<>]*"',
  ].join('|')})`,
  'g',
);
const ELEMENTS = new Set([...PAGE, 'a']);

/** Elements and attributes that the page does not write. Throws if the page is not well formed. */
export function strangeOn(source: string): string[] {
  const { markup } = readPage(source);
  return markup.elements.flatMap(({ name, attributes }) => {
    const others = name === 'meta' ? '' : attributes.replaceAll(OURS, '');
    return ELEMENTS.has(name) && others === '' ? [] : [`<${name}${others}>`];
  });
}
