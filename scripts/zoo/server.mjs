// One endpoint with OpenAI's protocol for the whole zoo: the model's name says which one is asked,
// and with which seed.
import { startModelServer } from '../../__tests__/support/model-server.ts';
import { nextTokenRoute } from '../../__tests__/support/next-token-server.ts';
import { isRubric, Judge } from './judge.mjs';
import { readPrompt } from './knowledge.mjs';
import { answerOf, nextOf } from './models.mjs';

export const JUDGE = 'judge';
export const nameOf = (model, seed) => `${model} #${seed}`;

export async function openZoo() {
  const judge = new Judge();

  function answer(prompt, /** @type {any} */ { body }) {
    // A model as its own judge reads its answers without errors.
    if (body.model === JUDGE || isRubric(prompt)) return judge.say(prompt);
    const [model, seed] = body.model.split(' #');
    const asked = { prompt, ...readPrompt(prompt) };
    const said = answerOf(model, Number(seed), asked);
    judge.hear({ meant: undefined, said: asked.said, ...said });
    return said.text;
  }

  const server = await startModelServer({
    answer,
    route(request) {
      server.requests.length = 0; // Nobody reads them, and they are many.
      const { model } = /** @type {{ model?: string }} */ (request.body ?? {});
      const mind = nextOf(model?.split(' #')[0]);
      return mind && nextTokenRoute({ mind })(request);
    },
  });
  return server;
}
