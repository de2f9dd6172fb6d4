import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { attentive, oblivious } from '../support/model-server.js';

it('the second run updates the comment in place', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  await scenario({ model, github });
  const [first] = github.comments;
  expect(first!.body).toContain('❌');

  model.options.answer = attentive;
  const { outputs } = await scenario({ model, github });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]).toMatchObject({ id: first!.id, body: expect.stringContaining('✅') });
  expect(outputs['comment-url']).toBe(first!.html_url);
});
