/// <reference lib="dom" />
import type { PackedRow, PageData, unpack, PackedRow as Row } from './data.js';
import type { rowView, tableView, Tree } from './row-view.js';

/** What the script is made of, beside itself. */
export interface ClientParts {
  chooser: typeof chooser;
  rowView: typeof rowView;
  tableView: typeof tableView;
  unpack: typeof unpack;
}

/**
 * The page's script: filters, sorts and pages the rows. It goes into the page as its own text, so it may use nothing from outside of
 * itself. Data become text nodes only, never markup.
 */
export function client({ chooser: chooserOf, rowView: viewRow, tableView: viewTable, unpack: whole }: ClientParts): void {
  const PER_PAGE = 25;
  const find = (id: string): HTMLElement => document.getElementById(id)!;
  const data = JSON.parse(find('data').textContent) as PageData;
  const choose = chooserOf(data);
  const number = new Intl.NumberFormat('en');
  const counted = (count: number, noun = 'row'): string => `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;

  const form = find('filter') as HTMLFormElement;
  const controls = {
    text: find('text') as HTMLInputElement,
    test: find('test') as HTMLSelectElement,
    state: find('state') as HTMLSelectElement,
    sort: find('sort') as HTMLSelectElement,
    view: find('view') as HTMLSelectElement,
  };
  const [status, list] = [find('status'), find('list')];
  const [folded, fold, pages] = [find('folded'), find('fold'), find('pages')];
  const [previous, place, next] = [find('previous') as HTMLButtonElement, find('place'), find('next') as HTMLButtonElement];
  const wide = matchMedia('(min-width: 800px)');
  let page = 0;
  let unfolded = false;

  function nodeOf(tree: Tree): Node {
    if (typeof tree === 'string') return document.createTextNode(tree);
    const [tag, attributes, ...children] = tree;
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children.map(nodeOf));
    return element;
  }

  /** The first row shows what there is to see in all of them. */
  function drawn(rows: readonly PackedRow[], isTable: boolean): Node {
    const isOpen = (row: PackedRow): boolean => row === data.rows[0] && !data.groups[row.group].folded;
    if (isTable)
      return nodeOf([
        'div',
        { class: 'scroll', role: 'region', 'aria-label': 'Table of rows', tabindex: '0' },
        viewTable(rows.map(whole), data),
      ]);
    return nodeOf(['ol', { class: 'rows' }, ...rows.map((row): Tree => ['li', {}, viewRow(whole(row), data, isOpen(row))])]);
  }

  function draw(): void {
    const wish: Wish = {
      text: controls.text.value,
      test: controls.test.value,
      state: controls.state.value,
      sort: controls.sort.value,
      folded: !unfolded,
    };
    const chosen = choose.rows(wish);
    const last = Math.max(0, Math.ceil(chosen.shown.length / PER_PAGE) - 1);
    page = Math.min(page, last);
    const rows = chosen.shown.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    const isTable = wide.matches && controls.view.value === 'table';
    list.replaceChildren(...(rows.length > 0 ? [drawn(rows, isTable)] : []));
    find('open').hidden = isTable || rows.length === 0;
    const nothing = chosen.shown.length === 0 && chosen.folded.length > 0;
    status.textContent = nothing
      ? `Nothing failed among ${counted(chosen.folded.filter(({ group }) => group !== 'undecided' && group !== 'left').length)}`
      : `${number.format(chosen.shown.length)} of ${counted(data.rows.length)}`;
    folded.hidden = chosen.folded.length === 0;
    const groups = Map.groupBy(chosen.folded, ({ group }) => group);
    const words = [...groups].map(([group, some]) => `${number.format(some.length)} ${data.groups[group].word}`);
    fold.textContent = `Show ${rows.length > 0 ? 'the other ' : ''}${counted(chosen.folded.length)}: ${words.join(', ')}`;
    pages.hidden = last === 0;
    previous.disabled = page === 0;
    next.disabled = page === last;
    place.textContent = `Page ${number.format(page + 1)} of ${number.format(last + 1)}`;
  }

  /** The address says what is seen, so that it can be sent to somebody. */
  function remember(): void {
    const wishes = Object.entries(controls).filter(([, control]) => control.value !== '' && control.value !== defaults[control.id]);
    const said = new URLSearchParams(wishes.map(([name, control]) => [name, control.value])).toString();
    history.replaceState(null, '', said === '' ? '#' : `#${said}`);
  }

  function changed(): void {
    page = 0;
    draw();
    remember();
  }

  function turn(by: number): void {
    page += by;
    draw();
    find('rows').scrollIntoView();
    find('rows').focus();
  }

  const defaults: Record<string, string> = { sort: 'worst', view: 'cards' };
  function recall(): void {
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      if (!(name in controls)) continue;
      const control = controls[name as keyof typeof controls];
      control.value = value;
      // A choice that this report does not have.
      if (control.value !== value) control.value = defaults[name] ?? '';
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  form.addEventListener('input', changed);
  find('reset').addEventListener('click', () => {
    form.reset();
    unfolded = false;
    changed();
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
    unfolded = true;
    draw();
    status.focus();
  });
  wide.addEventListener('change', draw);
  window.addEventListener('hashchange', () => {
    recall();
    page = 0;
    draw();
  });
  /** Little by little, before anybody asks: the first search would have to wait for it. */
  function prepare(from: number): void {
    choose.prepare(from, from + 1_000);
    if (from < data.rows.length) setTimeout(prepare, 20, from + 1_000);
  }

  recall();
  form.hidden = false;
  find('tools').hidden = false;
  draw();
  prepare(0);
}

/** What the reader wants to see; empty texts want everything. */
interface Wish {
  text: string;
  test: string;
  /** A group, or a group and a state of it: `fail`, `silent:does not know the answer`. */
  state: string;
  sort: string;
  /** Rows that passed, and others that nobody has to look at, are only counted: as long as nothing else is wished for. */
  folded: boolean;
}

interface Chosen {
  shown: Row[];
  folded: Row[];
}

interface Chooser {
  rows: (wish: Wish) => Chosen;
  /** Works out what a search in these rows needs. */
  prepare: (from: number, to: number) => void;
}

/**
 * Makes a chooser of rows. What it has worked out once, it keeps: ten thousand rows are gone through in some milliseconds. It goes into the
 * page as its own text, so it may use nothing from outside of itself.
 */
export function chooser({ rows, groups }: Pick<PageData, 'rows' | 'groups'>): Chooser {
  const texts: string[] = [];
  const orders = new Map<string, Row[]>([['worst', rows]]);

  const textOf = (row: Row): string => (texts[row.at] ??= madeOf(row));
  const madeOf = ({ group, source, state, options = '', error = '', notes = [], arms }: Row): string => {
    // What an arm takes from the original is found there.
    const said = arms.flatMap(({ text, answer, said: reading, before }) => [...text.flat(), answer, reading, before]);
    const all = [source, groups[group].word, state, options, error, ...notes, ...said];
    return all
      .filter((part) => typeof part === 'string')
      .join('\n')
      .toLowerCase();
  };
  // No score comes last, whichever end is first.
  const byScore = (sign: number) => (a: Row, b: Row) => {
    const [one, other] = [Number(a.eval_score), Number(b.eval_score)];
    if (Number.isNaN(one) || Number.isNaN(other)) return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return sign * (one - other);
  };
  const inOrder = (sort: string): Row[] => {
    const known = orders.get(sort);
    if (known) return known;
    const compare = sort === 'low' ? byScore(1) : sort === 'high' ? byScore(-1) : (a: Row, b: Row) => a.at - b.at;
    const sorted = rows.toSorted(compare);
    orders.set(sort, sorted);
    return sorted;
  };

  const chosen = ({ text, test, state, sort, folded }: Wish): Chosen => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (row: Row): boolean =>
      (test === '' || String(row.test) === test) &&
      (state === '' || state === row.group || state === `${row.group}:${row.state}`) &&
      words.every((word) => textOf(row).includes(word));
    const found = inOrder(sort).filter(fits);
    if (!folded || state !== '' || words.length > 0) return { shown: found, folded: [] };
    return { shown: found.filter(({ group }) => !groups[group].folded), folded: found.filter(({ group }) => groups[group].folded) };
  };
  return {
    rows: chosen,
    prepare: (from, to) => {
      rows.slice(from, to).forEach(textOf);
    },
  };
}
