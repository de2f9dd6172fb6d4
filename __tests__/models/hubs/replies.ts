/** Bodies of replies of each API, with status 200. */
import { asRecord, jsonIn } from '../../../src/shared/json.ts';
import type { HubName } from '../../../src/models/hubs/addresses.ts';
import REASONS from './data/reasons.json' with { type: 'json' };

export const APIS = [
  'chat',
  'completions',
  'responses',
  'anthropic',
  'google',
  'bedrock',
  'huggingface',
  'http',
] as const;
export type ApiName = (typeof APIS)[number];

type Part = 'text' | 'reasoning' | 'tool';
export type Reason = 'stop' | 'cut' | 'full' | 'filter' | 'refusal' | 'tool';

export interface Said {
  text?: string;
  parts?: readonly Part[];
  reason?: Reason;
  /** The tool that is called with the text, which is JSON. */
  tool?: string;
}

/**
 * JSON with the first field of the schema that a request has, in a call of the tool that it forces;
 * nothing for a request without a schema.
 */
export function saidTo(request: unknown): Said {
  const written = JSON.stringify(request);
  const nameAt = (place: RegExp) => place.exec(written)?.[1];
  const field = nameAt(/"properties":\{"(\w+)":/);
  if (field === undefined) return {};
  const text = JSON.stringify({ [field]: 'Yes.' });
  if (!/"tool_?choice":/i.test(written)) return { text };
  return { text, parts: ['tool'], reason: 'tool', tool: nameAt(/"name":"(\w+)"/) };
}

/** The settings that lead to an API. */
export const SETTINGS: Record<
  ApiName,
  { hub: HubName; api?: 'chat' | 'completions' | 'responses' }
> = {
  chat: { hub: 'openai' },
  completions: { hub: 'openai', api: 'completions' },
  responses: { hub: 'openai', api: 'responses' },
  anthropic: { hub: 'anthropic' },
  google: { hub: 'google' },
  bedrock: { hub: 'bedrock' },
  huggingface: { hub: 'huggingface' },
  http: { hub: 'http' },
};

const THOUGHT = 'Water makes things wet.';

/** The parts of a reply in the words of an API. */
function partsOf(parts: readonly Part[], words: Record<Part, unknown>): unknown[] {
  return parts.map((part) => words[part]);
}

export function bodyOf(
  api: ApiName,
  { text = 'Yes.', parts = ['text'], reason = 'stop', tool: name = 'look_up' }: Said = {},
): unknown {
  const usage = { prompt_tokens: 4, completion_tokens: 2 };
  const input = asRecord(jsonIn(text));
  switch (api) {
    case 'chat':
    case 'huggingface': {
      const message: Record<string, unknown> = {
        role: 'assistant',
        content: parts.includes('text') ? text : null,
      };
      if (parts.includes('reasoning')) message.reasoning_content = THOUGHT;
      if (parts.includes('tool'))
        message.tool_calls = [{ type: 'function', function: { name, arguments: text } }];
      return {
        object: 'chat.completion',
        model: 'served',
        choices: [{ message, finish_reason: REASONS.chat[reason] }],
        usage,
      };
    }
    case 'completions':
      return {
        model: 'served',
        choices: [
          { text: parts.includes('text') ? text : '', finish_reason: REASONS.chat[reason] },
        ],
        usage,
      };
    case 'http':
      return { answer: text, choices: [{ finish_reason: REASONS.chat[reason] }] };
    case 'responses': {
      const output = partsOf(parts, {
        text: { type: 'message', content: [{ type: 'output_text', text }] },
        reasoning: { type: 'reasoning', id: 'rs', summary: [] },
        tool: { type: 'function_call', name, arguments: text },
      });
      const why = {
        stop: null,
        cut: 'max_output_tokens',
        full: 'max_output_tokens',
        filter: 'content_filter',
        refusal: null,
        tool: null,
      }[reason];
      return {
        object: 'response',
        status: why ? 'incomplete' : 'completed',
        error: null,
        incomplete_details: why && { reason: why },
        model: 'served',
        output,
        usage: { input_tokens: 4, output_tokens: 2 },
      };
    }
    case 'anthropic': {
      const content = partsOf(parts, {
        text: { type: 'text', text },
        reasoning: { type: 'thinking', thinking: THOUGHT, signature: 's' },
        tool: { type: 'tool_use', id: 't', name, input },
      });
      return {
        type: 'message',
        id: 'm',
        role: 'assistant',
        model: 'served',
        content,
        stop_reason: REASONS.claude[reason],
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3 },
      };
    }
    case 'google': {
      const pieces = partsOf(parts, {
        text: { text },
        reasoning: { text: THOUGHT, thought: true },
        tool: { functionCall: { name, args: input } },
      });
      return {
        candidates: [
          { content: { role: 'model', parts: pieces }, finishReason: REASONS.gemini[reason] },
        ],
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
        modelVersion: 'served',
      };
    }
    case 'bedrock': {
      const content = partsOf(parts, {
        text: { text },
        reasoning: { reasoningContent: { reasoningText: { text: THOUGHT, signature: 's' } } },
        tool: { toolUse: { toolUseId: 't', name, input } },
      });
      return {
        output: { message: { role: 'assistant', content } },
        stopReason: REASONS.claude[reason],
        usage: { inputTokens: 4, outputTokens: 2, totalTokens: 6 },
      };
    }
  }
}
