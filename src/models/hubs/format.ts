import type { AnswerFormat } from '../../engine/types.ts';
import { ModelError } from '../../errors.ts';

type Send<Reply> = (format: AnswerFormat | undefined) => Promise<Reply>;

/** Sends a question with its format, until the endpoint refuses formats. */
export type AskInFormat = <Reply>(
  format: AnswerFormat | undefined,
  send: Send<Reply>,
) => Promise<Reply>;

/** No format is sent beside the user's own. */
export function formatAsker(parameters: Readonly<Record<string, unknown>>): AskInFormat {
  let isTaken = !Object.hasOwn(parameters, 'response_format');
  return async (format, send) => {
    if (format === undefined || !isTaken) return send(undefined);
    try {
      return await send(format);
    } catch (error) {
      if (!refusesFormat(error)) throw error;
    }
    const reply = await send(undefined);
    // If the request without a format fails, too, the format was not the cause.
    isTaken = false;
    return reply;
  };
}

/** Words of OpenAI, Azure, vLLM, Ollama, llama.cpp, TGI and routers, which share no code. */
const ABOUT_FORMAT = new RegExp(
  'response[_ ]?(?:format|schema|mime)|json[_ -]?(?:schema|mode|object)|(?:structured|guided)[_ ]|' +
    '\\bgrammar\\b|invalid format|unsupported [\\w ]{0,20}parameter|requested parameters|' +
    'output_(?:format|config)|tool_choice|text\\.format',
  'i',
);

function refusesFormat(error: unknown): boolean {
  // A router sends 404 if no provider takes the parameter, and llama.cpp 500.
  const kinds = ['bad_request', 'not_found', 'server'];
  return (
    error instanceof ModelError && kinds.includes(error.kind) && ABOUT_FORMAT.test(error.serverText)
  );
}
