/** The marks around thinking that servers leave in an answer, as sources of patterns. */

const TAG =
  '(?:(?:seed:|longcat_)?think|thinking|(?:inner_)?thoughts?|reasoning|analysis|scratch_?pad|reflection)';
/** What opens thinking and, behind a space, what closes it. */
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
export const [OPENS_THINKING, CLOSES_THINKING] = [0, 1].map((end) =>
  Object.values(MARKS)
    .map((marks) => marks.split(' ')[end])
    .join('|'),
);
