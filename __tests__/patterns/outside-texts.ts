import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MOST_CONFIG_BYTES as LONGEST_CONFIG } from '../../src/config/files.ts';
import { parseConfig } from '../../src/config/rules.ts';
import { loadSamples } from '../../src/data/index.ts';
import { splitIntoParts } from '../../src/engine/attribution/parts.ts';
import { readWholeJudgement } from '../../src/engine/judges/toxicity-whole.ts';
import { trimAndLoad } from '../../src/engine/judges/toxicity-steps.ts';
import { fillVariables, templateProblem, systemProblem } from '../../src/engine/rows/prompt.ts';
import { orProblem } from '../../src/errors.ts';
import { COMMENT_MAX_CHARACTERS, MOST_DATA_BYTES } from '../../src/limits.ts';
import { normalizeBody } from '../../src/github/comment.ts';
import { patchLines, placeFindings, type Finding } from '../../src/github/place-findings.ts';
import { parseOptions } from '../../src/language/options.ts';
import { readPlainLabels, readPlainTruth } from '../../src/language/plain.ts';
import { isPlainRefusal, soundsLikeRefusal } from '../../src/language/refusal-phrases.ts';
import { wordFinder } from '../../src/language/words/index.ts';
import { MAX_ANSWER_LENGTH } from '../../src/models/http/reply-failures.ts';
import { cleaner } from '../../src/models/http/clean.ts';
import { StoreFolder } from '../../src/models/store/store-folder.ts';
import { renderJUnit } from '../../src/report/formats/junit.ts';
import { renderMarkdown } from '../../src/report/formats/markdown.ts';
import { renderTerminal } from '../../src/report/formats/terminal.ts';
import { changedTexts } from '../../src/report/story/changed-subject.ts';
import { readJudgement } from '../engine/judge/read-judgement.ts';
import { baseline, reportRow, resultRow, results } from '../report/sample-results.ts';
import { renderHtml } from '../report/whole.ts';
import { didYouMean } from '../../src/language/nearest.ts';

/** Every kind of text from outside, and what reads it. */

const MIB = 1024 ** 2;

const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-outside-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const fileWith = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

export const SIGNS = [
  '\n',
  ' ',
  'x',
  '"',
  '*',
  '<',
  '[',
  '{"a":',
  '- ',
  'a: b\n',
  '"",',
  '{text} ',
];
const repeated = (sign: string, size: number) => sign.repeat(Math.ceil(size / sign.length));
/** A text around the repeated one: it then begins and ends as its reader expects. */
export const between =
  (start: string, end = '') =>
  (sign: string, size: number) =>
    `${start}${repeated(sign, size)}${end}`;

/** A hunk whose header has the right counts, without which no line of it is read. */
const inHunk = (body: string) => {
  const lines = body.slice(0, body.lastIndexOf('\n')).split('\n');
  const [old, now] = ['+', '-'].map((other) => lines.filter((line) => line[0] !== other).length);
  return `@@ -1,${old} +1,${now} @@\n${lines.join('\n')}`;
};

export interface Kind {
  /** The longest that is read, in bytes. */
  cap: number;
  /** Steps for each character. */
  each?: number;
  /** Steps for each text. */
  always?: number;
  /** What the text repeats; default: `SIGNS`. */
  signs?: readonly string[];
  text?: (sign: string, size: number) => string;
  read: (text: string) => unknown;
}

const dataFile = (ending: string, text: Kind['text'], signs?: readonly string[]): Kind => ({
  cap: MOST_DATA_BYTES,
  ...(signs && { signs }),
  ...(text && { text }),
  read: async (content) => {
    const source = path.basename(fileWith(`rows.${ending}`, content));
    return orProblem(() => loadSamples({ source, root: folder, seed: 1, reads: 'keys' }));
  },
});

const finding = (lines: readonly string[]): Finding => ({
  kind: 'attribution',
  id: 'a',
  path: 'p',
  base: lines,
  head: lines,
  body: () => '',
});
const FINDINGS: Finding[] = [
  finding(['x']),
  finding(Array(200).fill('x').with(-1, 'y')),
  { kind: 'rule', id: 'r', path: 'p', line: 3, body: () => '' },
  ...Array.from({ length: 1_000 }, (_, i): Finding => ({
    ...{ kind: 'row', id: `${i}`, path: 'p', line: 2 * i },
    ...{ text: 'y '.repeat(10_000), body: () => '' },
  })),
];

const words = wordFinder();
const clean = cleaner(['sk-aaaaaaaaaaaaaaaa']);
const options = parseOptions('A. salt water\nB. water\nC. the moon');
const broken = { baseline: baseline({ broken: 8 }), outcome: 'fail' as const };
export const OUTSIDE_TEXTS: Record<string, Kind> = {
  'a prompt that changed in every line': {
    cap: LONGEST_CONFIG,
    // A comparison ends after its most edits.
    always: 45_000_000,
    signs: ['x y\n', 'x\n', '\n', 'x'],
    text: (sign, size) =>
      Array.from({ length: Math.ceil(size / (sign.length + 7)) }, (_, i) => `${i}${sign}`).join(''),
    read: (text) => {
      const now = text.replace(/$/gm, '!');
      const subject = (prompt: string) => ({ texts: { prompt }, values: {} });
      const changed_subject = [{ path: 'prompt', old: text, new: now }];
      changedTexts({ ...results(), outcome: 'fail', report: [reportRow(broken)], changed_subject });
      return splitIntoParts(subject(text), subject(now));
    },
  },
  'a prompt and its variables': {
    cap: LONGEST_CONFIG,
    signs: [...SIGNS, '{a}', '{{a}}', '{% a %}', '}}{{'],
    read: (text) => [
      templateProblem(text, { variables: ['a'], columns: ['b'] }),
      systemProblem(text, { variables: [], columns: ['a'] }),
      fillVariables(`{a}${text}`, { a: text }),
    ],
  },
  'a configuration': {
    cap: LONGEST_CONFIG,
    read: (text) => orProblem(async () => Promise.resolve({ config: parseConfig(text, 'c.yml') })),
  },
  'a key and the names near it': {
    cap: LONGEST_CONFIG,
    signs: ['x'],
    read: (text) => [didYouMean(text, [`y${text}`]), didYouMean('x', [text])],
  },
  'a file of the store': {
    cap: 128 * MIB,
    // It ends after its most damaged lines.
    each: 0.1,
    always: 20_000,
    signs: [...SIGNS, '{"seal":"a"}\n'],
    read: (text) => {
      fileWith(`store-${'0'.repeat(16)}.jsonl`, text);
      new StoreFolder(folder).readLines(
        () => true,
        () => undefined,
      );
    },
  },
  'the patch of a file': {
    cap: MIB / 4,
    signs: ['+x\n', '-x\n', '+x\n-x\n', '+y\n', ' x\n', '@@ -1 +1 @@\n', '\n', '+x\n@@ -1 +1 @@\n'],
    text: (sign, size) => inHunk(repeated(sign, size)),
    read: (text) => placeFindings(FINDINGS, [{ path: 'p', diff: patchLines(text) }], 10),
  },
  'a data file in JSON': dataFile('json', between('[', '"The sky is blue."]'), [
    '"",',
    '"a",',
    '{"text":"a"},',
    '[',
  ]),
  'a data file in JSON Lines': dataFile('jsonl', between('{"text":"The sky is blue."}\n'), [
    '\n',
    '""\n',
    '"a"\n',
    '{"text":"a"}\n',
    '[',
  ]),
  'a data file in CSV': dataFile('csv', between('text\nThe sky is blue.\n'), [
    ...['\n', 'a\n', '"a"\n', '"', '""', ',', 'a"'],
  ]),
  'a data file of texts': dataFile('txt', between('The sky is blue.\n')),
  "a model's reply": {
    cap: MAX_ANSWER_LENGTH,
    read: (text) => [
      readPlainLabels(`(A)${text}`, options),
      readPlainTruth(text, 'Is it?'),
      soundsLikeRefusal(text),
      isPlainRefusal(text),
      words.find(text),
    ],
  },
  "a judge's reply": {
    cap: MAX_ANSWER_LENGTH,
    read: (text) => [readJudgement(text), trimAndLoad(text), readWholeJudgement(text, 'x')],
  },
  "an endpoint's error": { cap: MAX_ANSWER_LENGTH, read: clean },
  'texts of a report': {
    cap: 100_000,
    read: (text) => {
      const row = resultRow({ original: text, test_case: `${text} not`, actual_result: text });
      const report = results({ results: [row], notices: [text], warnings: [text] });
      renderMarkdown(report, { kind: 'summary', maxBytes: 1_000_000, base: text });
      renderHtml(report, { base: text });
      renderJUnit(report);
      renderTerminal(report, { columns: 80, color: false });
    },
  },
  'the body of a comment': { cap: COMMENT_MAX_CHARACTERS, read: normalizeBody },
};
