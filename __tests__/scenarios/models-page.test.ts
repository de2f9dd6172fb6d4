/** Each line of the table in docs/models.md runs unchanged, against a stand-in of its provider. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { HUB_NAMES, HUBS } from '../../src/models/hubs/addresses.ts';
import { deskConfig, deskFiles, deskModel } from '../support/desk.ts';
import { CONFIG_PATH, gate, modelServer } from '../support/gate.ts';
import { CERTIFICATE, startInternet } from '../support/internet.ts';
import { some } from '../support/runs.ts';
import asked from './models-page.json' with { type: 'json' };

const PAGE = readFileSync('docs/models.md', 'utf8');
const KEY = 'hf-of-the-page-0123456789';
const KEY_HEADERS = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key'];

type Keys = Partial<Record<'env' | 'with', Record<string, string>>>;

/** [provider, the section `model`, the `env` or `with` of the step] */
const LINES = [...PAGE.matchAll(/^\| (.+?) \| `(\{ hub: .*?)` \| `(.*)` \|$/gm)].map(
  ([, provider = '', model = '', step = '']) => {
    const text = step.replaceAll('YOUR-', 'a-').replace(/\$\{\{.*?\}\}/, KEY);
    return { provider, model: model.replaceAll('YOUR-', 'a-'), step: parse(`{ ${text} }`) as Keys };
  },
);

/** The address of each provider, and the header with its key. */
const ASKED: Record<string, string[] | undefined> = asked;

it('the table lists every provider', () => {
  expect(LINES.map(({ provider }) => provider)).toEqual(Object.keys(ASKED));
});

it('the certificate of the tests has the host of every provider', () => {
  const certificate = new X509Certificate(readFileSync(CERTIFICATE));
  const hosts = Object.values(asked).map(([place = '']) => place.replace(/\/.*/, ''));
  const without = hosts.filter((host) => host !== '127.0.0.1' && !certificate.checkHost(host));
  expect(without.map((host) => `internet-cert.pem lacks ${host}`)).toEqual([]);
});

it.each(some(LINES, 2))('$provider', async ({ provider, model, step }) => {
  const server = await modelServer({ ...deskModel(), keys: undefined });
  await startInternet(server.url);
  const [limit] = /(?<=tokens: )\d+/.exec(model) ?? [];
  const { 'base-url': address, ...inputs } = step.with ?? {};
  if (address) inputs['base-url'] = address.replace(/^http:\/\/127\.0\.0\.1:\d+/, server.url);
  const section = deskConfig().replace(/model:[^]*(?=data:)/, '');
  const prompt = 'prompt_file: prompts/desk.md';
  const config = `model: ${model.replace(/\}$/, `, ${prompt} }`)}\n${section}`;
  const { outputs, summary } = await gate({
    base: deskFiles({ [CONFIG_PATH]: config }),
    inputs,
    env: step.env,
  });
  // The summary has the error where there is one.
  expect(`${outputs.outcome}: ${summary.slice(0, 900)}`).toMatch(/^pass/);
  for (const { headers, path, body } of server.requests) {
    const [place, header] = ASKED[provider] ?? [];
    expect(`${headers.host?.replace(/:\d+$/, '')}${path}`.toLowerCase()).toBe(place);
    const sent = KEY_HEADERS.filter((name) => headers[name] !== undefined);
    expect(sent).toEqual(header ? [header] : []);
    if (header) expect(headers[header]).toContain(KEY);
    expect(JSON.stringify(body)).toMatch(new RegExp(`"max\\w*tokens":${limit}\\b`, 'i'));
  }
});

it.each(HUB_NAMES.filter((name) => HUBS[name].keyVariables.length > 0))(
  'the table of variables has those of %s',
  (name) => {
    const itsLine = new RegExp(`^\\| \`${name}\` \\| .*`, 'm');
    const [line = `docs/models.md has no line for ${name}`] = itsLine.exec(PAGE) ?? [];
    for (const variable of HUBS[name].keyVariables) expect(line).toContain(`\`${variable}\``);
  },
);
