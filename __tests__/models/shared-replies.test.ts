import { sharedReplies } from '../../src/models/index.ts';

it('a second run takes the replies of the first, repeats in turn, and sends the rest; a failure is asked again', () => {
  const ofRun = sharedReplies();
  let sent = 0;
  const ask = (run: ReturnType<typeof ofRun>, requests: string) =>
    Array.from(requests, (request) => {
      const known = run.take(request);
      const reply = known ?? { text: String(++sent), json: sent };
      if (!known) run.put(request, reply);
      return reply.json;
    });
  const [first, second] = [ofRun(), ofRun()];
  // It fails, so that there is no reply.
  first.take('b');
  expect(ask(first, 'aab')).toEqual([1, 2, 3]);
  expect(ask(second, 'abaac')).toEqual([1, 3, 2, 4, 5]);
  expect(ask(first, 'c')).toEqual([5]);
});
