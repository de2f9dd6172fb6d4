import { asRecord, jsonIn, listIn } from '../../json.ts';

/** Reads a server's error in any of the usual formats. A missing field is ''. */
export function readError(body: string) {
  const parsed = parse(body);
  // Google sends a list that holds one error.
  const reply = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const [firstError] = listIn(reply.errors);
  const error = asRecord(reply.error ?? firstError);
  const metadata = asRecord(error.metadata);
  const { code: innerCode } = asRecord(error.innererror);
  const text = (...values: unknown[]) =>
    values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
  return {
    code: text(error.code, reply.code),
    type: text(error.type, reply.error_type, error.status),
    param: text(error.param),
    words: text(
      error.message,
      error.msg,
      reply.error,
      firstError,
      reply.message,
      reply.msg,
      reply.error_msg,
      reply.error_message,
      reply.detail,
      asRecord(reply.detail).message,
      validationWords(reply),
      parsed,
    ),
    ...limitIn(listIn(error.details)),
    /** True if a filter flagged the text. The flagged text is not returned. */
    isFlagged:
      innerCode === 'ResponsibleAIPolicyViolation' ||
      typeof metadata.flagged_input === 'string' ||
      (Array.isArray(metadata.reasons) && metadata.reasons.length > 0),
  };
}

/**
 * Reads Google's details of a limit: the names of quotas, and the wait in ms, which no header has.
 */
function limitIn(details: readonly unknown[]): { quotas: string; wait?: number } {
  const entries = details.map(asRecord);
  const violations = entries.flatMap(({ violations: list }) => listIn(list).map(asRecord));
  const quotas = violations.flatMap(({ quotaId }) => (typeof quotaId === 'string' ? quotaId : []));
  const delays = entries.flatMap(({ retryDelay }) =>
    typeof retryDelay === 'string' ? retryDelay : [],
  );
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delays[0] ?? '')?.[1];
  const limit: ReturnType<typeof limitIn> = { quotas: quotas.join(' ') };
  if (seconds !== undefined) limit.wait = Number(seconds) * 1000;
  return limit;
}

/** Returns the first entry of FastAPI's error list, with its place in the request. */
function validationWords({ detail, message }: Record<string, unknown>): string | undefined {
  const [firstEntry] = [detail, asRecord(message).detail, message].flatMap(listIn);
  const { loc, msg } = asRecord(firstEntry);
  if (typeof msg !== 'string') return undefined;
  return Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg;
}

function parse(body: string): unknown {
  const value = jsonIn(body);
  if (value !== undefined) return value;
  return isWebPage(body) ? titleOf(body) : body;
}

export function isWebPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Length of the start of a web page that is searched for its title, in characters. */
const MAX_HEAD_LENGTH = 5000;

/** Returns the title of a web page, which names its error; '' without one. */
export function titleOf(page: string): string {
  const head = page.slice(0, MAX_HEAD_LENGTH);
  return /<title[^>]{0,200}>([^<]{1,300})/i.exec(head)?.[1]?.trim() ?? '';
}
