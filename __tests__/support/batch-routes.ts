import { badRequest, openaiError, unknownModel } from './model-errors.js';
import type { ModelServerOptions, RecordedRequest, Reply } from './model-types.js';

/** OpenAI's Batch API: files of requests go in, files of results come out, and somebody looks now and then whether it is so far. */

interface Line {
  custom_id: string;
  method: string;
  url: string;
  body: Record<string, unknown>;
}

interface Batch {
  id: string;
  object: 'batch';
  endpoint: string;
  input_file_id: string;
  completion_window: string;
  status: string;
  created_at: number;
  metadata: unknown;
  errors: unknown;
  output_file_id: string | null;
  error_file_id: string | null;
  request_counts: { total: number; completed: number; failed: number };
}

class Store {
  readonly files = new Map<string, string>();
  readonly batches = new Map<string, { batch: Batch; lines: Line[]; looks: number }>();
  next = 1;
}

const stores = new WeakMap<ModelServerOptions, Store>();

/** Asks the server's own chat, as if the request had come by itself. */
type Ask = (request: RecordedRequest) => Promise<Reply>;

const MOST_LINES = 50_000;

/** `undefined` for any other route. */
export async function batchReply(request: RecordedRequest, options: ModelServerOptions, ask: Ask): Promise<Reply | undefined> {
  const [, what, id, content] = /^\/v1\/(files|batches)(?:\/([\w-]+))?(\/content)?$/.exec(request.path) ?? [];
  if (what === undefined || !options.batches) return undefined;
  const store = stores.get(options) ?? new Store();
  stores.set(options, store);
  if (what === 'files') return request.method === 'POST' ? upload(request, store) : contentOf(store, content && id);
  if (request.method === 'POST') return create(request, store);
  if (id === undefined) return { status: 200, body: { object: 'list', data: newestFirst(store), has_more: false } };
  const known = store.batches.get(id);
  if (!known) return openaiError(404, `No batch found with id '${id}'.`, null);
  known.looks += 1;
  if (known.looks >= (options.batches.looks ?? 1) && known.batch.status === 'in_progress')
    await end(known, { store, options, request, ask });
  return { status: 200, body: known.batch };
}

const newestFirst = (store: Store) => [...store.batches.values()].map(({ batch }) => batch).reverse();

/** `multipart/form-data`, as RFC 7578 has it. */
function upload({ headers, body }: RecordedRequest, store: Store): Reply {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined || typeof body !== 'string') return badRequest("'file' is a required property", 'file');
  const parts = new Map(
    body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => {
        const [head = '', ...rest] = part.split('\r\n\r\n');
        return [/ name="(\w+)"/.exec(head)?.[1], rest.join('\r\n\r\n').replace(/\r\n$/, '')] as const;
      }),
  );
  const [file, purpose] = [parts.get('file'), parts.get('purpose')];
  if (file === undefined || purpose !== 'batch') return badRequest(`'${purpose}' is not one of ['batch']`, 'purpose');
  const id = `file-${store.next++}`;
  store.files.set(id, file);
  return { status: 200, body: { id, object: 'file', bytes: file.length, created_at: 1, filename: 'requests.jsonl', purpose } };
}

function contentOf(store: Store, id: string | undefined): Reply {
  const content = store.files.get(id ?? '');
  return content === undefined ? openaiError(404, `No such File object: ${id}`, null) : { status: 200, body: content };
}

function create({ body }: RecordedRequest, store: Store): Reply {
  const { input_file_id, endpoint, completion_window, metadata } = body as Record<string, unknown>;
  const content = store.files.get(String(input_file_id));
  if (content === undefined) return badRequest(`Invalid 'input_file_id': no such file '${String(input_file_id)}'.`, 'input_file_id');
  if (endpoint !== '/v1/chat/completions') return badRequest(`Invalid value: '${String(endpoint)}'.`, 'endpoint');
  if (completion_window !== '24h') return badRequest(`Invalid value: '${String(completion_window)}'.`, 'completion_window');
  const lines = content
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const id = `batch_${store.next++}`;
  const message = problemIn(lines, endpoint);
  const batch: Batch = {
    id,
    object: 'batch',
    endpoint,
    input_file_id: String(input_file_id),
    completion_window,
    status: message === undefined ? 'in_progress' : 'failed',
    created_at: Math.floor(Date.now() / 1000),
    metadata,
    errors: message === undefined ? null : { object: 'list', data: [{ code: 'invalid_request', message, line: 1, param: null }] },
    output_file_id: null,
    error_file_id: null,
    request_counts: { total: lines.length, completed: 0, failed: 0 },
  };
  store.batches.set(id, { batch, lines, looks: 0 });
  return { status: 200, body: { ...batch, status: 'validating' } };
}

function problemIn(lines: readonly Line[], endpoint: string): string | undefined {
  if (lines.length === 0 || lines.length > MOST_LINES)
    return `This file contains ${lines.length} requests; 1 to ${MOST_LINES} are allowed.`;
  if (new Set(lines.map(({ custom_id }) => custom_id)).size < lines.length) return 'The custom_id for this request is a duplicate.';
  if (lines.some(({ custom_id }) => custom_id.length > 64)) return 'The custom_id for this request is too long.';
  if (lines.some(({ url, method }) => url !== endpoint || method !== 'POST')) return 'The URL provided for this request does not match.';
  const models = new Set(lines.map(({ body }) => body.model));
  return models.size > 1 ? 'Each batch may hold requests to one model only.' : undefined;
}

interface Ending {
  store: Store;
  options: ModelServerOptions;
  request: RecordedRequest;
  ask: Ask;
}

async function end({ batch, lines }: { batch: Batch; lines: Line[] }, { store, options, request, ask }: Ending): Promise<void> {
  const { become, ends = 'completed' } = options.batches!;
  const [outputs, errors]: [string[], string[]] = [[], []];
  for (const [nth, line] of lines.entries()) {
    const { custom_id, body, url } = line;
    const scripted = become?.(JSON.stringify(body), nth);
    if (scripted === 'expired') {
      const message = 'This request could not be executed before the completion window expired.';
      errors.push(JSON.stringify({ id: `r${nth}`, custom_id, response: null, error: { code: 'batch_expired', message } }));
      continue;
    }
    if (scripted === 'silent') continue;
    const known = !options.models || options.models.includes(String(body.model));
    const reply =
      scripted ?? (known ? await ask({ ...request, method: 'POST', path: url, body }) : unknownModel(String(body.model), 'openai'));
    const response = { status_code: reply.status, request_id: `r${nth}`, body: reply.body };
    (reply.status === 200 ? outputs : errors).push(JSON.stringify({ id: `r${nth}`, custom_id, response, error: null }));
  }
  const file = (content: string[]) => {
    if (content.length === 0) return null;
    const id = `file-${store.next++}`;
    // In any order but the asked one.
    store.files.set(id, `${content.reverse().join('\n')}\n`);
    return id;
  };
  Object.assign(batch, {
    status: ends,
    output_file_id: file(outputs),
    error_file_id: file(errors),
    request_counts: { total: lines.length, completed: outputs.length, failed: errors.length },
  });
}
