import { createParser } from 'eventsource-parser';
import { jsonIn } from '../json.js';

/** The type of such a reply. */
export const EVENTS = 'text/event-stream';

/** How services of OpenAI's kind say that a stream is complete. */
const END = '[DONE]';

/**
 * The data of a whole stream of server-sent events, each parsed as JSON, in order (https://html.spec.whatwg.org, "Server-sent events").
 * `undefined` where an event is none, or the last one is cut off.
 */
export function eventsOf(text: string): unknown[] | undefined {
  const events: unknown[] = [];
  const foreign: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === END) return;
      const event = jsonIn(data);
      if (event === undefined) foreign.push(data);
      else events.push(event);
    },
  });
  parser.feed(text);
  return foreign.length === 0 && isWhole(text) ? events : undefined;
}

/** An event ends with an empty line: what stands behind the last one was cut off. */
function isWhole(text: string): boolean {
  const last = text.slice(text.trimEnd().length).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return text.trim() === '' || last.replaceAll(/[^\n]/g, '').length > 1;
}
