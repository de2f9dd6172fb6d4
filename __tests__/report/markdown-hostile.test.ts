import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderMarkdown } from '../../src/report/markdown.js';
import { CORPUS } from '../support/hostile-corpus.js';
import { asGitHub, INERT, toHtml } from '../support/gfm.js';
import { MARKDOWN } from './elements.js';
import { HOSTILE, holds, hostileResults } from './hostile.js';
import { count, parseMarkup } from './markup.js';
import { anything, pieces } from './anything.js';
import { runs, some } from '../support/runs.js';

const MARKER = '<!-- sensitivity-action: ours -->';
const RUN = 'https://github.com/o/r/actions/runs/1';
const OURS = new Set([...MARKDOWN, 'a']);
/** Report 1 + 1, an example 1 + 1 in the comment, failing and error rows 1 + 2 * 3, left out 1 + 1; passing rows 1 + 3 in the summary. */
const TABLE_ROWS = { comment: 2 + 2 + 7 + 2, summary: 2 + 7 + 2 + 4 };

function check(text: string, kind: 'summary' | 'comment'): void {
  const source = renderMarkdown(hostileResults(text), { kind, maxBytes: 1_000_000, marker: MARKER, runUrl: RUN, base: text, commit: text });

  // What is one HTML block for a Markdown parser comes out as it went in.
  expect(toHtml(source).trim()).toBe(source.trim());
  expect(asGitHub(source)).toMatchObject({ ...INERT, blocks: [], comments: [' sensitivity-action: ours '], links: [RUN] });

  const markup = parseMarkup(source.replace(MARKER, ''));
  expect(markup.elements.filter(({ name }) => !OURS.has(name))).toEqual([]);
  expect(
    markup.elements
      .map(({ attributes }) => attributes)
      .filter((given) => !/^(?:| open| align="right"| colspan="2"| href="https:\/\/github\.com\/o\/r\/actions\/runs\/1")$/.test(given)),
  ).toEqual([]);
  expect(count(markup, 'tr')).toBe(TABLE_ROWS[kind]);
}

describe('renderMarkdown with hostile text in every field', () => {
  it('has a corpus worth the name', () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(150);
    for (const texts of Object.values(CORPUS)) expect(texts.length).toBeGreaterThanOrEqual(15);
  });

  it('every text of the corpus', () => {
    for (const text of some(HOSTILE, 12)) {
      holds(text, () => {
        check(text, 'comment');
        check(text, 'summary');
      });
    }
  });

  it('any Unicode at all', () => {
    fc.assert(fc.property(fc.oneof(anything, pieces), fc.constantFrom('comment', 'summary'), check), { numRuns: runs(500) });
  });

  it('any Unicode at all, in whatever size is left', () => {
    fc.assert(
      fc.property(fc.oneof(anything, pieces), fc.integer({ min: 200, max: 4_000 }), (text, maxBytes) => {
        const source = renderMarkdown(hostileResults(text), { kind: 'comment', maxBytes, marker: MARKER, base: text, commit: text });
        expect(Buffer.byteLength(source)).toBeLessThanOrEqual(maxBytes);
        expect(asGitHub(source)).toMatchObject({ links: [], images: [], mentions: [], references: [], addresses: [], emoji: [], math: [] });
        parseMarkup(source.replace(MARKER, ''));
      }),
      { numRuns: runs(200) },
    );
  });
});
