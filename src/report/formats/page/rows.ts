/** The rows of the page, worst group first, every row in the page itself. */
import { baselineName } from '../../story/baseline.js';
import { cutMiddle } from '../../story/truncate.js';
import { shorten } from '../../story/inserted.js';
import type { ShownLeftOut, ShownTest } from '../../story/rows.js';
import { counted, number } from '../../story/words.js';
import { html, marked } from '../escape.js';
import { decisiveArm, type ShownArm, type ShownRow } from '../shown-row.js';

interface Group {
  of: 'broken' | 'failed' | 'errors' | 'silent' | 'fixed' | 'passed' | 'uncounted' | 'unscored';
  kind: string;
  word: string;
  sign: string;
  isFolded?: true;
}

const GROUPS: readonly Group[] = [
  { of: 'broken', kind: 'broken', word: 'broken', sign: '✕' },
  { of: 'failed', kind: 'fail', word: 'failed', sign: '✕' },
  { of: 'errors', kind: 'error', word: 'in error', sign: '!' },
  { of: 'silent', kind: 'silent', word: 'can tell nothing', sign: '○' },
  { of: 'fixed', kind: 'fixed', word: 'fixed', sign: '✓' },
  { of: 'passed', kind: 'pass', word: 'passed', sign: '✓', isFolded: true },
  { of: 'uncounted', kind: 'uncounted', word: 'not counted', sign: '+', isFolded: true },
  { of: 'unscored', kind: 'undecided', word: 'not asked', sign: '–', isFolded: true },
];

/**
 * Longest text of a summary line and longest answer, in characters; report.json has all of each.
 */
const LONGEST_GIST = 240;
const LONGEST_ANSWER = 200_000;

export function hasOpenRows(tests: readonly ShownTest[]): boolean {
  return GROUPS.some(({ of, isFolded }) => !isFolded && tests.some((test) => test[of].length > 0));
}

export function* rowsSection(
  tests: readonly ShownTest[],
  base: string | undefined,
): Generator<string> {
  const all = tests.reduce(
    (sum, test) =>
      sum + test.leftOut.length + GROUPS.reduce((some, { of }) => some + test[of].length, 0),
    0,
  );
  if (all === 0) return;
  yield `<section class="all" aria-labelledby="rows">
<h2 id="rows">${counted(all, 'row')}</h2>
`;
  let isFirst = true;
  for (const group of GROUPS) {
    const count = tests.reduce((sum, test) => sum + test[group.of].length, 0);
    if (count === 0) continue;
    yield opening(group, count);
    for (const shown of tests) {
      const before = shown.test.baseline && baselineName(shown.test.baseline, base);
      for (const row of shown[group.of]) {
        yield rowHtml(row, { group, shown, before, isOpen: isFirst && !group.isFolded });
        isFirst = false;
      }
    }
    yield closing(group);
  }
  const left = tests.flatMap(({ leftOut }) => leftOut);
  if (left.length > 0)
    yield [opening(LEFT, left.length), ...left.map(leftOutHtml), closing(LEFT)].join('');
  yield '</section>\n';
}

const LEFT = { kind: 'left', word: 'left out', sign: '–', isFolded: true } as const;
type Kind = Omit<Group, 'of'>;

function opening({ word, isFolded }: Kind, count: number): string {
  return `${isFolded ? `<details class="group"><summary>${number(count)} ${word}</summary>` : ''}<ol class="rows">\n`;
}

function closing({ isFolded }: Kind): string {
  return `</ol>${isFolded ? '</details>' : ''}\n`;
}

interface RowOptions {
  group: Group;
  shown: ShownTest;
  before: string | undefined;
  isOpen: boolean;
}

function rowHtml(row: ShownRow, { group, shown, before, isOpen }: RowOptions): string {
  const { options, notes, error, source, isReadByArm } = row;
  const shownArms = row.arms;
  const main = decisiveArm(row, shownArms);
  const wasAsked = group.of !== 'unscored';
  const state = !wasAsked ? 'never asked' : error ? error.kind : (row.state ?? row.scored);
  const arms = shownArms.map((arm) =>
    armHtml(arm, { before, wasAsked, isMain: shownArms.length > 1 && arm === main }),
  );
  const facts: string[] = [shown.words.label];
  if (!(row.score === '—' || isReadByArm)) facts.push(`score ${row.score}`);
  facts.push(source);
  return line(group, {
    ...{ source, state, isOpen },
    asked: marked(shorten(main.text, LONGEST_GIST)),
    answer: wasAsked ? answerHtml(main.answer, LONGEST_GIST) : '',
    detail: [
      ...(error
        ? [
            paragraph(
              'why',
              `${error.kind}: ${shown.singleErrors.includes(row) ? error.message : 'as above'}`,
            ),
          ]
        : []),
      ...(options === undefined ? [] : [paragraph('text options', options)]),
      `<div class="arms of-${arms.length}">${arms.join('')}</div>`,
      ...notes.map((note) => paragraph('note', note)),
      `<p class="facts">${html(facts.join(' · '))}</p>`,
    ].join(''),
  });
}

function leftOutHtml({ source, original, reason }: ShownLeftOut): string {
  const detail = `${paragraph('text', original)}${paragraph('note', reason)}`;
  return line(LEFT, {
    source,
    state: reason,
    isOpen: false,
    asked: html(original),
    answer: '',
    detail,
  });
}

type Line = {
  source: string;
  state: string;
  isOpen: boolean;
  asked: string;
  answer: string;
  detail: string;
};

function line(
  { kind, word, sign }: Kind,
  { source, state, isOpen, asked, answer, detail }: Line,
): string {
  const summary = [
    `<span class="badge"><span aria-hidden="true">${sign} </span>${word}</span>`,
    `<span class="what"><span class="asked" dir="auto">${asked}</span>${answer && `<span class="answer" dir="auto">→ ${answer}</span>`}</span>`,
    `<span class="state">${html(state)}</span><span class="source">${html(source)}</span>`,
  ].join('');
  return `<li><details class="row ${kind}"${isOpen ? ' open' : ''}><summary>${summary}</summary><div class="detail">${detail}</div></details></li>\n`;
}

type ArmOptions = { before: string | undefined; wasAsked: boolean; isMain: boolean };

function armHtml(
  { label, text, answer, said, before }: ShownArm,
  { before: name, wasAsked, isMain }: ArmOptions,
): string {
  const reading = said === undefined ? undefined : withoutAnswer(said, answer);
  const facts = [
    ...(wasAsked ? [['answer', answerHtml(answer)]] : []),
    ...(reading === undefined ? [] : [['reading', html(reading)]]),
    ...(before === undefined ? [] : [[`in ${html(name ?? 'the baseline')}`, answerHtml(before)]]),
  ].map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`);
  const list = facts.length > 0 ? `<dl>${facts.join('')}</dl>` : '';
  return `<div class="${isMain ? 'arm main' : 'arm'}" role="group" aria-label="${html(label)}"><p class="arm-name">${html(label)}</p><p class="text" dir="auto">${marked(text)}</p>${list}</div>`;
}

/**
 * `right would be B` for the answer `A` with the reading `read as A; right would be B`: the answer
 * says the rest.
 */
function withoutAnswer(said: string, answer: string | null): string {
  const repeated = `read as ${(answer ?? '').trim()}`.toLowerCase();
  const [, rest] = said.toLowerCase().startsWith(repeated)
    ? (/^[:;] (.+)$/s.exec(said.slice(repeated.length)) ?? [])
    : [];
  return rest ?? said;
}

function answerHtml(answer: string | null, longest = LONGEST_ANSWER): string {
  if (answer === null) return '<i>no answer</i>';
  return answer === ''
    ? '<i>empty</i>'
    : `<span dir="auto">${html(cutMiddle(answer, longest))}</span>`;
}

function paragraph(kind: string, text: string): string {
  return `<p class="${kind}" dir="auto">${html(text)}</p>`;
}
