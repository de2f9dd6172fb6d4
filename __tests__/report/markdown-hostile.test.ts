import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { marked } from 'marked';
import { renderMarkdown } from '../../src/report/markdown.js';
import { HOSTILE, hostileResults } from './hostile.js';
import { count, parseMarkup } from './markup.js';

const MARKER = '<!-- sensitivity-action: ours -->';
const OURS = new Set(['h3', 'p', 'b', 'i', 'ins', 'sub', 'code', 'br', 'wbr', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'a']);
/** Report 1 + 1, errors 1 + 1, failing and error rows 1 + 2 * 3, left out 1 + 1; passing rows 1 + 3 in the summary. */
const TABLE_ROWS = { comment: 2 + 2 + 7 + 2, summary: 2 + 2 + 7 + 2 + 4 };

function check(text: string, kind: 'summary' | 'comment'): void {
  const runUrl = 'https://github.com/o/r/actions/runs/1';
  const source = renderMarkdown(hostileResults(text), { kind, maxBytes: 1_000_000, marker: MARKER, runUrl, title: text });

  // As GitHub does it: what is one HTML block for a Markdown parser comes out as it went in.
  const kinds = new Set(marked.lexer(source, { gfm: true }).map((token) => token.type));
  expect([...kinds].filter((type) => type !== 'html' && type !== 'space')).toEqual([]);
  const rendered = marked.parse(source, { async: false, gfm: true });
  expect(rendered.trim()).toBe(source.trim());

  expect(rendered.match(/<!--/g)).toHaveLength(1);
  const markup = parseMarkup(rendered.replace(MARKER, ''));
  expect(markup.elements.filter(({ name }) => !OURS.has(name))).toEqual([]);
  expect(markup.elements.map(({ attributes }) => attributes).filter((given) => !/^(?:| align="right"| colspan="2"| href="https:\/\/github\.com\/o\/r\/actions\/runs\/1")$/.test(given))).toEqual([]);
  expect(count(markup, 'tr')).toBe(TABLE_ROWS[kind]);
  expect(count(markup, 'a')).toBe(1);

  const linkable = markup.texts.filter(({ within }) => !within.includes('code') && !within.includes('a')).map(({ text: shown }) => shown);
  expect(linkable.filter((shown) => /@\w|#\d(?!9;)|:\/\/|www\.|:[\w+-]+:|[0-9a-f]{7}|[A-Za-z]-\d|[$`]/i.test(shown))).toEqual([]);
}

describe('renderMarkdown with hostile text in every field', () => {
  it('has a corpus worth the name', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
  });

  it.each(HOSTILE.map((text) => [text]))('%j', (text) => {
    check(text, 'comment');
    check(text, 'summary');
  });

  it('any Unicode at all', () => {
    const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    const syntax = fc.constantFrom('<', '>', '/', '!', '-', '`', '\n', '\r', '&', '|', '@', '#', '1', 'a', ':', '*', '_', '[', ']', '(', ')', '"', "'", ' ', '\u2028', '=');
    const pieces = fc.array(fc.constantFrom(...HOSTILE.filter((text) => text.length < 100)), { maxLength: 5 }).map((parts) => parts.join(''));
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ unit: units }), fc.string({ unit: syntax, maxLength: 60 }), pieces);
    fc.assert(fc.property(text, fc.constantFrom('comment', 'summary'), check), { numRuns: 500 });
  });
});
