// Reads answers whose form is unambiguous. A judge reads all other answers.

import { jsonIn } from '../shared/json.ts';
import { readLabelList } from './label-list.ts';
import type { AnswerOption } from './options.ts';
import { bareText, plainText } from './text.ts';

/** Maximum length of an answer in a plain form, in characters. */
const MAX_ANSWER_LENGTH = 20_000;
const FENCE = /^```[a-z]{0,10}\s([^]*?)\s?```$/i;

const BOXED =
  /(?:\$\$?|\\[[(])?\\boxed\{(?:\\(?:text|textbf|mathrm)\{([^{}]*)\}|([^{}]*))\}(?:\$\$?|\\[\])])?/g;

/** Matches a decorative emoji. Ticks and crosses are not decoration: they mark options as right. */
const EMOJI = String.raw`(?:(?![✅❌❎✔✖✓✗☑☒⛔🚫👍👎❓❗🙅🚷🤷])\p{Extended_Pictographic}[\p{Mn}\p{Cf}\p{Sk}]{0,4}|\s)`;
const OUTER_EMOJI = new RegExp(`^${EMOJI}{1,20}|${EMOJI}{1,20}$`, 'gu');

/**
 * Strips outer spaces, outer emoji, `\boxed`, a code fence, and all text before a last `<answer>`;
 * undefined if the answer is too long.
 */
function unwrapAnswer(answer: string) {
  if (answer.length > MAX_ANSWER_LENGTH) return undefined;
  return plainText(answer)
    .replace(/^[^]*<(?:final_)?answer>(?=[^<]*<\/)|<\/(?:final_)?answer>\s*$/g, '')
    .replace(BOXED, '$1$2')
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
    .replace(OUTER_EMOJI, '')
    .replace(FENCE, '$1');
}

/** Reads a text; undefined if the text is ambiguous. */
type Reader<Reading> = (text: string) => Reading | undefined;

const ANSWER_FIELD =
  /^(?:(?:final|correct|right|selected|chosen)[ _-]?)?(?:answers?|options?|choices?|labels?|letters?)$|^is[ _-]?(?:true|right|correct)$/i;

/**
 * Reads an answer in JSON. In an object, the last field with a name like `answer` counts, and no
 * other field may disagree. Later fields must be readable, since they may retract the answer.
 */
function readJsonAnswer<Reading>(text: string, readText: Reader<Reading>): Reading | undefined {
  const value = jsonIn(text);
  if (value === undefined) return undefined;
  const readValue = (fieldValue: unknown) => {
    const items = [fieldValue].flat();
    const lines = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
    return readText(lines.join('\n'));
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return readValue(value);
  const fields = Object.entries(value).map(([name, fieldValue]) => ({
    isAnswer: ANSWER_FIELD.test(name),
    saysNo: typeof fieldValue === 'string' && NEGATIVE_FIELD.test(fieldValue),
    reading: readValue(fieldValue),
  }));
  if (fields.some(({ isAnswer, saysNo }) => saysNo && !isAnswer)) return undefined;
  const lastAnswerField = fields.findLastIndex(({ isAnswer }) => isAnswer);
  const answer = fields[lastAnswerField]?.reading;
  const isClear = fields.every(({ isAnswer, reading }, i) => {
    if (reading === undefined) return !isAnswer && i < lastAnswerField;
    return JSON.stringify(reading) === JSON.stringify(answer);
  });
  return isClear ? answer : undefined;
}

/** Matches the value of a field that says no. The field's name may be a rejected option. */
const NEGATIVE_FIELD = /^(?:wrong|incorrect|none|no|not|false)$/i;

const ANNOUNCEMENT =
  /^(?:(?:so|therefore|thus|hence),? )?(?:i (?:think|believe)(?: that)? )?(?:(?:the|my|die|la|le) )?(?:(?:(?:final|correct|right|best|richtige|korrekte) )?(?:answers?|antwort(?:en)?|réponse|respuesta|resposta|risposta|ответ|verdict)|(?:final|correct|right|best|selected|chosen) (?:options?|choices?)|(?:正确|正確|最终)?答案)(?: (?:is|are|ist|sind|lautet|est|es|é)(?::|\s|$)| ?[:是]|$)\s*/i;
const HEADING = /^#{1,6}\s+/;
/** Matches a further question: base models may invent one, and then answer it. */
const NEXT_QUESTION =
  /^\W{0,9}(?:q|question|problem|exercise|human|user|instruction)\b[^\n:]{0,20}:|\?[ \t]{0,9}$/im;
/** Matches words of a line that may list wrong options. */
const SPEAKS_OF_WRONG =
  /\b(?:wrong|incorrect|not|cannot|can't|rule[sd]? out|ruling out|except|false)\b/i;

/**
 * Reads the labels of the options that an answer gives; undefined if its form is ambiguous. Labels
 * or texts of options must be the whole answer, its JSON, or its last line after `Answer:`.
 */
export function readPlainLabels(
  answer: string,
  options: readonly AnswerOption[],
): readonly string[] | undefined {
  const wholeBody = unwrapAnswer(answer);
  if (wholeBody === undefined || options.length < 2) return undefined;
  const body = dropCourtesy(wholeBody, options);
  const readEither = (part: string) =>
    readLabelList(part, options) ?? readLabelList(part.replace(INTRODUCTION, ''), options);
  const wholeReading = readJsonAnswer(body, readEither) ?? readEither(dropHeading(body));
  if (wholeReading || NEXT_QUESTION.test(body)) return wholeReading;
  return readLastLine(body.split('\n'), readEither);
}

/** Drops a first line that only announces the answer, and the heading marker of a single line. */
function dropHeading(body: string) {
  const [firstLine = '', ...furtherLines] = body.split('\n');
  const opening = firstLine.replace(HEADING, '');
  if (ANNOUNCEMENT.exec(opening)?.[0] === opening) return furtherLines.join('\n');
  return furtherLines.length === 0 ? opening : body;
}

/** Reads the labels after `Answer:` on the last line. No other line may give other labels. */
function readLastLine(
  lines: readonly string[],
  readEither: Reader<readonly string[]>,
): readonly string[] | undefined {
  const readLine = (line: string) => readEither(line.replace(ANNOUNCEMENT, ''));
  const [lastLine = '', lineBefore = ''] = lines.toReversed();
  const labels = ANNOUNCEMENT.test(lastLine) ? readLine(lastLine) : undefined;
  if (!labels || SPEAKS_OF_WRONG.test(lineBefore)) return undefined;
  const contradicts = lines.some((line) => {
    const lineLabels = readLine(line);
    if (lineLabels === undefined) return ANNOUNCEMENT.test(line);
    return String(lineLabels) !== String(labels);
  });
  return contradicts ? undefined : labels;
}

const INTRODUCTION =
  /^(?:(?:so|thus|hence|therefore),? )?(?:(?:it|that)(?:['’]s| is| would be):? |i(?:['’]d| would)? (?:choose|pick|select|go with|say):? |both |[✅✔☑]\uFE0F? ?|(?<=^(?:so|thus|hence|therefore),? ))/i;
const AFTER_SENTENCE = /(?<=[.!?\n\p{Extended_Pictographic}])\s?/u;
const COURTESY =
  /\b(?:(?:anything|something) else|(?:can|may|could) i (?:help|assist)|happy to help|hope (?:this|that|it) helps|let me know|feel free|have a (?:great|good|nice|lovely|wonderful) \w+|(?:any|more|other) questions)\b/i;

/** Drops a closing courtesy, unless it contains a word of an option. */
function dropCourtesy(text: string, options: readonly AnswerOption[]) {
  const sentence = text.split(AFTER_SENTENCE).at(-1) ?? '';
  if (sentence === text || !COURTESY.test(sentence) || SPEAKS_OF_WRONG.test(sentence)) return text;
  const words = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const optionTexts = options.map((option) => option.text).join(' ');
  const optionWords = optionTexts.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  if (optionWords.some((word) => words.has(word))) return text;
  return text.slice(0, -sentence.length).replace(OUTER_EMOJI, '').trim();
}

const TRUTH_WORD =
  /^["'“`(#>• -]{0,3}(true|false)(?=$|[.,:;!)"'”`\n]| [-–—] )(?!\.\.)["'”`.,:;!)]*/i;
/** Matches words before True or False, such as `The statement is`. */
const STATEMENT_LEAD =
  /^(?:(?:the|this) (?:statement|claim|sentence|assertion)|it|this|that)(?:['’]s| is):? (?=["'“`]?(?:true|false)\b)/i;
const YES_NO = /^(yes|no)(?=$|[.,:;!\n])[.,:;!]*/i;
const ASKS_YES_NO =
  /\b(?:is|are) (?:this|that|it|the following)(?: (?:statement|claim|sentence|assertion))? (?:right|true|correct|accurate)\b(?! or )/i;
const CONFIRMATION =
  /^ that(?:['’]s| is) (not |in)?(?:right|correct|accurate|true)(?=$|[.,:;!\n])/i;
const NEGATED = /\bnot\b|n['’]t\b/i;
/** Matches words by which an answer may retract its first word. */
const TAKES_BACK =
  /\b(?:true|false|yes|no(?=[,.:;!])|correct|incorrect|right|wrong|but|however|although|though|actually|wait|unless|except|if|depends?|part(?:ly|ially)|sometimes|second thought|sorry|mistake|unsure|uncertain|maybe|perhaps|probably|not (?:quite|exactly|entirely|really|sure)|kidding|joking|scratch|back|reconsider|nope|nah|opposite|accurate|inaccurate|untrue|myth|misconception|statement|claim|indeed|holds?|never|hardly|nobody|no one|(?:this|that)(?:['’]s| is| was)|an? (?:lie|joke|hoax|fabrication)|lies|fiction|nonsense|baseless|bogus|dreams?|hmm+|let me (?:check|see|think)|so it is)\b/i;

/**
 * Reads the truth that an answer begins with and does not retract; undefined if its form is
 * ambiguous. Yes and No count only if the prompt asks whether a statement is right.
 */
export function readPlainTruth(answer: string, prompt: string): 'true' | 'false' | undefined {
  const body = unwrapAnswer(answer);
  if (body === undefined) return undefined;
  const inJson = readJsonAnswer(body, (text) =>
    /^(?:true|false)[.!]?$/i.test(text) ? /^true/i.test(text) : undefined,
  );
  const truth = inJson ?? readTrueOrFalse(body, prompt) ?? readYesOrNo(body, prompt);
  if (truth === undefined) return undefined;
  return truth ? 'true' : 'false';
}

/** Reads an answer that begins with True or False. */
function readTrueOrFalse(text: string, prompt: string) {
  const opening = text.replace(ANNOUNCEMENT, '').replace(STATEMENT_LEAD, '');
  const [word] = TRUTH_WORD.exec(opening) ?? [];
  if (word === undefined) return undefined;
  const remainder = opening.slice(word.length);
  const isTrue = /true/i.test(word);
  const isKept = !TAKES_BACK.test(remainder) && agreesWith(remainder, prompt, isTrue);
  return isKept ? isTrue : undefined;
}

/** Reads an answer that begins with Yes or No. */
function readYesOrNo(text: string, prompt: string) {
  if (!ASKS_YES_NO.test(prompt)) return undefined;
  const [word] = YES_NO.exec(text) ?? [];
  if (word === undefined) return undefined;
  const isYes = /yes/i.test(word);
  const remainder = text.slice(word.length);
  const [confirmation = '', negation] = CONFIRMATION.exec(remainder) ?? [];
  if (TAKES_BACK.test(remainder.slice(confirmation.length))) return undefined;
  const isKept =
    confirmation === '' ? !isDoubtful(remainder, prompt) : (negation === undefined) === isYes;
  return isKept ? isYes : undefined;
}

/**
 * True if the words after True or False agree with it: they repeat the statement, negated exactly
 * if the answer is False, or neither they nor the prompt contain a negation.
 */
function agreesWith(remainder: string, prompt: string, isTrue: boolean) {
  const claim = (text: string) => bareText(text.replace(/ not\b/g, ''));
  const claimed = claim(remainder);
  const repeated = prompt.split('\n').find((line) => {
    const said = claim(line);
    return said !== '' && claimed.startsWith(said);
  });
  return repeated
    ? (NEGATED.test(repeated) === NEGATED.test(remainder)) === isTrue
    : !isDoubtful(remainder, prompt);
}

/**
 * True if a negation makes an answer ambiguous: `No, it isn't` may confirm or reject a negated
 * statement.
 */
function isDoubtful(remainder: string, prompt: string) {
  return remainder.trim() !== '' && (NEGATED.test(prompt) || NEGATED.test(remainder));
}
