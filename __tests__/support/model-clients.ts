import { InferenceClient } from '@huggingface/inference';
import OpenAI, { AzureOpenAI } from 'openai';
import { startModelServer, type ModelServer, type ModelServerOptions } from './model-server.js';

/** The real clients, for tests of the model server: they ask the server that was started last. */

export const KEY = 'sk-test-0123456789abcdef';
export const CHAT = { model: 'm', messages: [{ role: 'user' as const, content: 'Is the sky blue?' }] };

const open: ModelServer[] = [];

export async function start(options?: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options);
  open.push(server);
  return server;
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((server) => server.close()));
}

export function openai(options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({ apiKey: KEY, baseURL: `${url()}/v1`, maxRetries: 0, logLevel: 'off', ...options });
}

export function azure(options: ConstructorParameters<typeof AzureOpenAI>[0] = {}): AzureOpenAI {
  return new AzureOpenAI({ apiKey: KEY, endpoint: url(), apiVersion: '2024-10-21', maxRetries: 0, ...options });
}

export function huggingFace(token = 'hf_test', path = ''): InferenceClient {
  return new InferenceClient(token, { endpointUrl: url() + path, retry_on_error: false });
}

/** What a client's promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { httpResponse?: unknown }> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error as Error,
  );
}

function url(): string {
  const latest = open.at(-1);
  if (!latest) throw new Error('no model server was started');
  return latest.url;
}
