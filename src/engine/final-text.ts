import { removeThinking } from '../language/plain.ts';

/** A control token of a chat template, which some servers leave in the text. */
const MARK = String.raw`<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<(?:bos|eos|start_of_turn|end_of_turn)>|\[/?INST\]`;
/**
 * Marks and the role of a header, with its brackets or without: `assistant` above the answer.
 */
const MARKS_BEFORE = new RegExp(
  String.raw`^(?:\s|${MARK}|(?:assistant|model)(?=\s*\n|${MARK}))+`,
  'u',
);
const MARK_BEHIND = new RegExp(String.raw`(?:${MARK})$`, 'u');

/** Everything up to the answer: harmony's channels, with their marks or without. */
const BEFORE_ANSWER = [
  /^[^]*<\|channel\|>\s*final\b[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>/,
  /^\s*(?:assistant\s*)?(?:analysis|commentary)[^]*assistant\s*final(?:\s*json)?/,
  /^[^]*\[\/THINK\]/,
  /^[^]*<\/seed:think>/,
  /^\s*<\|channel>thought[^]*<channel\|>/,
];
/** Thinking that never ends. */
const OPENS_THINKING =
  /<\|channel\|>\s*(?:analysis|commentary)\b|\[THINK\]|<seed:think>|<\|channel>thought/;
/** Marks behind an answer are sought in its last characters alone, and no more of them. */
const TAIL_LENGTH = 60;
const MOST_MARKS = 20;
const WRAPPED = /^<(answer|response|final|output)>([^]*)<\/\1>$/;

/**
 * The answer of a model in the end, without its thinking and the marks of its chat template.
 * Undefined if the thinking never ends.
 */
export function finalText(answer: string): string | undefined {
  let text = BEFORE_ANSWER.reduce((rest, before) => rest.replace(before, ''), answer);
  const thought = OPENS_THINKING.test(text) ? undefined : removeThinking(text);
  if (thought === undefined) return undefined;
  text = withoutMarksBehind(thought.replace(MARKS_BEFORE, ''));
  return WRAPPED.exec(text)?.[2]?.trim() ?? text;
}

function withoutMarksBehind(text: string): string {
  let rest = text.trimEnd();
  for (let marks = 0; marks < MOST_MARKS; marks += 1) {
    const start = Math.max(0, rest.length - TAIL_LENGTH);
    const tail = rest.slice(start);
    const shorter = tail.replace(MARK_BEHIND, '');
    if (shorter === tail) return rest;
    rest = (rest.slice(0, start) + shorter).trimEnd();
  }
  return rest;
}
