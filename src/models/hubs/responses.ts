/** Requests to OpenAI's Responses API. */
import { z } from 'zod';
import type { Answer, AnswerFormat, Model } from '../../engine/model.ts';
import { isMapping } from '../../json.ts';
import type { EndpointLink } from '../http/connect.ts';
import { noLogprobs } from './logprobs.ts';
import type { ModelSettings } from '../settings.ts';
import { checkedParameters } from './parameters.ts';
import { formatAsker, modelOver, type Post } from './openai-requests.ts';
import { answerOf, parseReply, type Instead, ServedModels, type ReplyContext } from './replies.ts';

const PART = z.object({
  type: z.string().nullish(),
  text: z.string().nullish(),
  refusal: z.string().nullish(),
});

/** Items of reasoning and of tools have no such content, and are skipped. */
const RESPONSE = z.object({
  output: z.array(
    z.object({ type: z.string(), content: z.array(PART).nullish(), name: z.string().nullish() }),
  ),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
});

/** Creates a model of a hub with OpenAI's APIs. The settings name the API. */
export function openAiModel(settings: ModelSettings, link: EndpointLink, post: Post): Model {
  return settings.api === 'responses'
    ? responsesOver(settings, link, post)
    : modelOver(settings, link, post);
}

function responsesOver(settings: ModelSettings, link: EndpointLink, post: Post): Model {
  const { hub, name } = settings;
  const served = new ServedModels();
  const parameters = checkedParameters(settings, ['model', 'input', 'instructions']);
  const askInFormat = formatAsker(parameters);

  async function answerTo(
    input: string,
    format: AnswerFormat | undefined,
    instructions = settings.system_prompt,
  ): Promise<Answer> {
    const reply = await askInFormat(format, async (sentFormat) => {
      const text = textParameter(parameters['text'], sentFormat);
      const body = { model: name, input, instructions, ...parameters, text };
      return served.count(await post('responses', body));
    });
    return responseAnswer(reply, link);
  }

  return {
    hub,
    name,
    served,
    answer: (prompt, format, system) => link.ask(() => answerTo(prompt, format, system)),
    loss: () =>
      link.ask(async () => {
        throw noLogprobs('Responses give no log-probabilities of the prompt', link.address);
      }),
  };
}

/**
 * Returns the parameter with the format of the text, together with the fields that the user sets.
 */
function textParameter(userText: unknown, format: AnswerFormat | undefined): unknown {
  if (format === undefined || (userText !== undefined && !isMapping(userText))) return userText;
  const { name, schema } = format;
  return { format: { type: 'json_schema', name, strict: true, schema }, ...userText };
}

/** Returns the answer in a response. A refusal is an answer. */
function responseAnswer(reply: unknown, context: ReplyContext): Answer {
  const { output, incomplete_details } = parseReply(RESPONSE, reply, {
    ...context,
    shape: 'responses',
  });
  const texts: string[] = [];
  for (const { type, content } of output) {
    if (type !== 'message') continue;
    for (const part of content ?? []) {
      if (part.type === 'output_text') texts.push(part.text ?? '');
      if (part.type === 'refusal') texts.push(part.refusal ?? '');
    }
  }
  const call = output.find(({ type }) => type === 'function_call');
  const hasReasoning = output.some(({ type }) => type === 'reasoning');
  let instead: Instead | undefined;
  if (hasReasoning) instead = { reasoning: 'reasoning' };
  if (call !== undefined) instead = { tool: call.name ?? '' };
  const reason = incomplete_details?.reason;
  const finishReason = reason === 'max_output_tokens' ? 'length' : reason;
  const text = texts.length > 0 ? texts.join('') : undefined;
  const answer = answerOf(text, finishReason, { ...context, instead });
  if (hasReasoning) answer.isReasoned = true;
  return answer;
}
