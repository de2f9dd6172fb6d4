import OF_MODELS from './thinking-markers.json' with { type: 'json' };

/** Words in control tokens that enclose thinking, and names of elements that do. */
const WORD = '(?:think|thinking|thoughts?|reasoning)';
const TAG =
  '(?:(?:seed:|longcat_|ant)?think(?:ing)?|(?:inner_)?thoughts?|reasoning|analysis|scratch_?pad|reflection|cot|(?:internal|inner)_monologue)';
/** Patterns of the markers that open and close thinking: of usual forms, and of some models. */
const THINKING_PAIRS = [
  [`<${TAG}(?:\\s[^<>]{0,99})?>`, `</${TAG}>`],
  [`<[|]${WORD}[|]>`, `<[|]/${WORD}[|]>`],
  [`<[|]?begin_of_${WORD}[|]?>`, `<[|]?end_of_${WORD}[|]?>`],
  [`<[|]?${WORD}_start[|]?>`, `<[|]?${WORD}_end[|]?>`],
  ...Object.values(OF_MODELS),
];
const OPENS_THINKING = THINKING_PAIRS.map(([opening]) => opening).join('|');
const CLOSES_THINKING = THINKING_PAIRS.map(([, closing]) => closing).join('|');

/** Names of control tokens without bars. */
const NAMES = 'bos|eos|pad|unk|sep|eo[admts]|(?:start|end)_of_turn|seed:[be]os';
/**
 * The words of names between bars, such as `<|start_header_id|>`. A model could write any other
 * text there, and the judge has to see it.
 */
const WORDS =
  'action|answer|assistant|begin|bo[mst]|bot|box|call|channel|chatbot|code|constrain|content|context|document|dummy|end|eo[dmpst]|extra|file|fim|final|function|gmask|header|human|id|im|inner|message|middle|model|name|observation|of|output|pad|plugin|prefix|prompt|python|query|reasoning|repo|reserved|response|return|role|sentence|sep|solution|sop|special|start|stop|suffix|system|tag|text|think|thinking|thought|token|tool|turn|unk|user';
const NAME = `/?(?:(?:${WORDS})[_▁]?){1,6}\\d{0,3}`;
/** A control token of a chat template, which some servers leave in the text. */
const CONTROL_TOKEN = [
  String.raw`<(?:[|｜]${NAME}[|｜]?|${NAME}[|｜])>|\[\|${NAME}\|\]`,
  String.raw`</?s>|<(?:${NAMES})>|<(?:SPECIAL|reserved|unused)_?\d{1,3}>|\[UNUSED_TOKEN_\d{1,3}\]`,
  String.raw`\[(?:/?INST|BOS|EOS|PAD)\]|\]~!?b[\][]|\[e~\[`,
].join('|');
/** A control token in capitals. A pattern that ignores case needs no other for it. */
const CAPITALS = `<[|｜](?:(?:${WORDS.toUpperCase()}|Assistant|User)_?){1,6}[|｜]>`;
/** A role header above the answer, such as `assistant`. */
const ROLE = String.raw`(?:assistant|model|ai)(?=\s*\n|${CONTROL_TOKEN})|(?:#{1,4} |GPT4 Correct )?(?:[Aa]ssistant|ASSISTANT):|#{1,4} Response:`;
/** Tokens and roles before an answer, and box tokens anywhere in it. */
const LEADING_TOKENS = new RegExp(
  `^(?:\\s|${CONTROL_TOKEN}|${CAPITALS}|${ROLE})+|<[|](?:begin|end)_of_box[|]>`,
  'gu',
);
const TRAILING_TOKEN = new RegExp(`(?:${CONTROL_TOKEN}|${CAPITALS})$`, 'u');

const BEGINS_THINKING = `(?:\\s|(?!${OPENS_THINKING})(?:${CONTROL_TOKEN})|${ROLE})*(?:${OPENS_THINKING})`;
const NEVER_ENDS = new RegExp(
  `^${BEGINS_THINKING}|^analysis(?=(?:We|The|User|I|Need|Let|Just)\\b)`,
  'i',
);
/**
 * Thinking without control tokens: stripped harmony, Ollama's terminal, Granite, Open WebUI, and an
 * element of such a name before `<answer>`.
 */
const UNMARKED = [
  String.raw`^\s*(?:(?:assistant\s*)?(?:analysis|commentary)(?!\s*:)[^]*assistant\s*final(?:\s*json)?`,
  String.raw`Thinking\.{3}\n[^]*\n\.{3}done thinking\.\n`,
  String.raw`Here(?:'s| is) my thought process:[^]*?Here(?:'s| is) my response:`,
  String.raw`<details\stype="reasoning"[^]*?</details>`,
  String.raw`<(plan|work(?:ing)?|scratch\w{0,9}|chain_of_thought|deliberation|rationale)>[^]*?</\1>(?=\s*<(?:final_)?answer>))`,
].join('|');
/** A closing marker that a sentence only mentions. It closes no thinking. */
const MENTION = '(?<=[ "\'`“])<[^<>\\n]{1,40}>[ "\'`”.,)]';
/**
 * A piece of thinking. Its opening marker may be missing, since some templates put it into the
 * prompt.
 */
export const THOUGHT = new RegExp(
  `${UNMARKED}|${BEGINS_THINKING}[^]*?(?:${CLOSES_THINKING})|(?:(?!${OPENS_THINKING})[^])*?(?!${MENTION})(?:${CLOSES_THINKING})`,
  'giy',
);
/**
 * How many characters at the end of a text are searched for a token, and how many tokens are
 * removed there at most.
 */
const TAIL_LENGTH = 60;
const MAX_TRAILING_TOKENS = 20;
/** An answer that is a single element. */
const WRAPPED =
  /^<((?:final_)?answer|response|final|output|result|solution)>((?:(?!<\/\1>)[^])*)<\/\1>$/i;

/** The answer without thinking and template tokens; undefined if the thinking never ends. */
export function finalText(answer: string) {
  const spoken = answer.replace(THOUGHT, '');
  if (NEVER_ENDS.test(spoken)) return undefined;
  const text = withoutTrailingTokens(spoken.replace(LEADING_TOKENS, ''));
  return text.replace(WRAPPED, '$2').trim();
}

function withoutTrailingTokens(text: string) {
  let rest = text;
  for (let tokens = 0; tokens < MAX_TRAILING_TOKENS; tokens += 1) {
    const spoken = rest.trimEnd();
    rest = spoken.slice(0, -TAIL_LENGTH) + spoken.slice(-TAIL_LENGTH).replace(TRAILING_TOKEN, '');
  }
  return rest;
}
