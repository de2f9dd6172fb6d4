/// <reference lib="dom" />
import type { PageData, PageRow } from './data.js';
import type { rowView, Tree } from './row-view.js';

/**
 * The script of the page: filters, sorts and pages the rows. The page holds its source text, so it may use nothing from outside of itself.
 * It inserts data as text nodes only, never as markup.
 */
export function client({ rowView: viewRow }: { rowView: typeof rowView }): void {
  const PER_PAGE = 25;
  const find = (id: string): HTMLElement => document.getElementById(id)!;
  const data = JSON.parse(find('data').textContent) as PageData;
  const { groups } = data;
  const number = new Intl.NumberFormat('en');
  const counted = (count: number): string => `${number.format(count)} row${count === 1 ? '' : 's'}`;

  const form = find('filter') as HTMLFormElement;
  const filters = find('filters') as HTMLDetailsElement;
  const controls = {
    text: find('text') as HTMLInputElement,
    test: find('test') as HTMLSelectElement,
    state: find('state') as HTMLSelectElement,
    sort: find('sort') as HTMLSelectElement,
  };
  const defaults: Record<string, string> = { sort: 'worst' };
  const [status, list, folded, fold, pages] = [find('status'), find('list'), find('folded'), find('fold'), find('pages')];
  const [previous, next] = [find('previous') as HTMLButtonElement, find('next') as HTMLButtonElement];
  const wide = matchMedia('(min-width: 800px)');
  let page = 0;
  let isUnfolded = false;

  function nodeOf(tree: Tree): Node {
    if (typeof tree === 'string') return document.createTextNode(tree);
    const [tag, attributes, ...children] = tree;
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.map(nodeOf));
    return element;
  }

  const searched: string[] = [];
  function searchText({ at, group, source, state, options, error, notes = [], arms }: PageRow): string {
    return (searched[at] ??= [
      ...[source, groups[group].word, state, options, error, ...notes],
      ...arms.flatMap(({ text, answer, reading, before }) => [text.flat().join(''), answer, reading, before]),
    ]
      .filter((part) => typeof part === 'string')
      .join('\n')
      .toLowerCase());
  }

  /** A row without a score comes last in both directions. */
  function byScore(sign: number): (a: PageRow, b: PageRow) => number {
    const key = ({ score }: PageRow): number => (Number.isNaN(Number(score)) ? Infinity : sign * Number(score));
    return (a, b) => (key(a) === key(b) ? 0 : key(a) - key(b));
  }

  function chosenRows(): PageRow[] {
    const { text, test, state, sort } = controls;
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const orders: Record<string, (a: PageRow, b: PageRow) => number> = { low: byScore(1), high: byScore(-1), data: (a, b) => a.at - b.at };
    const rows = data.rows.filter(
      (row) =>
        (test.value === '' || String(row.test) === test.value) &&
        (state.value === '' || state.value === row.group || state.value === `${row.group}:${row.state}`) &&
        words.every((word) => searchText(row).includes(word)),
    );
    return orders[sort.value] ? rows.sort(orders[sort.value]) : rows;
  }

  function draw(): void {
    const chosen = chosenRows();
    const isFolding = !isUnfolded && controls.state.value === '' && controls.text.value.trim() === '';
    const shown = isFolding ? chosen.filter(({ group }) => !groups[group].folded) : chosen;
    const hidden = isFolding ? chosen.filter(({ group }) => groups[group].folded) : [];
    const last = Math.max(0, Math.ceil(shown.length / PER_PAGE) - 1);
    page = Math.min(page, last);
    const rows = shown.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    // The first row is open, as an example of what a row holds.
    const isOpen = (row: PageRow): boolean => row === data.rows[0] && !groups[row.group].folded;
    list.replaceChildren(nodeOf(['ol', { class: 'rows' }, ...rows.map((row): Tree => ['li', {}, viewRow(row, data, isOpen(row))])]));
    find('open').hidden = rows.length === 0;
    const asked = hidden.filter(({ group }) => group !== 'undecided' && group !== 'left');
    status.textContent =
      shown.length === 0 && hidden.length > 0
        ? `Nothing failed among ${counted(asked.length)}`
        : `${number.format(shown.length)} of ${counted(data.rows.length)}`;
    folded.hidden = hidden.length === 0;
    const words = [...Map.groupBy(hidden, ({ group }) => group)].map(
      ([group, some]) => `${number.format(some.length)} ${groups[group].word}`,
    );
    fold.textContent = `Show ${rows.length > 0 ? 'the other ' : ''}${counted(hidden.length)}: ${words.join(', ')}`;
    pages.hidden = last === 0;
    previous.disabled = page === 0;
    next.disabled = page === last;
    find('place').textContent = `Page ${number.format(page + 1)} of ${number.format(last + 1)}`;
  }

  /** Writes the filters into the address, so that a reader can share it. */
  function writeAddress(): void {
    const set = Object.entries(controls).filter(([name, { value }]) => value !== '' && value !== defaults[name]);
    history.replaceState(null, '', `#${new URLSearchParams(set.map(([name, { value }]) => [name, value])).toString()}`);
  }

  function readAddress(): void {
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      if (!Object.hasOwn(controls, name)) continue;
      const control = controls[name as keyof typeof controls];
      control.value = value;
      // A select ignores a value that is not among its options.
      if (control.value !== value) control.value = defaults[name] ?? '';
      filters.open = true;
    }
  }

  function change(): void {
    page = 0;
    draw();
    writeAddress();
  }

  function turn(by: number): void {
    page += by;
    draw();
    find('rows').scrollIntoView();
    find('rows').focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  form.addEventListener('input', change);
  find('reset').addEventListener('click', () => {
    form.reset();
    isUnfolded = false;
    change();
    controls.text.focus();
  });
  find('open').addEventListener('click', () => {
    const rows = [...list.querySelectorAll<HTMLDetailsElement>('details.row')];
    const open = rows.some((row) => !row.open);
    for (const row of rows) row.open = open;
  });
  previous.addEventListener('click', () => {
    turn(-1);
  });
  next.addEventListener('click', () => {
    turn(1);
  });
  fold.addEventListener('click', () => {
    isUnfolded = true;
    draw();
    status.focus();
  });
  // A narrow page keeps the filters folded, so that the rows begin early.
  const unfoldFilters = (): void => {
    if (wide.matches) filters.open = true;
  };
  wide.addEventListener('change', unfoldFilters);
  window.addEventListener('hashchange', () => {
    readAddress();
    page = 0;
    draw();
  });

  unfoldFilters();
  readAddress();
  filters.hidden = false;
  find('tools').hidden = false;
  draw();
}
