const TAG =
  '(?:(?:seed:|longcat_)?think|thinking|(?:inner_)?thoughts?|reasoning|analysis|scratch_?pad|reflection)';
/** Opening and closing mark of thinking, with a space between. */
const MARKS = {
  tags: `<${TAG}> </${TAG}>`,
  Kimi: '◁think▷ ◁/think▷',
  Magistral: '\\[THINK] \\[/THINK]',
  'Gemma 4': '<[|]channel>thought <channel[|]>',
  MedGemma: '<unused94> <unused95>',
  Cohere: '<[|]START_THINKING[|]> <[|]END_THINKING[|]>',
  OpenThinker: '<[|]begin_of_thought[|]> <[|]end_of_thought[|]>',
  Apertus: '<[|]inner_prefix[|]> <[|]inner_suffix[|]>',
  Solar: '<[|]think[|]> <[|]content[|]>',
  harmony:
    '<[|]channel[|]>\\s*(?:analysis|commentary)\\b <[|]channel[|]>\\s*final\\b[^<]*(?:<[|]constrain[|]>[^<]*)?<[|]message[|]>',
};
const [OPENS_THINKING, CLOSES_THINKING] = [0, 1].map((end) =>
  Object.values(MARKS)
    .map((marks) => marks.split(' ')[end])
    .join('|'),
);

/** A control token of a chat template, which some servers leave in the text. */
const MARK = String.raw`<[|｜][^<>|｜\n]{1,40}[|｜]>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn)>|\[/?INST\]`;
/** The role of a header, with its brackets or without: `assistant` above the answer. */
const ROLE = String.raw`(?:assistant|model)(?=\s*\n|${MARK})|[Aa]ssistant:`;
/** What stands before an answer, and the box around its last word. */
const MARKS_AHEAD = new RegExp(`^(?:\\s|${MARK}|${ROLE})+|<[|](?:begin|end)_of_box[|]>`, 'gu');
const MARK_BEHIND = new RegExp(`(?:${MARK})$`, 'u');

const BEGINS_THINKING = `(?:\\s|(?!${OPENS_THINKING})(?:${MARK})|${ROLE})*(?:${OPENS_THINKING})`;
const NEVER_ENDS = new RegExp(`^${BEGINS_THINKING}`, 'i');
/** Thinking in words alone: harmony without its marks, and Ollama's terminal. */
const UNMARKED = String.raw`^\s*(?:(?:assistant\s*)?(?:analysis|commentary)[^]*assistant\s*final(?:\s*json)?|Thinking\.{3}\n[^]*\n\.{3}done thinking\.\n)`;
/** A closing mark that a sentence speaks of closes nothing. */
const MENTION = '(?<=[ "\'`“])<[^<>\\n]{1,40}>[ "\'`”.,)]';
/**
 * A piece of thinking. Its opening mark may be missing, since some templates put it into the
 * prompt.
 */
export const THOUGHT = new RegExp(
  `${UNMARKED}|${BEGINS_THINKING}[^]*?(?:${CLOSES_THINKING})|[^]*?(?!${MENTION})(?:${CLOSES_THINKING})`,
  'giy',
);
/** Marks behind an answer are sought in its last characters alone, and no more of them. */
const TAIL_LENGTH = 60;
const MOST_MARKS = 20;
const WRAPPED = /^<((?:final_)?answer|response|final|output)>([^]*)<\/\1>$/;

/**
 * The answer of a model in the end, without its thinking and the marks of its chat template.
 * Undefined if the thinking never ends.
 */
export function finalText(answer: string): string | undefined {
  const spoken = answer.replace(THOUGHT, '');
  if (NEVER_ENDS.test(spoken)) return undefined;
  const text = withoutMarksBehind(spoken.replace(MARKS_AHEAD, ''));
  return text.replace(WRAPPED, '$2').trim();
}

function withoutMarksBehind(text: string): string {
  let rest = text.trimEnd();
  for (let marks = 0; marks < MOST_MARKS; marks += 1) {
    const mark = MARK_BEHIND.exec(rest.slice(-TAIL_LENGTH))?.[0];
    if (mark === undefined) return rest;
    rest = rest.slice(0, -mark.length).trimEnd();
  }
  return rest;
}
