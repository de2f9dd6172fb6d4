import { asRecord, jsonIn } from '../json.js';

/** The words of a server about its error, from any of the shapes in use; '' where it has none. */
export function readError(body: string) {
  const parsed = parse(body);
  const reply = asRecord(parsed);
  const error = asRecord(reply.error);
  const found = asRecord(error.metadata);
  const text = (...values: unknown[]) => values.find((value): value is string => typeof value === 'string') ?? '';
  return {
    code: text(error.code, reply.code),
    type: text(error.type, reply.error_type),
    param: text(error.param),
    words: text(error.message, reply.error, reply.message, reply.detail, validationWords(reply), parsed),
    /** It says what of the text a filter found; what it quotes of the text is not handed on. */
    isFlagged: typeof found.flagged_input === 'string' || (Array.isArray(found.reasons) && found.reasons.length > 0),
  };
}

/** The first entry of FastAPI's list of what is wrong, with its place in the request: the words alone do not name it. */
function validationWords({ detail, message }: Record<string, unknown>): string | undefined {
  const list = [detail, asRecord(message).detail, message].find(Array.isArray) as unknown[] | undefined;
  const { loc, msg } = asRecord(list?.[0]);
  if (typeof msg !== 'string') return undefined;
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}

function parse(body: string): unknown {
  const value = jsonIn(body);
  if (value !== undefined) return value;
  // Plain text is the server's words; a page is not.
  return body.trimStart().startsWith('<') ? undefined : body;
}
