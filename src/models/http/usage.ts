import { asRecord } from '../../json.ts';
import type { Tokens } from '../meter.ts';

/** Names of the token counts: of OpenAI, of Anthropic and the Responses API, and of Bedrock. */
const PROMPT_COUNTS = ['prompt_tokens', 'input_tokens', 'inputTokens'];
const COMPLETION_COUNTS = ['completion_tokens', 'output_tokens', 'outputTokens'];

/** Returns the tokens that a reply reports, in any provider's spelling; undefined without any. */
export function usageIn(json: unknown): Tokens | undefined {
  const { usage, usageMetadata } = asRecord(json);
  const tokens =
    usageMetadata === undefined ? countsIn(asRecord(usage)) : googleCounts(usageMetadata);
  return tokens.prompt + tokens.completion > 0 ? tokens : undefined;
}

function countsIn(usage: Record<string, unknown>): Tokens {
  const firstOf = (names: readonly string[]) =>
    names.map((name) => reportedCount(usage[name])).find((count) => count > 0) ?? 0;
  return {
    // For embeddings some servers report the total only.
    prompt: firstOf(PROMPT_COUNTS) || reportedCount(usage['total_tokens']),
    completion: firstOf(COMPLETION_COUNTS),
  };
}

/** Google counts the tokens of reasoning apart from those of the answer, and bills both. */
function googleCounts(usage: unknown): Tokens {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = asRecord(usage);
  return {
    prompt: reportedCount(promptTokenCount),
    completion: reportedCount(candidatesTokenCount) + reportedCount(thoughtsTokenCount),
  };
}

/** Returns a count that a server reports; 0 for anything but a positive whole number. */
function reportedCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
