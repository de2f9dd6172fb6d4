import { expect, it } from '@jest/globals';
import { sharedReplies } from '../../src/models/index.js';

it('a second run takes the replies of the first, repeats in turn, and sends the rest; a failure is asked again', async () => {
  const ofRun = sharedReplies();
  let sent = 0;
  const send = async () => Promise.resolve({ text: String(++sent), json: sent });
  const fails = async () => Promise.reject(new Error('down'));
  const texts = async (run: ReturnType<typeof ofRun>, ...requests: string[]) => {
    const found: string[] = [];
    for (const request of requests) found.push((await run(request, send)).text);
    return found;
  };
  const [first, second] = [ofRun(), ofRun()];
  await expect(first('b', fails)).rejects.toThrow('down');
  expect(await texts(first, 'a', 'a', 'b')).toEqual(['1', '2', '3']);
  expect(await texts(second, 'a', 'b', 'a', 'a', 'c')).toEqual(['1', '3', '2', '4', '5']);
  expect(await texts(first, 'c')).toEqual(['5']);
});
