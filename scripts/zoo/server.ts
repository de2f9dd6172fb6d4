// One endpoint with OpenAI's protocol for the whole zoo: the model's name says which one is asked,
// and with which seed.
import { startModelServer } from '../../__tests__/support/model-server.ts';
import type { RecordedRequest } from '../../__tests__/support/model-types.ts';
import { nextTokenRoute } from '../../__tests__/support/next-token-server.ts';
import { isRubric, Judge } from './judge.ts';
import { readPrompt } from './knowledge.ts';
import { answerOf, nextOf } from './models.ts';

export const JUDGE = 'judge';
export const nameOf = (model: string, seed: number) => `${model} #${seed}`;

function modelIn(body: unknown): string {
  return (body as { model?: string } | null)?.model ?? '';
}

export async function openZoo() {
  const judge = new Judge();

  function answer(prompt: string, { body }: RecordedRequest): string {
    const named = modelIn(body);
    // A model as its own judge reads its answers without errors.
    if (named === JUDGE || isRubric(prompt)) return judge.say(prompt);
    const [model = '', seed] = named.split(' #');
    const asked = { prompt, ...readPrompt(prompt) };
    const said = answerOf(model, Number(seed), asked);
    judge.hear({ meant: undefined, said: asked.said, ...said });
    return said.text;
  }

  const server = await startModelServer({
    answer,
    route(request) {
      server.requests.length = 0; // They are many, and have no reader.
      const mind = nextOf(modelIn(request.body).replace(/ #.*/, ''));
      return mind && nextTokenRoute({ mind })(request);
    },
  });
  return server;
}
