import { expect, it } from '@jest/globals';
import { eventsOf } from '../../src/models/http/good-status.js';

it('reads the data of each event as JSON, whatever ends its lines', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = [': hello', 'event: delta', 'data: {"a":1}', '', 'data: {"a":', 'data: 2}', '', 'data: [DONE]', '', ''];
    expect(eventsOf(lines.join(end))).toEqual([{ a: 1 }, { a: 2 }]);
  }
  expect(eventsOf('')).toEqual([]);
});

it('knows one that was cut off, and one whose data is no JSON', () => {
  expect(eventsOf('data: {"a":1}\n\ndata: {"a":2')).toBeUndefined();
  expect(eventsOf('data: {"a":1}\n\ndata: {"a":2}\n')).toBeUndefined();
  expect(eventsOf('data: hello\n\n')).toBeUndefined();
});
