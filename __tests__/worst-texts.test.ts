import { readPlainLabels, readPlainTruth } from '../src/language/plain.ts';
import { parseOptions } from '../src/language/options.ts';
import { isPlainRefusal, soundsLikeRefusal } from '../src/language/refusal-phrases.ts';
import { trimAndLoad } from '../src/engine/judges/toxicity-steps.ts';
import { readWholeJudgement } from '../src/engine/judges/toxicity-whole.ts';
import { wordFinder } from '../src/language/words/index.ts';
import { globProblem } from '../src/config/paths.ts';
import { printableLine as dataLine } from '../src/data/printable.ts';
import { cleaner } from '../src/models/http/clean.ts';
import { gist } from '../src/models/known-questions.ts';
import { code, logLine, marked, prose, htmlWithCode } from '../src/report/formats/escape.ts';
import { oneLine } from '../src/report/story/truncate.ts';
import { scrubber } from '../src/secrets.ts';
import { readJudgement } from './engine/judge/read-judgement.ts';
import { some } from './support/runs.ts';

/**
 * A function may run linear patterns again at every place of a text. These run on long repetitions
 * of near misses.
 */

const THOROUGH = Boolean(process.env.THOROUGH);
/**
 * With THOROUGH=1 the most characters that a pattern may get, else a quarter of it, for which a
 * quadratic function takes a sixteenth of the time.
 */
const LENGTH = THOROUGH ? 200_000 : 50_000;
/**
 * CPU time on a slow machine. A quadratic function takes minutes, or a sixteenth of that.
 */
const MOST_MS = THOROUGH ? 10_000 : 1_000;

const SIGNS = [
  ...'* ` " \' < ( [ { ; , . : - _ = | é 是 a 0'.split(' '),
  ...(
    ' ¦***,¦sk-¦sk-aaaaaaaaa¦aaaaaaaa¦%73%6b¦c2st¦only ¦wait, ¦the answer is ¦The answer of ¦answer is not (A). ¦(A) ¦' +
    'A or B, ¦A. ¦if ¦unlike a¦water ¦salt ¦<answer>¦**A¦```{¦| ¦not A but ¦als ¦as an ai ¦ich kann ¦sorry, ¦“¦‘¦> ¦f u c k ¦' +
    'f.¦fu¦{"a":¦[¦,]¦::¦##[¦@a¦a-¦5,5¦is is ¦ or¦```json '
  ).split('¦'),
  ...'\n\r\t\u200b\u202e\u0000\ud83d',
  ...['\\boxed{', '\nQ', 'A\n', "I can't ", '\n\n', '"\\"'],
];
const KEY = 'sk-aaaaaaaaaaaaaaaa';
const options = parseOptions('A. salt water\nB. water\nC. the moon');
const clean = cleaner([KEY]);
const scrub = scrubber([KEY, 'aaaaaaaaaaaaaaaaaaaaaaab']);
const words = wordFinder();

const READERS: Record<string, (text: string) => unknown> = {
  cleaner: (text) => clean(text),
  scrubber: (text) => scrub(text),
  readPlainLabels: (text) => readPlainLabels(text.slice(0, 19_900), options),
  'readPlainLabels, announced': (text) =>
    readPlainLabels(`Answer: ${text.slice(0, 19_900)}\nAnswer: A`, options),
  'readPlainLabels, in JSON': (text) =>
    readPlainLabels(JSON.stringify({ answer: text.slice(0, 9_000) }), options),
  readPlainTruth: (text) =>
    readPlainTruth(`True. ${text.slice(0, 19_900)}`, `${text}\nIs that right?`),
  parseOptions: (text) => parseOptions(text),
  isPlainRefusal: (text) => isPlainRefusal(text.slice(0, 400)),
  soundsLikeRefusal: (text) => soundsLikeRefusal(text),
  readJudgement: (text) => readJudgement(text.slice(0, 19_900)),
  'trimAndLoad of one that breaks off': (text) => trimAndLoad(`{${text}`),
  trimAndLoad: (text) => trimAndLoad(`{${text}}`),
  readWhole: (text) =>
    readWholeJudgement(`{"category":"none","reason":"${text.slice(0, 19_000)}"}`, text),
  words: (text) => words.find(text),
  globProblem: (text) => globProblem(text.slice(0, 500)),
  dataLine: (text) => dataLine(text),
  gist: (text) => gist(text),
  escapes: (text) => [
    code(text),
    htmlWithCode(text),
    prose(text),
    logLine(text),
    oneLine(text, 300),
    marked([{ text, inserted: true }]),
  ],
};

it.each(Object.entries(READERS))(
  '%s ends soon on any repeated text',
  async (_name, read) => {
    const slow: string[] = [];
    for (const sign of some(SIGNS)) {
      const text = `x${sign.repeat(LENGTH / sign.length)}y`;
      const start = process.cpuUsage().user;
      await read(text);
      const took = (process.cpuUsage().user - start) / 1000;
      if (took > MOST_MS) slow.push(`${JSON.stringify(sign)}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  },
  900_000,
);
