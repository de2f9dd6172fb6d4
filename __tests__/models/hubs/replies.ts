/** Bodies of replies of each API, with status 200. */
import type { HubName } from '../../../src/models/hubs/addresses.ts';

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
export type Reason = 'stop' | 'cut' | 'full' | 'filter' | 'refusal';

export interface Said {
  text?: string;
  parts?: readonly Part[];
  reason?: Reason;
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

const CHAT_REASONS = {
  stop: 'stop',
  cut: 'length',
  full: 'model_length',
  filter: 'content_filter',
  refusal: 'refusal',
};
const CLAUDE_REASONS = {
  stop: 'end_turn',
  cut: 'max_tokens',
  full: 'model_context_window_exceeded',
  filter: 'guardrail_intervened',
  refusal: 'refusal',
};
const GEMINI_REASONS = {
  stop: 'STOP',
  cut: 'MAX_TOKENS',
  full: 'MAX_TOKENS',
  filter: 'SAFETY',
  refusal: 'SAFETY',
};
const THOUGHT = 'Water makes things wet.';

/** The parts of a reply in the words of an API. */
function partsOf(parts: readonly Part[], words: Record<Part, unknown>): unknown[] {
  return parts.map((part) => words[part]);
}

export function bodyOf(
  api: ApiName,
  { text = 'Yes.', parts = ['text'], reason = 'stop' }: Said = {},
): unknown {
  const usage = { prompt_tokens: 4, completion_tokens: 2 };
  switch (api) {
    case 'chat':
    case 'huggingface': {
      const message: Record<string, unknown> = {
        role: 'assistant',
        content: parts.includes('text') ? text : null,
      };
      if (parts.includes('reasoning')) message.reasoning_content = THOUGHT;
      if (parts.includes('tool'))
        message.tool_calls = [{ type: 'function', function: { name: 'look_up' } }];
      return {
        object: 'chat.completion',
        model: 'served',
        choices: [{ message, finish_reason: CHAT_REASONS[reason] }],
        usage,
      };
    }
    case 'completions':
      return {
        model: 'served',
        choices: [
          { text: parts.includes('text') ? text : '', finish_reason: CHAT_REASONS[reason] },
        ],
        usage,
      };
    case 'http':
      return { answer: text, choices: [{ finish_reason: CHAT_REASONS[reason] }] };
    case 'responses': {
      const output = partsOf(parts, {
        text: { type: 'message', content: [{ type: 'output_text', text }] },
        reasoning: { type: 'reasoning', id: 'rs', summary: [] },
        tool: { type: 'function_call', name: 'look_up' },
      });
      const why = {
        stop: null,
        cut: 'max_output_tokens',
        full: 'max_output_tokens',
        filter: 'content_filter',
        refusal: null,
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
        tool: { type: 'tool_use', id: 't', name: 'look_up', input: {} },
      });
      return {
        type: 'message',
        id: 'm',
        role: 'assistant',
        model: 'served',
        content,
        stop_reason: CLAUDE_REASONS[reason],
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3 },
      };
    }
    case 'google': {
      const pieces = partsOf(parts, {
        text: { text },
        reasoning: { text: THOUGHT, thought: true },
        tool: { functionCall: { name: 'look_up', args: {} } },
      });
      return {
        candidates: [
          { content: { role: 'model', parts: pieces }, finishReason: GEMINI_REASONS[reason] },
        ],
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
        modelVersion: 'served',
      };
    }
    case 'bedrock': {
      const content = partsOf(parts, {
        text: { text },
        reasoning: { reasoningContent: { reasoningText: { text: THOUGHT, signature: 's' } } },
        tool: { toolUse: { toolUseId: 't', name: 'look_up', input: {} } },
      });
      return {
        output: { message: { role: 'assistant', content } },
        stopReason: CLAUDE_REASONS[reason],
        usage: { inputTokens: 4, outputTokens: 2, totalTokens: 6 },
      };
    }
  }
}
