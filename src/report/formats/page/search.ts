/// <reference lib="dom" />

/**
 * The script of the page: shows the rows that contain every word of the search. The page holds its source text, so it may use nothing from
 * outside of itself.
 */
export function searchRows(): void {
  const input = document.getElementById('text') as HTMLInputElement;
  const status = document.getElementById('status')!;
  const rows = [...document.querySelectorAll<HTMLElement>('ol.rows > li')];
  const groups = [...document.querySelectorAll<HTMLDetailsElement>('details.group')];
  const texts: string[] = [];
  const number = new Intl.NumberFormat('en');
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [i, row] of rows.entries()) {
      const text = (texts[i] ??= row.textContent.toLowerCase());
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) found += 1;
    }
    for (const group of groups) group.open = words.length > 0 && group.querySelector('li:not([hidden])') !== null;
    status.textContent = `${number.format(found)} of ${number.format(rows.length)} rows`;
  });
  document.getElementById('search')!.hidden = false;
}
