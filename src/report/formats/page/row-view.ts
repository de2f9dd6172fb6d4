import type { PageArm, PageData, PageRow } from './data.js';
import { html } from '../escape.js';

/**
 * Draws one row: a summary line, and folded below it every arm with its answer. The page's script uses the source text of this function, so
 * it may use nothing from outside of itself.
 */
export function rowView(row: PageRow, { tests, groups }: Pick<PageData, 'tests' | 'groups'>, open: boolean): Tree {
  const test = tests[row.test]!;
  const { word, sign } = groups[row.group];
  const text = (parts: PageArm['text']): Tree[] => parts.map((part): Tree => (typeof part === 'string' ? part : ['ins', {}, part[0]]));
  /** Cuts a long beginning, so that the inserted text is visible in the summary line. */
  const gist = (parts: PageArm['text']): Tree[] => {
    const [start, ...rest] = parts;
    if (typeof start !== 'string' || start.length <= 140 || rest.length === 0) return text(parts);
    return text([`… ${start.slice(start.indexOf(' ', start.length - 80) + 1)}`, ...rest]);
  };
  const answerView = (answer: string | null): Tree =>
    answer === null ? ['i', {}, 'no answer'] : answer === '' ? ['i', {}, 'empty'] : ['span', { dir: 'auto' }, answer];
  const fact = (name: string, value: Tree | undefined): Tree[] =>
    value === undefined
      ? []
      : [
          ['dt', {}, name],
          ['dd', {}, value],
        ];
  const isShown = (value: string | undefined, kind: string): Tree[] =>
    value === undefined ? [] : [['p', { class: kind, dir: 'auto' }, value]];
  const armView = (arm: PageArm, i: number): Tree => [
    'div',
    { class: i === row.shown && row.arms.length > 1 ? 'arm main' : 'arm', role: 'group', 'aria-label': arm.label },
    ['p', { class: 'arm-name' }, arm.label],
    ['p', { class: 'text', dir: 'auto' }, ...text(arm.text)],
    [
      'dl',
      {},
      ...fact('answer', arm.answer === undefined ? undefined : answerView(arm.answer)),
      ...fact('reading', arm.reading),
      ...fact(`in ${test.before ?? 'the baseline'}`, arm.before === undefined ? undefined : answerView(arm.before)),
    ],
  ];
  const { answer, text: asked } = row.arms[row.shown]!;
  const { steps } = row;
  const facts = [test.label, ...(row.score === '—' || row.arms.length === 3 ? [] : [`score ${row.score}`]), row.source];
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
        ['span', { class: 'asked', dir: 'auto' }, ...gist(asked)],
        ...(answer === undefined ? [] : [['span', { class: 'answer', dir: 'auto' }, '→ ', answerView(answer)] as Tree]),
      ],
      ['span', { class: 'state' }, row.state],
      ['span', { class: 'source' }, row.source],
    ],
    [
      'div',
      { class: 'detail' },
      ...isShown(row.error, 'why'),
      ...isShown(row.options, 'text options'),
      ['div', { class: `arms of-${row.arms.length}` }, ...row.arms.map(armView)],
      ...(row.notes ?? []).flatMap((note) => isShown(note, 'note')),
      ...(steps === undefined
        ? []
        : [
            [
              'details',
              { class: 'steps' },
              ['summary', {}, steps.length === 1 ? '1 step' : `${steps.length} steps`],
              ['ol', {}, ...steps.map((step): Tree => ['li', { class: 'text', dir: 'auto' }, step])],
            ] as Tree,
          ]),
      ['p', { class: 'facts' }, facts.join(' · ')],
    ],
  ];
}

/** A text, or an element: its tag, attributes and children. Texts may be hostile; tags and attributes come from views only. */
export type Tree = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Tree[]];

export function toHtml(tree: Tree): string {
  if (typeof tree === 'string') return html(tree);
  const [tag, attributes, ...children] = tree;
  const written = Object.entries(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${html(value)}"`));
  return `<${tag}${written.join('')}>${children.map(toHtml).join('')}</${tag}>`;
}
