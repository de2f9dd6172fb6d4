import { bodyOf, saidTo, type ApiName } from '../models/hubs/replies.ts';
import { spokenTo } from './model-speech.ts';
import type { ModelServerOptions, RecordedRequest, Reply } from './model-types.ts';

/** The interfaces of other providers than OpenAI, and OpenAI's Responses API. */
const INTERFACES: readonly (readonly [path: RegExp, api: ApiName])[] = [
  [/\/v1\/messages$/, 'anthropic'],
  [/\/v1beta\/models\/[^/]+:generateContent$/, 'google'],
  [/\/model\/[^/]+\/converse$/, 'bedrock'],
  [/\/v1\/responses$/, 'responses'],
];

interface Message {
  content?: string | { text: string }[];
  parts?: { text: string }[];
}
interface Body {
  messages?: Message[];
  contents?: Message[];
  input?: string;
}

/** `undefined` for a request to none of these interfaces. */
export async function providerReply(
  request: RecordedRequest,
  options: ModelServerOptions,
): Promise<Reply | undefined> {
  const [, api] = INTERFACES.find(([path]) => path.test(request.path)) ?? [];
  if (!api) return undefined;
  const { messages, contents, input = '' } = request.body as Body;
  const { content, parts } = (messages ?? contents)?.at(-1) ?? { content: input };
  const texts = [content ?? parts ?? []].flat();
  const prompt = texts.map((part) => (typeof part === 'string' ? part : part.text)).join('\n');
  const text = (await spokenTo(prompt, request, options)) as string;
  return { status: 200, body: bodyOf(api, { ...saidTo(request.body), text }) };
}
