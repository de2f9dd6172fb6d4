// Any service that answers a prompt with JSON: a chain, an agent, the endpoint of a product.

import { ConfigError } from '../../shared/errors.ts';
import { asRecord, entryOf, listIn } from '../../shared/json.ts';
import type { JsonReply } from '../failures.ts';
import { checkedParameters, createHubModel, type HubContext, type HubFile } from './replies.ts';

const PROMPT = '{prompt}';

async function open(context: HubContext) {
  const { apiKey, baseURL, settings, section } = context;
  const { name, body = { prompt: PROMPT }, url } = settings;
  const parameters = checkedParameters(context, Object.keys(body));
  const steps = parsePointer(settings.answer ?? '/answer');
  const template = JSON.stringify(body);
  const bodyFor = (prompt: string, system = '') =>
    JSON.stringify({
      ...fillTemplateJson(template, { prompt, system_prompt: system, name }),
      ...parameters,
    });
  // Placeholders in keys are not filled, so compare two filled bodies.
  if (bodyFor('one') === bodyFor('another'))
    throw new ConfigError(`The body has no ${PROMPT}, so every request would be the same`, {
      where: `${section}.body`,
      remedy: `Write ${PROMPT} as the value in which the service expects the text.`,
    });
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (apiKey) headers.authorization = `Bearer ${apiKey}`;
  // `baseURL` has no trailing slash, and some services answer only with one.
  const address = url === `${baseURL}/` ? url : baseURL;
  // `entryOf` skips inherited properties such as `constructor`, which no reply has.
  const textIn = (reply: JsonReply) =>
    steps.reduce<unknown>((value, step) => entryOf(asRecord(value), step), reply);
  return createHubModel(context, {
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

/** Fills in values after parsing the template, so that their quotes need no escaping. */
function fillTemplateJson(template: string, values: Readonly<Record<string, string>>): object {
  return JSON.parse(template, (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\{(prompt|system_prompt|name)\}/g, (_, name: string) => values[name] ?? '')
      : value,
  ) as object;
}

/** Splits a JSON Pointer into its steps. */
function parsePointer(pointer: string) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export default { open } satisfies HubFile;
