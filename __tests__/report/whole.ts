/** Reports in one piece, as their files hold them. */
import type { Results } from '../../src/engine/results.ts';
import type { FormatOptions } from '../../src/report/formats/format.ts';
import { asHtml } from '../../src/report/formats/html.ts';

export function renderHtml(results: Results, options: FormatOptions = {}): string {
  return [...asHtml.render(results, options)].join('');
}
