/** Bodies of replies, in the shape of each provider. */

const DIALECTS = ['chat', 'responses', 'anthropic', 'google', 'bedrock', 'http'] as const;
export type ProviderDialect = (typeof DIALECTS)[number];

type Part = 'text' | 'reasoning' | 'tool';
type Reason = 'stop' | 'length' | 'filter';

interface Said {
  text?: string;
  parts?: readonly Part[];
  reason?: Reason;
}

const THOUGHT = 'Water makes things wet.';

/** A reply with status 200; undefined for what the provider cannot say. */
export function replyBody(dialect: ProviderDialect, said: Said = {}): unknown {
  const { text = 'Yes.', parts = ['text'], reason = 'stop' } = said;
  return BODIES[dialect]({ text, parts, reason });
}

const BODIES: Record<ProviderDialect, (said: Required<Said>) => unknown> = {
  chat: ({ text, parts, reason }) => {
    const message: Record<string, unknown> = { role: 'assistant', content: null };
    if (parts.includes('text')) message.content = text;
    if (parts.includes('reasoning')) message.reasoning_content = THOUGHT;
    if (parts.includes('tool'))
      message.tool_calls = [
        { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{}' } },
      ];
    const finish_reason = { stop: 'stop', length: 'length', filter: 'content_filter' }[reason];
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: 'test-model',
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
    };
  },
  responses: ({ text, parts, reason }) => {
    const items = {
      text: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
      reasoning: { type: 'reasoning', summary: [{ type: 'summary_text', text: THOUGHT }] },
      tool: { type: 'function_call', name: 'look_up', arguments: '{}', call_id: 'call_1' },
    };
    const why = { stop: null, length: 'max_output_tokens', filter: 'content_filter' }[reason];
    return {
      id: 'resp_1',
      object: 'response',
      status: why === null ? 'completed' : 'incomplete',
      error: null,
      incomplete_details: why === null ? null : { reason: why },
      model: 'test-model',
      output: parts.map((part) => items[part]),
      usage: { input_tokens: 4, output_tokens: 2, total_tokens: 6 },
    };
  },
  anthropic: ({ text, parts, reason }) => {
    const blocks = {
      text: { type: 'text', text },
      reasoning: { type: 'thinking', thinking: THOUGHT, signature: 'abc' },
      tool: { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: {} },
    };
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'test-model',
      content: parts.map((part) => blocks[part]),
      stop_reason: { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[reason],
      stop_sequence: null,
      usage: { input_tokens: 4, output_tokens: 2 },
    };
  },
  google: ({ text, parts, reason }) => {
    const pieces = {
      text: { text },
      reasoning: { text: THOUGHT, thought: true },
      tool: { functionCall: { name: 'look_up', args: {} } },
    };
    return {
      candidates: [
        {
          content: { role: 'model', parts: parts.map((part) => pieces[part]) },
          finishReason: { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }[reason],
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
      modelVersion: 'test-model',
    };
  },
  bedrock: ({ text, parts, reason }) => {
    const blocks = {
      text: { text },
      reasoning: { reasoningContent: { reasoningText: { text: THOUGHT, signature: 'abc' } } },
      tool: { toolUse: { toolUseId: 'tool_1', name: 'look_up', input: {} } },
    };
    return {
      metrics: { latencyMs: 1 },
      output: { message: { role: 'assistant', content: parts.map((part) => blocks[part]) } },
      stopReason: { stop: 'end_turn', length: 'max_tokens', filter: 'guardrail_intervened' }[
        reason
      ],
      usage: { inputTokens: 4, outputTokens: 2, totalTokens: 6 },
    };
  },
  // A service may reply as OpenAI does, with its answer elsewhere.
  http: ({ text, reason }) => ({
    answer: text,
    choices: [
      { finish_reason: { stop: 'stop', length: 'length', filter: 'content_filter' }[reason] },
    ],
  }),
};

/** A refusal for the rate that names its wait as Google does; gateways pass such errors on. */
export function rateErrorBody(dialect: ProviderDialect, retryDelay: string): unknown {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay },
  ];
  const error = { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED', details };
  return dialect === 'google' ? [{ error }] : { error };
}

/** An error in the words of the provider. */
export function errorBody(dialect: ProviderDialect, status: number, message: string): unknown {
  if (dialect === 'anthropic')
    return { type: 'error', error: { type: 'api_error', message }, request_id: 'req_1' };
  if (dialect === 'google') return { error: { code: status, message, status: 'UNAVAILABLE' } };
  if (dialect === 'bedrock') return { message };
  return { error: { message, type: 'server_error', param: null, code: null } };
}
