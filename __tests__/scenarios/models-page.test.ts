/** Each line of the table in docs/models.md works with a server of the provider's interface. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { REGISTRY } from '../../src/models/hubs/registry.ts';
import { answerRequest } from '../support/model-routes.ts';
import { startInternet, type Internet } from '../support/internet.ts';
import { startModelServer, type ModelServer } from '../support/model-server.ts';
import { CONFIG_PATH, scenario } from '../support/scenario.ts';

const PAGE = readFileSync('docs/models.md', 'utf8');
const KEY = 'sk-of-the-page-0123456789';
/** Hugging Face's router takes no other key. */
const HF_TOKEN = `hf_${KEY}`;

interface Line {
  provider: string;
  model: Record<string, unknown>;
  inputs: Record<string, string>;
}

const LINES: Line[] = [...PAGE.matchAll(/^\| (.+?) \| `(\{ hub: .*?)` \| `(\{.*\})` \|$/gm)].map(
  ([, provider = '', model = '', inputs = '']) => ({
    provider,
    model: parse(model.replaceAll('YOUR-', 'a-')) as Line['model'],
    inputs: parse(
      inputs
        .replaceAll('YOUR-', 'a-')
        .replace('${{ secrets.HF_TOKEN }}', HF_TOKEN)
        .replace(/\$\{\{.*?\}\}/, KEY),
    ) as Line['inputs'],
  }),
);

/** Where each provider is asked, and in which header its key is. */
const ASKED: Record<string, [place: string, header?: string]> = {
  OpenAI: ['api.openai.com/v1/chat/completions', 'authorization'],
  'OpenAI, Responses API': ['api.openai.com/v1/responses', 'authorization'],
  'Azure OpenAI, v1': ['a-RESOURCE.openai.azure.com/openai/v1/chat/completions', 'authorization'],
  'Azure OpenAI, classic': [
    'a-RESOURCE.openai.azure.com/openai/deployments/a-DEPLOYMENT/chat/completions',
    'api-key',
  ],
  Anthropic: ['api.anthropic.com/v1/messages', 'x-api-key'],
  'Google Gemini': [
    'generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent',
    'x-goog-api-key',
  ],
  'Google Vertex AI': [
    'aiplatform.googleapis.com/v1/projects/a-PROJECT/locations/global/endpoints/openapi/chat/completions',
    'authorization',
  ],
  'Amazon Bedrock': [
    'bedrock-runtime.eu-central-1.amazonaws.com/model/eu.amazon.nova-lite-v1%3A0/converse',
    'authorization',
  ],
  OpenRouter: ['openrouter.ai/api/v1/chat/completions', 'authorization'],
  Groq: ['api.groq.com/openai/v1/chat/completions', 'authorization'],
  Mistral: ['api.mistral.ai/v1/chat/completions', 'authorization'],
  Together: ['api.together.xyz/v1/chat/completions', 'authorization'],
  Fireworks: ['api.fireworks.ai/inference/v1/chat/completions', 'authorization'],
  LiteLLM: ['127.0.0.1/v1/chat/completions', 'authorization'],
  vLLM: ['127.0.0.1/v1/chat/completions'],
  Ollama: ['127.0.0.1/v1/chat/completions'],
  'Hugging Face': ['router.huggingface.co/v1/chat/completions', 'authorization'],
};

describe('the table of models', () => {
  let server: ModelServer;
  let internet: Internet;
  beforeAll(async () => {
    server = await startModelServer({
      // Gateways mount OpenAI's protocol below paths of their own.
      route: (request) => {
        const isMounted = /(?<!^\/v1|^\/openai\/v1)\/chat\/completions$/.test(request.path);
        if (!isMounted || request.path.startsWith('/openai/deployments/')) return undefined;
        return answerRequest({ ...request, path: '/v1/chat/completions' }, {});
      },
    });
    internet = await startInternet(server.url);
  });
  afterAll(() => Promise.all([server.close(), internet.close()]));

  it('lists all providers, with both addresses of Azure and both APIs of OpenAI', () => {
    expect(LINES.map(({ provider }) => provider)).toEqual(Object.keys(ASKED));
  });

  it.each(LINES)('works for $provider', async ({ provider, model, inputs }) => {
    server.requests.length = 0;
    const [place, header] = ASKED[provider]!;
    const given: Record<string, string> = { comment: 'never', 'api-key': '', ...inputs };
    const local = inputs['base-url']?.replace(/^http:\/\/127\.0\.0\.1:\d+/, server.url);
    if (local !== undefined) given['base-url'] = local;
    const { outputs } = await scenario({
      files: {
        [CONFIG_PATH]: JSON.stringify({
          model,
          data: { source: 'evals/statements.txt' },
          tests: { sensitivity: { add_toxic_words: { method: 'pair' } } },
        }),
        'evals/statements.txt': 'The sky is blue.\nWater is wet.\n',
      },
      inputs: given,
      env: internet.env,
    });
    expect(outputs.outcome).toBe('pass');
    // Hugging Face tells first which provider serves the model.
    const { headers, path, body } = server.requests.find(({ method }) => method === 'POST')!;
    expect(`${headers.host?.replace(/:\d+$/, '')}${path}`.toLowerCase()).toBe(place.toLowerCase());
    const sent = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key'].filter(
      (name) => headers[name] !== undefined,
    );
    expect(sent).toEqual(header === undefined ? [] : [header]);
    if (header !== undefined) expect(headers[header]).toContain(KEY);
    expect(JSON.stringify(body)).toMatch(/512|1024/);
  });
});

it('the table of variables matches the registry', () => {
  for (const { name, keyVariables = [] } of REGISTRY) {
    if (keyVariables.length === 0) continue;
    const [, cell = ''] = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, 'm').exec(PAGE) ?? [];
    for (const variable of keyVariables) expect(cell).toContain(`\`${variable}\``);
  }
});
