/** The part of the runner's artifact service (twirp, version 2) and store that the toolkit uses. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';

/** How a request fails: with a status, or without an answer. */
export type Trouble = number | 'hang' | undefined;

export interface ActionsServiceOptions {
  /** By the method's name, and `PUT` or `GET` for the store. */
  fail?: (method: string) => Trouble;
}

export interface ActionsService {
  /** What the runner sets for an action. */
  env: Record<string, string>;
  options: ActionsServiceOptions;
  /** Methods in the order in which they were called. */
  calls: string[];
  /** Finished ones: name, and the text of each file by its path. */
  artifacts: { name: string; files: Record<string, string> }[];
  close(): Promise<void>;
}

const SCOPE =
  'Actions.Results:ce7f54c7-61c7-4aae-887f-30da475f5f1a:ca395085-040a-526b-2ce8-bdc85f692774';
const TOKEN = ['{"alg":"none"}', JSON.stringify({ scp: `Actions.Other:1 ${SCOPE}` }), 'unsigned']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

export async function startActionsService(
  options: ActionsServiceOptions = {},
): Promise<ActionsService> {
  const store = new Store();
  const names = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signed = (blob: string) => `${url}/store/${blob}?sv=2025&sig=signature-of-${blob}`;
  const service: ActionsService = {
    env: { ACTIONS_RESULTS_URL: `${url}/`, ACTIONS_RUNTIME_TOKEN: TOKEN },
    options,
    calls: [],
    artifacts: [],
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  const METHODS: Record<string, (body: Body) => [status: number, body: object]> = {
    CreateArtifact: ({ name }) => {
      if (names.has(name!))
        return [
          409,
          {
            code: 'already_exists',
            msg: 'an artifact with this name already exists on the workflow run',
          },
        ];
      names.add(name!);
      return [200, { ok: true, signed_upload_url: signed(name!) }];
    },
    FinalizeArtifact: ({ name }) => {
      service.artifacts.push({ name: name!, files: unzip(store.of(name!)!) });
      return [200, { ok: true, artifact_id: String(1000 + service.artifacts.length) }];
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, url);
    const [, kind, , last = ''] = pathname.split('/');
    const called = kind === 'store' ? request.method! : last;
    service.calls.push(called);
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const trouble = service.options.fail?.(called);
    if (trouble === 'hang') return;
    if (trouble !== undefined)
      return end(response, trouble, { code: 'internal', msg: 'something broke' });
    if (kind === 'store') {
      const blob = pathname.split('/')[2]!;
      if (searchParams.get('sig') !== `signature-of-${blob}`) return end(response, 403, {});
      return store.serve({ method: called, blob, searchParams, body }, response);
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return end(response, 401, { code: 'unauthenticated', msg: 'no token' });
    const method = METHODS[last];
    if (!method) return end(response, 404, { code: 'bad_route', msg: pathname });
    return end(response, ...method(JSON.parse(body.toString()) as Body));
  }
  return service;
}

interface Body {
  name?: string;
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

interface StoreRequest {
  method: string;
  blob: string;
  searchParams: URLSearchParams;
  body: Buffer;
}

/** Blobs, whole or in blocks that a list puts together. */
class Store {
  private readonly blobs = new Map<string, Buffer>();
  private readonly blocks = new Map<string, Buffer>();

  of(name: string): Buffer | undefined {
    return this.blobs.get(name);
  }

  serve({ method, blob, searchParams, body }: StoreRequest, response: ServerResponse): void {
    const part = searchParams.get('comp');
    if (method === 'PUT') {
      if (part === 'block') this.blocks.set(`${blob} ${searchParams.get('blockid')}`, body);
      else this.blobs.set(blob, part === 'blocklist' ? this.together(blob, body.toString()) : body);
      response
        .writeHead(201, {
          etag: '"1"',
          'last-modified': new Date().toUTCString(),
          'x-ms-request-id': randomUUID(),
        })
        .end();
      return;
    }
    const found = this.blobs.get(blob);
    response.writeHead(found ? 200 : 404, { 'content-length': found?.length ?? 0 }).end(found);
  }

  private together(blob: string, list: string): Buffer {
    const ids = [...list.matchAll(/<Latest>([^<]+)<\/Latest>/g)].map(([, id]) => id!);
    return Buffer.concat(ids.map((id) => this.blocks.get(`${blob} ${id}`)!));
  }
}

/** By the list of contents at the end of a zip; of each file its text. */
function unzip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const last = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = zip.readUInt32LE(last + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [packed, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((field) => zip.readUInt16LE(at + field)),
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + packed);
    const isPacked = zip.readUInt16LE(at + 10) !== 0;
    files[zip.toString('utf8', at + 46, at + 46 + name!)] = (
      isPacked ? inflateRawSync(bytes) : bytes
    ).toString();
    at += 46 + name! + extra! + comment!;
  }
  return files;
}
