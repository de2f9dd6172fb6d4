import { createModel, keyVariablesOf, Meter, needsKey } from '../../src/models/index.ts';
import { configKeyOf } from '../../src/models/config-keys.ts';
import {
  connection,
  embeddingSettings,
  everythingIn,
  modelSettings,
  refused,
  rejection,
} from './support.ts';

describe('needsKey', () => {
  const keyless = connection({ keys: {}, allowedHosts: ['vllm.example.com'] });

  it.each([
    ['OpenAI itself', modelSettings(), true],
    ['OpenAI by its address', modelSettings({ base_url: 'https://api.openai.com/v1' }), true],
    ['a local server', modelSettings({ base_url: 'http://localhost:8000/v1' }), false],
    ['an allowed server', modelSettings({ base_url: 'https://vllm.example.com/v1' }), false],
    ['Hugging Face itself', modelSettings({ hub: 'huggingface' }), true],
    [
      'a dedicated endpoint',
      modelSettings({ hub: 'huggingface', base_url: 'https://vllm.example.com' }),
      false,
    ],
    [
      'Azure anywhere',
      modelSettings({ hub: 'azure-openai', base_url: 'https://vllm.example.com' }),
      true,
    ],
    ['any service', modelSettings({ hub: 'http', url: 'https://vllm.example.com' }), false],
    ['a scripted model', modelSettings({ hub: 'reference' }), false],
    ['embeddings of OpenAI', embeddingSettings(), true],
    ['scripted embeddings', embeddingSettings({ hub: 'reference' }), false],
  ])('%s', (_, settings, expected) => {
    expect(needsKey(settings, keyless)).toBe(expected);
  });

  it('looks at the input base-url for a model, not for an embedder', () => {
    const elsewhere = connection({ keys: {}, baseUrl: 'https://gateway.example.com/v1' });
    expect(needsKey(modelSettings(), elsewhere)).toBe(false);
    expect(needsKey(embeddingSettings(), elsewhere)).toBe(true);
  });

  it('refuses an endpoint that may not be asked', async () => {
    expect(
      await refused(() => needsKey(modelSettings({ base_url: 'https://evil.example' }), keyless)),
    ).toMatchObject({
      name: 'ConfigError',
    });
  });
});

it('names the variables of a hub’s key', () => {
  expect(keyVariablesOf('openai')).toEqual(['OPENAI_API_KEY']);
  expect(keyVariablesOf('http')).toEqual([]);
});

describe('keys', () => {
  it('that are missing are missed before anything is sent', async () => {
    for (const keys of [{}, { openai: '' }, { openai: undefined }]) {
      const meter = new Meter();
      const model = await createModel(modelSettings(), connection({ keys }), meter);
      const error = await rejection(model.answer('Hello'));
      expect(meter.requests).toBe(0);
      expect(error).toMatchObject({
        kind: 'authentication',
        fatal: true,
        remedy: 'Set the key in the input `api-key` or the variable `OPENAI_API_KEY`.',
      });
    }
  });

  it('that no header can carry are refused without being shown', async () => {
    for (const key of ['sk-secret\nsk-second', 'sk secret', 'sk-sécret', 'sk-secret\u0000']) {
      const error = await refused(() =>
        createModel(modelSettings(), connection({ keys: { openai: key } }), new Meter()),
      );
      expect(error).toMatchObject({ name: 'ConfigError', where: "input 'api-key'" });
      expect(everythingIn(error)).not.toContain('cret');
    }
  });
});

it('a remedy names a key in the section that sets it: timeouts and prompts in the model', () => {
  const keysOf = (section: Parameters<typeof configKeyOf>[0], keys: string) =>
    keys
      .split(' ')
      .map((key) => configKeyOf(section, key))
      .join(' ');
  expect(keysOf('embeddings', 'hub name provider')).toBe(
    'embeddings.hub embeddings.model embeddings.provider',
  );
  expect(keysOf('embeddings', 'timeout retries api parameters')).toBe(
    'model.timeout model.retries model.api model.parameters',
  );
  expect(keysOf('judge', 'name api_version')).toBe('judge.name judge.api_version');
});
