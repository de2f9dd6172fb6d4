/** Reads the HTML report: its markup and its rows. */
import { createHash } from 'node:crypto';
import { PAGE } from './elements.ts';
import { type Markup, parseMarkup } from './markup.ts';

interface Arm {
  label: string;
  text: string;
  answer?: string;
  reading?: string;
  before?: string;
}

interface Row {
  group: string;
  source: string;
  notes: string[];
  arms: Arm[];
}

export interface Page {
  markup: Markup;
  rows: Row[];
}

/** Reads a page. Throws if it is not well formed or its policy does not fit its style. */
export function readPage(source: string): Page {
  if (source.includes('<!--')) throw new Error('a comment');
  const rest = source.replace('<!DOCTYPE html>', '');
  const style = /<style>([^]*?)<\/style>/.exec(source)?.[1] ?? '';
  const hash = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  if (!source.includes(`<meta http-equiv="Content-Security-Policy" content="${policy}">`))
    throw new Error('another policy');
  return { markup: parseMarkup(rest), rows: rowsOf(rest) };
}

function rowsOf(source: string): Row[] {
  return Array.from(
    source.matchAll(/<details class="row (\w+)"(?: open)?>([^]*?)<\/details><\/li>/g),
    ([, group, row]) => ({
      group: group!,
      source: textOf(/<span class="source">([^<]*)/.exec(row!)![1]!),
      notes: Array.from(row!.matchAll(/<p class="note" dir="auto">([^<]*)/g), ([, note]) =>
        textOf(note!),
      ),
      arms: Array.from(
        row!.matchAll(/<div class="arm[^"]*" role="group" aria-label="([^"]*)">([^]*?)<\/div>/g),
        ([, label, arm]) => ({
          label: textOf(label!),
          text: textOf(/<p class="text" dir="auto">([^]*?)<\/p>/.exec(arm!)![1]!),
          ...Object.fromEntries(
            Array.from(arm!.matchAll(/<dt>([^<]*)<\/dt><dd>([^]*?)<\/dd>/g), ([, term, fact]) => [
              term!.startsWith('in ') ? 'before' : term!,
              textOf(fact!),
            ]),
          ),
        }),
      ),
    }),
  );
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
}

/** All text on a page. */
export function wordsOn(source: string): string {
  readPage(source);
  return textOf(
    source
      .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
      .replaceAll(/<(?:br|\/(?:p|h\d|td|th|li|dt|dd|div|summary))>/g, '\n'),
  );
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
