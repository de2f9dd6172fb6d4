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

it('on-failure: writes none for a pass, but never leaves a stale red one', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  const inputs = { comment: 'on-failure' };
  await scenario({ model, github, inputs });
  expect(github.comments).toHaveLength(0);
  model.options.answer = oblivious;
  await scenario({ model, github, inputs });
  expect(github.comments[0]!.body).toContain('❌');
  model.options.answer = attentive;
  await scenario({ model, github, inputs });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]!.body).toContain('✅');
});

it('another key is another comment', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  await scenario({ model, github });
  await scenario({ model, github, inputs: { 'comment-key': 'a matrix leg' } });
  expect(github.comments).toHaveLength(2);
});
