/** Reports in one piece, as their files hold them. */
import type { Results } from '../../src/engine/results.js';
import type { FormatOptions } from '../../src/report/formats/format.js';
import { asHtml } from '../../src/report/formats/html.js';

export function renderHtml(results: Results, options: FormatOptions = {}): string {
  return [...asHtml.render(results, options)].join('');
}
