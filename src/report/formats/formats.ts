import type { ReportFormat } from './format.ts';
import { asHtml } from './html.ts';
import { asJUnit } from './junit.ts';
import type { Results } from '../../engine/results.ts';
import { jsonText } from '../../json.ts';

const asJson: ReportFormat = { file: 'report.json', output: 'report-json', render: jsonParts };

export function jsonReport(results: Results): string {
  return [...jsonParts(results)].join('');
}

/** The same as `JSON.stringify(results, null, 2)`, row by row. */
function* jsonParts(results: Results): Generator<string> {
  let separator = '{';
  const fields: [string, unknown][] = Object.entries(results);
  for (const [key, value] of fields) {
    if (value === undefined) continue;
    yield `${separator}\n  ${JSON.stringify(key)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listParts(value);
    else yield indented(value, 1);
    separator = ',';
  }
  yield '\n}\n';
}

function* listParts(items: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield `${separator}\n    ${indented(item, 2)}`;
    separator = ',';
  }
  yield '\n  ]';
}

/** JSON has line feeds between values only, so each may be indented. */
function indented(value: unknown, depth: number): string {
  return jsonText(value, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);
}

export const FORMATS: readonly ReportFormat[] = [asJson, asHtml, asJUnit];
