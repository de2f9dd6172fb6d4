import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/rules.ts';
import type { Need, RequestCount } from '../../src/engine/asking/budget.ts';
import { budgetProblem, estimateOf } from '../../src/run/budget.ts';

const FILE = '.github/sensitivity.yml';
const config = (
  budget: string,
  { model = '', more = '', test = '{ method: pair, scorer: embedding }' } = {},
): Config =>
  parseConfig(
    `model: { hub: openai, name: m${model} }\ndata: { source: a.txt }\n${more}budget: { ${budget} }\ntests: { sensitivity: { add_negation: ${test} } }\n`,
    FILE,
    {},
  );
const BOUNDED = { model: ', parameters: { max_tokens: 10 }' };

const count = (over: Partial<RequestCount>): RequestCount => ({
  answers: 0,
  base: 0,
  embeddings: 0,
  judge: 0,
  calibration: 0,
  unread: 0,
  total: 0,
  bytes: { head: 0, base: 0 },
  ...over,
});
const need = (over: Partial<RequestCount>): Need => ({
  admitted: [],
  refused: [],
  count: count(over),
  least: count(over),
});
const problem = (text: Config, over: Partial<RequestCount>, overrides = {}) =>
  budgetProblem(need(over), overrides, text)?.message;

describe('a run does not start', () => {
  it('if a cap is below its need, and the error names the place', () => {
    const text = config('max_requests: 7');
    expect(problem(text, { total: 7 })).toBeUndefined();
    expect(problem(text, { total: 8 })).toBe(
      'The run needs 8 requests, and the cap is 7. Nothing was sent.',
    );
    expect(budgetProblem(need({ total: 8 }), {}, text)!.where).toMatch(/sensitivity\.yml:3:\d+$/);
    expect(budgetProblem(need({ total: 8 }), { maxRequests: 7 }, text)!.where).toBe(
      "input 'max-requests'",
    );
  });
});

describe('the estimate of a run', () => {
  const asked = count({ answers: 10, base: 4, embeddings: 1, bytes: { head: 2400, base: 800 } });
  it('uses the bytes of the prompts and the bound of the answers', () => {
    // Six chats to the head (600 tokens and 4 for each message), four to the base, ten answers of
    // ten tokens embedded.
    const prompts = 600 + 24 + 200 + 16;
    expect(estimateOf(asked, config('', BOUNDED), undefined)).toEqual({
      prompt_tokens: prompts + 100,
      completion_tokens: 100,
    });
  });

  it('leaves out what is unknown: no bound, a local model', () => {
    expect(estimateOf(asked, config(''), undefined)).toEqual({ prompt_tokens: 840 });
    const scripted = parseConfig(
      'model: { hub: reference, name: parrot }\ndata: { source: a.txt }\ntests: { sensitivity: { add_toxic_words: } }\n',
      FILE,
      {},
    );
    expect(estimateOf(asked, scripted, undefined)).toBeUndefined();
  });
});
