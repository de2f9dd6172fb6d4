/** Texts that have broken reports elsewhere, and results that carry such a text in every field. */
import type { Results } from '../../src/engine/results.js';
import { errorRow, leftOutRow, reportRow, resultRow, results } from './sample-results.js';

const ticks = (count: number): string => '`'.repeat(count);

export const HOSTILE: readonly string[] = [
  '@octocat', 'cc @github/security please', 'a@b.example', '#123', 'GH-123', 'owner/repo#1', 'owner/repo@deadbeef',
  'deadbeef', '0123456789abcdef0123456789abcdef01234567', 'https://evil.example/?a=1&b=2', 'www.evil.example', 'http://a',
  'mailto:a@b.example', ':tada: :+1:', '![x](https://evil.example/x.png)', '[click](javascript:alert(1))', '[x]: https://evil.example',
  '<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<svg/onload=alert(1)>', '<a href="javascript:alert(1)">x</a>',
  '<!-- sensitivity-action: other -->', '<!--', '-->', '<![CDATA[', ']]>', '<?php ?>', '<!DOCTYPE html>', '&lt;b&gt;', '&#x202E;', '&amp;', '&nbsp',
  ticks(1), `${ticks(1)}a${ticks(1)}`, ticks(2), `${ticks(3)}js\nalert(1)\n${ticks(3)}`, ticks(7), '~~~', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b', '\\|',
  'one\n\ntwo', '\n\n\n', 'title\n=====', 'title\n-----', '# heading', '> quote', '> [!WARNING]\n> gone', '- [ ] task', '1. list', '***', '---',
  '</code>', '</td></tr></table>', '</details>', '</summary></details></code>', '<details open>', '<table><tr><td>', '<pre>\n\n</pre>', '<b', '<div\n\nx>',
  '*bold* _it_ ~~del~~', '$\\frac{1}{2}$', '$$x$$', '$`x`$', '[^1]', '[^1]: note', 'a  \nb', '    indented', '\tcode',
  'pay \u202Egnp.exe', '\u2066x\u2069', '\u200Fx\u200E\u061C', 'zero\u200Bwidth\u200Djoin\uFEFF\u2060', 'soft\u00ADhyphen', '\u{E0041}\u{E007F}tags',
  '::error::pwned', '  ::set-output name=x::y', '::add-mask::x', '##[error]pwned', 'x ##[command]y', '%0A::error::x', 'a\r\n::error::b', 'a\r::error::b',
  '\0', '\u0007\u0008', '\u001B[31mred\u001B[0m', '\u001B]0;title\u0007', '\u001B]8;;https://evil.example\u0007x', '\u009B2J', '\u2028x\u2029', '\u0085', '\uD800', 'x\uDC00', '\uFFFE\uFFFF',
  '"><img src=x>', "' onmouseover='x", '" style="x', 'javascript:alert(1)', '{{ 1+1 }}', '${{ secrets.X }}', '$(id)', '\\u003cb\\u003e', '%3Cscript%3E',
  'e\u0301'.repeat(50), `a${'\u0301'.repeat(3000)}`, '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪', '漢字かな交じり文', 'שלום עולם', 'مرحبا بالعالم', '', ' ', 'x'.repeat(5000), '.'.repeat(3000), '__proto__', 'constructor',
];

/** One failing, one passing, one row in error, one left out; `text` stands wherever text can stand. */
export function hostileResults(text: string): Results {
  const test = { category: text, test_type: text };
  const row = { ...test, source: text, original: text, test_case: `${text} ${text}`, options: text, expected_result: text, actual_result: text };
  return results({
    model: { hub: text, name: text },
    config: { path: text, ref: text, sha256: text },
    report: [reportRow({ ...test, scorer: text, error_count: 1, not_applicable_count: 1 })],
    results: [resultRow(row), resultRow({ ...row, pass: true }), errorRow(text, text, { ...row, actual_result: null })],
    not_applicable: [leftOutRow({ ...test, source: text, original: text, reason: text })],
    started_at: text,
    notices: [text],
    problem: { name: text, message: text, where: text, remedy: text },
  });
}
