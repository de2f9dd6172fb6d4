/** The card of a test: its rates as bars, its sentences and its funnel. */
import type { ReportRow } from '../../../engine/results.js';
import { partsOf } from '../../../engine/sides.js';
import { ruleSentence } from '../../story/certainty.js';
import { resultSentences } from '../../story/result.js';
import { otherRowsWords, type ShownTest } from '../../story/rows.js';
import { partsToReport } from '../../story/sides.js';
import { funnel, shortfallOf } from '../../story/triplet.js';
import { ICONS, present } from '../../story/words.js';
import { html, prose, quoted } from '../escape.js';
import { sentencesHtml } from '../github.js';

export function testCard(shown: ShownTest, base: string | undefined): string[] {
  const { test, words } = shown;
  const { test_type, outcome } = test;
  const name = words.label === test_type ? '' : ` · <code>${html(test_type)}</code>`;
  const facts = present([funnel(test), ...otherRowsWords(shown)]);
  return [
    `<section class="card test ${outcome}">`,
    `<h3><span aria-hidden="true">${ICONS[outcome]}</span> ${html(words.label)} <small>${outcome}${name}</small></h3>`,
    ...partsOf(test).flatMap(rateBars),
    ...partsToReport(test).map((part) => `<p>${sentencesHtml(resultSentences(part, base))}</p>`),
    ...facts.map((fact) => `<p class="facts">${quoted(fact)}</p>`),
    `<p class="facts">${prose(ruleSentence(test))}</p>`,
    '</section>',
  ];
}

/** The bars of a test's rates, whose figures its sentences have. A rate over too few valid rows is grey: the shortfall decides. */
function rateBars(test: ReportRow): string[] {
  const { pass_rate, minimum_pass_rate, streams = {}, outcome } = test;
  const short = shortfallOf(test);
  const kind = short && streams.sensitive !== 'bad' ? 'plain' : outcome === 'pass' ? 'good' : outcome === 'fail' ? 'bad' : 'odd';
  return present([short && bar(short.rate, short.needed, 'bad'), pass_rate !== null && bar(pass_rate, minimum_pass_rate, kind)]);
}

/** A bar for a share between 0 and 1, with a mark at the needed share. */
function bar(share: number, needed: number, kind: string): string {
  const at = (value: number): number => 100 * Math.min(1, Math.max(0, value));
  return [
    '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
    '<rect class="track" width="100" height="4"/>',
    `<rect class="fill ${kind}" width="${at(share).toFixed(2)}" height="4"/>`,
    `<rect class="mark" x="${(at(needed) * 0.995).toFixed(2)}" width="0.5" height="4"/>`,
    '</svg>',
  ].join('');
}
