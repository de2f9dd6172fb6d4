const THINKING = 'think|thinking|thought|reasoning|analysis|scratchpad|reflection';
const OPENS_THINKING = new RegExp(`<(?:${THINKING})>|◁think▷`, 'i');
const CLOSES_THINKING = new RegExp(`^[^]*(?:</(?:${THINKING})>|◁/think▷|<\\|channel\\|>\\s*final\\s*<\\|message\\|>)`, 'i');

/** What comes after the thinking; a model's own template sometimes swallows the opening tag. Undefined: it never ended. */
export function withoutThinking(answer: string): string | undefined {
  const said = answer.replace(CLOSES_THINKING, '');
  return OPENS_THINKING.test(said) ? undefined : said;
}
