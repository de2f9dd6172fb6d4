import type { Answer } from './fake-endpoint.ts';

/** vLLM with four tokens; the second prompt of a request makes the first token less likely. */
const LOGPROBS = [0.5, 0.3, 0, 0.2].map((share) => (share === 0 ? -9999 : Math.log(share)));

export const NEXT_TOKENS = {
  size: LOGPROBS.length,
  /** The reply to `prompt_logprobs`. */
  lists: (listed: number) => {
    const list = Object.fromEntries(
      LOGPROBS.slice(0, listed).map((logprob, id) => [id, { logprob }]),
    );
    return { choices: [{ prompt_logprobs: [null, list] }] };
  },
  answer:
    (listed: number): Answer =>
    ({ url, body }) => {
      if (url.endsWith('/tokenize')) return { tokens: [1, 2], count: 2 };
      if ('prompt_logprobs' in body) {
        if (listed === LOGPROBS.length) return NEXT_TOKENS.lists(listed);
        return [
          400,
          {
            message: `Requested prompt logprobs of -1, which is greater than max allowed: ${listed}`,
          },
        ];
      }
      const choices = [...(body.prompt as string[]).keys()].map((index: number) => {
        const logprobs = index === 0 ? LOGPROBS : [Math.log(0.25), ...LOGPROBS.slice(1)];
        const list = Object.fromEntries(
          logprobs
            .slice(0, Number(body.logprobs))
            .map((logprob, id) => [`token_id:${id}`, logprob]),
        );
        return { index, logprobs: { top_logprobs: [list] } };
      });
      return { choices: choices.reverse() };
    },
};
