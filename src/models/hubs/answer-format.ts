import type { AnswerFormat } from '../../engine/model.js';
import { ModelError } from '../../errors.js';

/** Sends a request with these parameters beside its own. */
export type Send = (more: Record<string, unknown>) => Promise<unknown>;

/**
 * Asks for answers in a form, in OpenAI's words, and without it where the endpoint refuses to be asked so: who wants the form says
 * it in the prompt, too. One a model, as it remembers the refusal: only requests that are under way by then pay for it twice.
 * A `response_format` among the user's own parameters wins.
 */
export function formatAsker(parameters: Record<string, unknown>) {
  let isTaken = !Object.hasOwn(parameters, 'response_format');
  return async (format: AnswerFormat | undefined, send: Send): Promise<unknown> => {
    if (format === undefined || !isTaken) return send({});
    try {
      return await send(responseFormat(format));
    } catch (error) {
      if (!refusesFormat(error)) throw error;
    }
    const reply = await send({});
    // Not before: where the bare request fails alike, the form was not what was wrong.
    isTaken = false;
    return reply;
  };
}

function responseFormat({ name, schema }: AnswerFormat): Record<string, unknown> {
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

/** Words of OpenAI, Azure, vLLM, Ollama, llama.cpp, Text Generation Inference and routers. There is no code that they share. */
const ABOUT_FORMAT = new RegExp(
  [
    'response[_ ]?(?:format|schema)',
    'json[_ -]?schema',
    'structured[_ ]',
    'guided[_ ]',
    '\\bgrammar\\b',
    'unsupported [\\w ]{0,20}parameter',
    'requested parameters',
  ].join('|'),
  'i',
);

function refusesFormat(error: unknown): boolean {
  if (!(error instanceof ModelError)) return false;
  // Routers say 404: they know nobody who would take the parameter.
  return (error.kind === 'bad_request' || error.kind === 'not_found') && ABOUT_FORMAT.test(error.said);
}
