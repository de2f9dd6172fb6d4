import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { attentive, oblivious } from '../support/model-server.js';

it("finds its comment behind 30 pages of others, and leaves a stranger's copy of the marker alone", async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  github.seedComments(3000, { login: 'a-person' });
  await scenario({ model, github });
  const ours = github.comments.at(-1)!;
  github.seedComments(1, { login: 'a-stranger', body: ours.body! });

  model.options.answer = attentive;
  await scenario({ model, github });
  expect(github.comments).toHaveLength(3002);
  expect(github.comments.find(({ id }) => id === ours.id)!.body).toContain('✅');
  expect(github.comments.at(-1)!.body).toContain('❌');
});
