// One endpoint with OpenAI's protocol for the whole zoo: the model's name says which one is asked,
// and with which seed.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRubric, Judge } from './judge.mjs';
import { readPrompt } from './knowledge.mjs';
import { answerOf, nextOf } from './models.mjs';
import { replyOf } from './next-tokens.mjs';

export const JUDGE = 'judge';
export const nameOf = (model, seed) => `${model} #${seed}`;

/** `requests`: number of requests by name. */
export async function openZoo() {
  const judge = new Judge();
  const requests = new Map();

  function answer(name, prompt) {
    requests.set(name, (requests.get(name) ?? 0) + 1);
    // A model as its own judge reads its answers without errors.
    if (name === JUDGE || isRubric(prompt)) return judge.say(prompt);
    const [, model, seed] = /^(.+) #(\d+)$/.exec(name) ?? [];
    const asked = { prompt, ...readPrompt(prompt) };
    const said = answerOf(model, Number(seed), asked);
    judge.hear({ meant: undefined, said: asked.said, ...said });
    return said.text;
  }

  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request));
    const { model, messages } = asked;
    const next = nextOf(/^(.+) #\d+$/.exec(model ?? '')?.[1]);
    const tokens =
      next && replyOf(next, { method: request.method, path: request.url, body: asked });
    if (tokens)
      return void response
        .writeHead(tokens.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(tokens.body));
    const content = answer(model, messages.at(-1).content);
    const choices = [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const body = { id: 'zoo', object: 'chat.completion', created: 0, model, choices, usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
