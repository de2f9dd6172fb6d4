import { ServedModels } from '../../src/models/hubs/replies.ts';

it('counts each pair of model and fingerprint; an empty one is none', () => {
  const served = new ServedModels();
  const replies = [
    { model: 'a', system_fingerprint: 'x' },
    { model: 'a', system_fingerprint: 'x' },
    { model: 'a', system_fingerprint: null },
  ];
  for (const reply of [
    ...replies,
    { model: 'a', system_fingerprint: '' },
    { model: '' },
    { model: 7 },
    null,
    'text',
  ])
    served.count(reply);
  expect(served.list).toEqual([
    { model: 'a', fingerprint: 'x', replies: 2 },
    { model: 'a', replies: 2 },
  ]);
});

it('keeps few names, and short ones, of a server that sends anything', () => {
  const served = new ServedModels();
  for (let i = 0; i < 100; i++) served.count({ model: `${i} ${'m'.repeat(1_000)}` });
  expect(served.list).toHaveLength(20);
  expect(Math.max(...served.list.map(({ model }) => model.length))).toBe(200);
});
