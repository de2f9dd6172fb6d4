/** The rows of the page, worst group first, every row in the page itself. */
import { sum } from '../../../engine/lists.ts';
import { baseName } from '../../story/baseline.ts';
import { cutMiddle } from '../../story/truncate.ts';
import { shorten } from '../../story/inserted.ts';
import type { RowGroupName, ShownLeftOut, ShownTest } from '../../story/rows.ts';
import { readingSentence, type ShownReading } from '../../story/states.ts';
import { quantity, formatNumber } from '../../story/words.ts';
import { marked, type Markup, web } from '../escape.ts';
import { decisiveArm, type ShownArm, type ShownRow } from '../../story/shown-row.ts';

/** How the page shows a group of rows. */
interface GroupStyle {
  /** The class of its rows in the style sheet. */
  kind: string;
  word: string;
  sign: string;
  isFolded?: true;
}

type Group = GroupStyle & { name: RowGroupName };

const GROUPS: readonly Group[] = [
  { name: 'broken', kind: 'broken', word: 'broken', sign: '✕' },
  { name: 'failed', kind: 'fail', word: 'failed', sign: '✕' },
  { name: 'error', kind: 'error', word: 'in error', sign: '!' },
  { name: 'silent', kind: 'silent', word: 'can tell nothing', sign: '○' },
  { name: 'fixed', kind: 'fixed', word: 'fixed', sign: '✓' },
  { name: 'passed', kind: 'pass', word: 'passed', sign: '✓', isFolded: true },
  { name: 'uncounted', kind: 'uncounted', word: 'not counted', sign: '+', isFolded: true },
  { name: 'undecided', kind: 'undecided', word: 'not asked', sign: '–', isFolded: true },
];

const LEFT_OUT: GroupStyle = { kind: 'left', word: 'left out', sign: '–', isFolded: true };

/**
 * Maximum lengths of a summary line's text and of an answer, in characters; report.json has all.
 */
const MAX_GIST_LENGTH = 240;
const MAX_ANSWER_LENGTH = 200_000;

export function hasOpenRows(tests: readonly ShownTest[]): boolean {
  return GROUPS.some(
    ({ name, isFolded }) => !isFolded && tests.some(({ rows }) => rows[name].length > 0),
  );
}

export function* rowsSection(
  tests: readonly ShownTest[],
  base: string | undefined,
): Generator<string> {
  const groups = GROUPS.map((group) => ({
    group,
    count: sum(tests, ({ rows }) => rows[group.name].length),
  }));
  const leftOutRows = tests.flatMap(({ leftOut }) => leftOut);
  const rowCount = leftOutRows.length + sum(groups, ({ count }) => count);
  if (rowCount === 0) return;
  yield `<section class="all" aria-labelledby="rows">
<h2 id="rows">${quantity(rowCount, 'row')}</h2>
`;
  let isFirst = true;
  for (const { group, count } of groups.filter(({ count }) => count > 0)) {
    yield groupStart(group, count);
    for (const shownTest of tests) {
      const baselineLabel = shownTest.test.baseline && baseName(base);
      for (const row of shownTest.rows[group.name]) {
        yield rowHtml(row, {
          group,
          shownTest,
          baselineLabel,
          isOpen: isFirst && !group.isFolded,
        });
        isFirst = false;
      }
    }
    yield groupEnd(group);
  }
  if (leftOutRows.length > 0)
    yield [
      groupStart(LEFT_OUT, leftOutRows.length),
      ...leftOutRows.map(leftOutHtml),
      groupEnd(LEFT_OUT),
    ].join('');
  yield '</section>\n';
}

function groupStart({ word, isFolded }: GroupStyle, count: number): string {
  const list = '<ol class="rows">\n';
  if (!isFolded) return list;
  return `<details class="group"><summary>${formatNumber(count)} ${word}</summary>${list}`;
}

function groupEnd({ isFolded }: GroupStyle): string {
  return isFolded ? '</ol></details>\n' : '</ol>\n';
}

interface RowOptions {
  group: Group;
  shownTest: ShownTest;
  baselineLabel: string | undefined;
  isOpen: boolean;
}

function rowHtml(row: ShownRow, options: RowOptions): string {
  const { group, isOpen } = options;
  // `arms` and `error` are getters that mask their texts: each is read once.
  const { error, source, arms } = row;
  const decisive = decisiveArm(row, arms);
  const wasAsked = group.name !== 'undecided';
  const state = error?.kind ?? row.state ?? row.scoreWords;
  return rowLine(group, {
    source,
    state: wasAsked ? state : 'never asked',
    isOpen,
    question: marked(shorten(decisive.text, MAX_GIST_LENGTH)),
    answer: wasAsked ? answerHtml(decisive.answer, MAX_GIST_LENGTH) : undefined,
    detail: rowDetail(row, { arms, main: decisive, error }, options),
  });
}

/** The content of an opened row: its error, its options, its arms, its notes and its place. */
function rowDetail(
  row: ShownRow,
  { arms, main, error }: { arms: readonly ShownArm[]; main: ShownArm; error: ShownRow['error'] },
  { group, shownTest, baselineLabel }: RowOptions,
): Markup[] {
  const { options, notes, isReadByArm } = row;
  const wasAsked = group.name !== 'undecided';
  const detail: Markup[] = [];
  if (error) {
    const message = shownTest.singleErrors.includes(row) ? error.message : 'as above';
    detail.push(paragraphHtml('why', `${error.kind}: ${message}`));
  }
  if (options !== undefined) detail.push(paragraphHtml('text options', options));
  const shownArms = arms.map((arm) =>
    armHtml(arm, { baselineLabel, wasAsked, isMain: arms.length > 1 && arm === main }),
  );
  const facts: string[] = [shownTest.words.label];
  if (row.score !== '—' && !isReadByArm) facts.push(`score ${row.score}`);
  facts.push(row.source);
  detail.push(
    web`<div class="arms of-${arms.length}">${shownArms}</div>`,
    ...notes.map((note) => paragraphHtml('note', note)),
    web`<p class="facts">${facts.join(' · ')}</p>`,
  );
  return detail;
}

function leftOutHtml({ source, original, reason }: ShownLeftOut): string {
  const detail = [paragraphHtml('text', original), paragraphHtml('note', reason)];
  return rowLine(LEFT_OUT, { source, state: reason, isOpen: false, question: original, detail });
}

type RowLine = {
  source: string;
  state: string;
  isOpen: boolean;
  question: Markup | string;
  answer?: Markup;
  detail: readonly Markup[];
};

function rowLine(
  { kind, word, sign }: GroupStyle,
  { source, state, isOpen, question, answer, detail }: RowLine,
): string {
  const answered = answer && web`<span class="answer" dir="auto">→ ${answer}</span>`;
  const summary = [
    web`<span class="badge"><span aria-hidden="true">${sign} </span>${word}</span>`,
    web`<span class="what"><span class="asked" dir="auto">${question}</span>${answered}</span>`,
    web`<span class="state">${state}</span><span class="source">${source}</span>`,
  ];
  const open = isOpen ? ' open' : '';
  return web`<li><details class="row ${kind}"${open}><summary>${summary}</summary><div class="detail">${detail}</div></details></li>\n`.toString();
}

type ArmOptions = { baselineLabel: string | undefined; wasAsked: boolean; isMain: boolean };

function armHtml(
  { label, text, answer, reading, baselineAnswer }: ShownArm,
  { baselineLabel: name = 'the baseline', wasAsked, isMain }: ArmOptions,
): Markup {
  const facts: Markup[] = [];
  if (wasAsked) facts.push(web`<dt>answer</dt><dd>${answerHtml(answer)}</dd>`);
  if (reading) facts.push(web`<dt>reading</dt><dd>${verdictBesideAnswer(reading, answer)}</dd>`);
  if (baselineAnswer !== undefined)
    facts.push(web`<dt>in ${name}</dt><dd>${answerHtml(baselineAnswer)}</dd>`);
  const list = facts.length > 0 ? web`<dl>${facts}</dl>` : undefined;
  const kind = isMain ? 'arm main' : 'arm';
  return web`<div class="${kind}" role="group" aria-label="${label}"><p class="arm-name">${label}</p><p class="text" dir="auto">${marked(text)}</p>${list}</div>`;
}

/**
 * The words of a reading beside its answer: `read as A; right would be B`, or `right would be B` if
 * the answer is `A`.
 */
function verdictBesideAnswer(reading: ShownReading, answer: string | null): string {
  const { words, isRight, rightWords } = reading;
  const isRepeated = words?.toLowerCase() === answer?.trim().toLowerCase();
  const verdict = isRight ? 'right' : rightWords;
  return isRepeated && verdict !== undefined ? verdict : readingSentence(reading);
}

function answerHtml(answer: string | null, longest = MAX_ANSWER_LENGTH): Markup {
  if (answer === null) return web`<i>no answer</i>`;
  if (answer === '') return web`<i>empty</i>`;
  return web`<span dir="auto">${cutMiddle(answer, longest)}</span>`;
}

function paragraphHtml(kind: string, text: string): Markup {
  return web`<p class="${kind}" dir="auto">${text}</p>`;
}
