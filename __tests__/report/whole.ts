/** Reports in one piece, as their files hold them. */
import type { Results } from '../../src/engine/results.ts';
import { asCsv } from '../../src/report/formats/csv.ts';
import type { FormatOptions } from '../../src/report/formats/format.ts';
import { asHtml } from '../../src/report/formats/html.ts';

export function renderHtml(results: Results, options: FormatOptions = {}): string {
  return [...asHtml.render(results, options)].join('');
}

export function renderCsv(results: Results, options: FormatOptions = {}): string {
  return [...asCsv.render(results, options)].join('');
}
