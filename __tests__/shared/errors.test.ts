import { createAttempt, ConfigError } from '../../src/shared/errors.ts';

it('an attempt reports the error of a step: a mistake with its remedy, a defect with its stack', async () => {
  const reported: string[] = [];
  const attempt = createAttempt((text) => reported.push(text));
  expect(await attempt(() => 7)).toBe(7);
  const steps = [
    new ConfigError('it is wrong', { where: 'f`\n.yml:1', remedy: 'Correct it.' }),
    new TypeError('x is not a function'),
    'odd',
  ];
  for (const error of steps)
    expect(await attempt(() => AbortSignal.abort(error).throwIfAborted())).toBeUndefined();
  expect(reported).toEqual([
    'f\uFFFD\uFFFD.yml:1: it is wrong\nCorrect it.',
    expect.stringMatching(/TypeError: x is not a function\n +at /),
    expect.stringContaining('odd'),
  ]);
});
