import { createParser } from 'eventsource-parser';

/** How services of OpenAI's kind say that a stream is complete. */
const END = '[DONE]';

/**
 * The data of a whole stream of server-sent events, each parsed as JSON, in order (https://html.spec.whatwg.org, "Server-sent events").
 * `undefined` where an event is none, or the last one is cut off.
 */
export function eventsOf(text: string): unknown[] | undefined {
  const events: unknown[] = [];
  let isWhole = true;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === END) return;
      try {
        events.push(JSON.parse(data));
      } catch {
        isWhole = false;
      }
    },
  });
  parser.feed(text);
  // An event ends with an empty line; what stands behind the last one was cut off.
  const rest = /(?:\r\n|\n|\r)(?:\r\n|\n|\r)\s*$/.test(text.slice(-200)) ? '' : lastLine(text);
  return isWhole && !rest.startsWith('data') ? events : undefined;
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.slice(Math.max(trimmed.lastIndexOf('\n'), trimmed.lastIndexOf('\r')) + 1).trim();
}
