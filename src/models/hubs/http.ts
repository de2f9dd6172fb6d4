// Any service that answers a prompt with JSON: a chain, an agent, the endpoint of a product.

import { ConfigError } from '../../shared/errors.ts';
import { asRecord, entryOf, listIn } from '../../shared/json.ts';
import type { JsonReply } from '../failures.ts';
import { checkedParameters, modelBy, type HubContext, type HubFile } from './replies.ts';

const PROMPT = '{prompt}';

async function open(context: HubContext) {
  const { key, baseURL, settings, section } = context;
  const { name, body = { prompt: PROMPT }, url } = settings;
  const parameters = checkedParameters(context, Object.keys(body));
  const steps = stepsTo(settings.answer ?? '/answer');
  const template = JSON.stringify(body);
  const bodyFor = (prompt: string, system = '') =>
    JSON.stringify({
      ...filledIn(template, { prompt, system_prompt: system, name }),
      ...parameters,
    });
  // Placeholders are filled into values and not into keys, so two filled bodies are compared.
  if (bodyFor('one') === bodyFor('another'))
    throw new ConfigError(`The body has no ${PROMPT}, so every question would be the same`, {
      where: `${section}.body`,
      remedy: `Write ${PROMPT} where the service expects the text.`,
    });
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key) headers.authorization = `Bearer ${key}`;
  // `baseURL` has no slash at its end, and some services answer only at an address with one.
  const address = url === `${baseURL}/` ? url : baseURL;
  // `entryOf` skips inherited properties such as `constructor`, which no reply has.
  const textIn = (reply: JsonReply) =>
    steps.reduce<unknown>((value, step) => entryOf(asRecord(value), step), reply);
  return modelBy(context, {
    async send({ prompt, system }, expected) {
      return context.send(address, { headers, body: bodyFor(prompt, system), ...expected });
    },
    isReply: (reply) => typeof textIn(reply) === 'string',
    read(reply) {
      const { finish_reason: reason } = asRecord(listIn(reply.choices)[0]);
      return { text: String(textIn(reply)), reason };
    },
  });
}

/** Fills values in after the template is parsed, so that their quotes need no escaping. */
function filledIn(template: string, values: Readonly<Record<string, string>>): object {
  const fill = (text: string) =>
    text.replace(/\{(prompt|system_prompt|name)\}/g, (_, key: string) => values[key] ?? '');
  return JSON.parse(template, (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as object;
}

/** The steps of a JSON Pointer. */
function stepsTo(pointer: string) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export default { open } satisfies HubFile;
