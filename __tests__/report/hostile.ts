import fc from 'fast-check';
import type { Results } from '../../src/run/results.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { character } from '../support/unicode.ts';
import { failed, negationRow, resultsOf, testRow } from './fixtures.ts';

const syntax = fc.constantFrom(
  ...'<>/!-`&|@#$%:;=*_~^+.,?[](){}"\'\\ \t\n\r01ab',
  ...'\0\u0007\u001B\u0085\u009B\u00A0\u00AD\u200B\u202E\u2028\u2066\uFE0F\uFEFF\u{E0041}\uFFFE',
  ...['::', '##[', '**', '\uD83D', '\uDE00'],
);
const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Any UTF-16, texts that resemble syntax, the corpus, and several of its texts joined. */
export const anything = fc.oneof(
  fc.string({ unit: character, maxLength: 100 }),
  fc.string({ unit: units }),
  fc.string({ unit: syntax, maxLength: 60 }),
  fc.constantFrom(...HOSTILE),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE.filter(({ length }) => length < 100)), syntax), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
);

/** A red run that has `text` in every place that text from outside can reach. */
export function hostileResults(text: string): Results {
  // Names of errors, kinds and states are our own.
  const name = text in {} ? 'odd' : text;
  const known = failed();
  const arm = { text, answer: text, key: [text], said: [text] };
  const test_type = `custom:${text}`;
  const row = negationRow(1, {
    test_type,
    source: text,
    id: text,
    original: `${text} is`,
    options: text,
    why: text,
    arms: {
      original: { ...arm, text: `${text} is` },
      perturbed: { ...arm, text: `${text} is not` },
    },
    base: { pass: true, state: name, answers: { perturbed: `${text}.` } },
  });
  const change = { path: text, old: text, new: `${text}\n${text}`, place: `${text}:3:4` };
  const place = { path: text, line: 1, end_line: 1, head: text, base: text, may_suggest: false };
  const part = {
    name: text,
    places: [place],
    restored: 3,
    asked: 4,
    p: 0,
    is_named: true,
    rows: [],
  };
  return resultsOf({
    ...known,
    report: [
      testRow({
        test_type,
        named: text,
        doubt: text,
        baseline: known.report[0]?.baseline ?? undefined,
      }),
    ],
    results: [
      row,
      { ...row, original: text, state: name, base: { pass: false, state: name } },
      { ...row, original: '', pass: true, test_type: 'answers' },
      { ...row, original: 'z', must: true, rule: text },
      {
        ...row,
        test_type: 'rules',
        original: `- ${text}`,
        arms: { pressed: { ...arm, text: `- ${text}\n${text}` } },
      },
      { ...row, original: 'x', status: 'error', pass: null, error: { kind: name, message: text } },
      { ...row, original: 'y', status: 'not_applicable', pass: null },
    ],
    model: { hub: text, name: text },
    config: { ...known.config, path: text, is_langtest: true },
    commit: text,
    base: { name: text, commit: text },
    changes: {
      subject: [change, { ...change, old: '' }, { ...change, old: `x\n${text}`, new: text }],
      rules: [
        change,
        { ...change, old: [text] },
        { path: `${text}.min_pass_rate`, old: 1, new: undefined },
      ],
      rows: [{ source: text, added: [text], removed: [text], changed: [], no_longer_must: [text] }],
    },
    preview: { outcome: 'pass', report: [], results: [row] },
    attribution: {
      kind: 'several',
      requests: 1,
      rows: [{ test_type, source: text }],
      control: { restored: 0, asked: 4 },
      parts: [part, { ...part, untried: text, is_named: false, asked: 0 }],
    },
    calibrations: [{ judge: text, rubric: text, right: 1, total: 2, is_stored: true }],
    warnings: [text],
    notices: [text],
    problem: { name, message: text, where: `${text}:1:2`, remedy: text },
  });
}
