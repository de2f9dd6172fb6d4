import { tmpdir } from 'node:os';
import { ConfigError } from '../../src/errors.ts';
import { SECRET_INPUTS, readInputs } from '../../src/action/input-table.ts';
import { readSecrets } from '../../src/models/environment.ts';
import { quoted } from '../../src/json.ts';

function failure(env: NodeJS.ProcessEnv): ConfigError {
  try {
    readInputs(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('expected a ConfigError');
}

describe('readInputs', () => {
  it('has a default for each missing input', () => {
    expect(readInputs({ GITHUB_WORKSPACE: '/checkout', RUNNER_TEMP: '/tmp/runner' })).toEqual({
      headerVariables: [],
      variables: {},
      config: '.github/sensitivity.yml',
      configRef: 'auto',
      cacheDirectory: '/tmp/runner/sensitivity-cache',
      allowedHosts: [],
      keys: {},
      endpoints: {},
      comment: 'always',
      review: 'off',
      failOn: ['fail', 'inconclusive', 'error'],
      missingKey: 'fail',
      reportDirectory: '/tmp/runner/sensitivity-report',
      workspace: '/checkout',
      secrets: [],
    });
  });

  it('reads each input', () => {
    const inputs = readInputs({
      INPUT_CONFIG: 'evals/gate.yml',
      'INPUT_CONFIG-REF': 'split',
      INPUT_HUB: 'azure-openai',
      INPUT_MODEL: 'my-deployment',
      INPUT_DATA: 'builtin:sentences',
      'INPUT_API-KEY': 'key-of-input',
      'INPUT_BASE-URL': 'https://models.example.com/v1',
      'INPUT_ALLOWED-HOSTS': 'one.example.com\ntwo.example.com',
      'INPUT_ALLOW-LOOPBACK': '127.0.0.1:8000\nlocalhost:11434',
      'INPUT_GITHUB-TOKEN': 'token',
      INPUT_COMMENT: 'on-failure',
      'INPUT_COMMENT-KEY': 'gpt',
      'INPUT_HEADER-VARIABLES': 'OUR_TOKEN',
      OUR_TOKEN: 'a-token',
      'INPUT_FAIL-ON': 'fail',
      'INPUT_MISSING-KEY': 'skip',
      'INPUT_MAX-REQUESTS': '2000',
      'INPUT_REPORT-DIRECTORY': 'out',
      INPUT_REVIEW: 'comment',
      'INPUT_CACHE-DIRECTORY': '/var/cache/judges',
      GITHUB_WORKSPACE: '/checkout',
      AZURE_OPENAI_ENDPOINT: 'https://mine.openai.azure.com',
      HF_DATASETS_SERVER: 'http://127.0.0.1:8080',
    });
    expect(inputs).toEqual({
      config: 'evals/gate.yml',
      review: 'comment',
      cacheDirectory: '/var/cache/judges',
      configRef: 'split',
      hub: 'azure-openai',
      model: 'my-deployment',
      data: 'builtin:sentences',
      apiKey: 'key-of-input',
      keys: {},
      baseUrl: 'https://models.example.com/v1',
      allowedHosts: ['one.example.com', 'two.example.com'],
      allowLoopback: ['127.0.0.1:8000', 'localhost:11434'],
      endpoints: { 'azure-openai': 'https://mine.openai.azure.com' },
      datasetsServer: 'http://127.0.0.1:8080',
      githubToken: 'token',
      comment: 'on-failure',
      commentKey: 'gpt',
      headerVariables: ['OUR_TOKEN'],
      variables: { OUR_TOKEN: 'a-token' },
      failOn: ['fail'],
      missingKey: 'skip',
      maxRequests: 2000,
      reportDirectory: '/checkout/out',
      workspace: '/checkout',
      secrets: ['key-of-input', 'token', 'a-token'],
    });
  });

  it('counts an empty value as missing, and trims values', () => {
    const inputs = readInputs({ INPUT_COMMENT: '', INPUT_MODEL: '  ', INPUT_CONFIG: ' a.yml\n' });
    expect(inputs.comment).toBe('always');
    expect(inputs.model).toBeUndefined();
    expect(inputs.config).toBe('a.yml');
  });

  it('keeps the keys of the environment apart from the key of the input', () => {
    const inputs = readInputs({
      'INPUT_API-KEY': 'input-key\n',
      OPENAI_API_KEY: 'openai-key',
      AZURE_OPENAI_API_KEY: 'azure-key',
      HF_TOKEN: ' hf-key ',
      'INPUT_GITHUB-TOKEN': 'github-token',
    });
    expect(inputs.apiKey).toBe('input-key');
    expect(inputs.keys).toEqual({
      openai: 'openai-key',
      'azure-openai': 'azure-key',
      huggingface: 'hf-key',
    });
    expect(inputs.secrets.sort()).toEqual([
      'azure-key',
      'github-token',
      'hf-key',
      'input-key',
      'openai-key',
    ]);
  });

  it('lists each secret once', () => {
    expect(readInputs({ 'INPUT_API-KEY': 'same', OPENAI_API_KEY: 'same' }).secrets).toEqual([
      'same',
    ]);
  });

  it.each([
    ['fail', ['fail']],
    ['error, fail', ['fail', 'error']],
    ['inconclusive\n  error\n', ['inconclusive', 'error']],
    ['none', []],
  ])('reads the outcomes that fail the job %j', (text, outcomes) => {
    expect(readInputs({ 'INPUT_FAIL-ON': text }).failOn).toEqual(outcomes);
  });

  it.each([
    ['fail, eror', 'eror'],
    ['none, fail', 'none'],
    ['skipped', 'skipped'],
  ])('names the outcome that fail-on does not know: %s', (text, unknown) => {
    expect(failure({ 'INPUT_FAIL-ON': text }).message).toBe(`${quoted(unknown)} is not allowed`);
  });

  it.each([
    ['one.example.com', ['one.example.com']],
    [' one.example.com , two.example.com:8443,\n\n', ['one.example.com', 'two.example.com:8443']],
    ['*.example.com', ['*.example.com']],
    ['[::1]:9000', ['[::1]:9000']],
    ['example.com:443', ['example.com:443']],
    ['\n,\n', []],
  ])('reads the allowed hosts %j', (text, hosts) => {
    expect(readInputs({ 'INPUT_ALLOWED-HOSTS': text }).allowedHosts).toEqual(hosts);
  });

  it.each([
    [undefined, undefined],
    [' ', undefined],
    [' 127.0.0.1:8000 , [::1]:80,\nLOCALHOST:1', ['127.0.0.1:8000', '[::1]:80', 'LOCALHOST:1']],
    ['127.1:8000', ['127.1:8000']],
  ])('reads the addresses of this machine %j', (text, addresses) => {
    expect(readInputs({ 'INPUT_ALLOW-LOOPBACK': text }).allowLoopback).toEqual(addresses);
  });

  it('keeps an absolute report directory; its fallback is the temporary directory of the system', () => {
    expect(readInputs({ 'INPUT_REPORT-DIRECTORY': '/srv/out' }).reportDirectory).toBe('/srv/out');
    expect(readInputs({}).reportDirectory).toBe(`${tmpdir()}/sensitivity-report`);
  });
});

describe('a value that is not allowed', () => {
  it.each([
    ['config-ref', 'main', 'Allowed: head, base, split, auto.'],
    ['comment', 'sometimes', 'Allowed: always, on-failure, never.'],
    ['fail-on', 'pass', 'Allowed: fail, inconclusive, error, separated by commas, or none alone.'],
    ['fail-on', ',', 'Allowed: fail, inconclusive, error, separated by commas, or none alone.'],
    ['missing-key', 'ignore', 'Allowed: fail, skip.'],
    ['max-requests', '0', 'Allowed: a whole number of 1 or more, in digits.'],
    ['max-requests', '1e3', 'Allowed: a whole number of 1 or more, in digits.'],
    ['max-requests', '9007199254740993', 'Allowed: a whole number of 1 or more, in digits.'],
    [
      'base-url',
      'models.example.com/v1',
      'Allowed: a full address such as https://models.example.com/v1.',
    ],
    [
      'base-url',
      'ftp://models.example.com',
      'Allowed: a full address such as https://models.example.com/v1.',
    ],
  ])('stops the run: %s: %s', (name, value, remedy) => {
    const error = failure({ [`INPUT_${name.toUpperCase()}`]: value });
    expect(error.describe()).toBe(`input '${name}': \`"${value}"\` is not allowed\n${remedy}`);
  });

  it.each(['cache', '..cache', '.git/cache'])(
    'stops the run: a cache directory in the checkout: %s',
    (folder) => {
      const env = { 'INPUT_CACHE-DIRECTORY': folder, GITHUB_WORKSPACE: '/srv/checkout' };
      expect(failure(env).where).toBe("input 'cache-directory'");
    },
  );

  it.each([
    '127.0.0.1',
    'localhost',
    '127.0.0.1:',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    'http://127.0.0.1:8000',
    '127.0.0.1:8000/v1',
    'a@127.0.0.1:8000',
    '128.0.0.1:8000',
    '0.0.0.0:80',
    'example.com:80',
    '127.0.0.1.evil.test:80',
    '*:80',
    '[::]:80',
  ])('stops the run: allow-loopback: %s', (value) => {
    expect(failure({ 'INPUT_ALLOW-LOOPBACK': `127.0.0.1:8000\n${value}` }).where).toBe(
      "input 'allow-loopback'",
    );
  });

  const HOSTS =
    'https://a.example.com example.com/v1 model-*.example.com * *. *.*.example.com **.example.com .example.com ' +
    'example..com a@example.com a:b a: a:0 a:65536 *.10.0.0.1 *.[::1] [::1 a\\b a?b a#b example.com／v1';
  it.each([...HOSTS.split(' '), 'a b'])('stops the run: allowed-hosts: %s', (value) => {
    const error = failure({ 'INPUT_ALLOWED-HOSTS': `fine.example.com\n${value}` });
    expect(error.where).toBe("input 'allowed-hosts'");
    expect(error.message).toBe(`${quoted(value)} is not allowed`);
    expect(error.remedy).toContain('models.example.com:8443');
  });

  it.each(['AZURE_OPENAI_ENDPOINT', 'HF_DATASETS_SERVER'])('stops the run: %s', (name) => {
    expect(failure({ [name]: 'nowhere' }).where).toBe(`environment variable ${name}`);
  });

  it('is quoted on one line, so that it cannot be a workflow command', () => {
    expect(failure({ INPUT_COMMENT: 'a\n::error::b' }).message).toBe(
      '`"a\\n::error::b"` is not allowed',
    );
  });
});

describe('readSecrets', () => {
  it('derives the inputs with secrets from the table', () => {
    expect(SECRET_INPUTS).toEqual({
      key: [
        'INPUT_API-KEY',
        'INPUT_JUDGE-API-KEY',
        'INPUT_EMBEDDINGS-API-KEY',
        'INPUT_GITHUB-TOKEN',
      ],
      address: ['INPUT_BASE-URL'],
      variables: ['INPUT_HEADER-VARIABLES'],
    });
  });

  it('finds every key and every password in an address, and never throws', () => {
    const env = {
      'INPUT_API-KEY': ' key-of-input\n',
      'INPUT_GITHUB-TOKEN': 'token',
      OPENAI_API_KEY: 'openai',
      AZURE_OPENAI_API_KEY: 'azure',
      HF_TOKEN: 'hf',
      INPUT_COMMENT: 'never mind',
      'INPUT_BASE-URL': 'https://me:in%20base@models.example.com',
      HTTPS_PROXY: 'http://me:p%40ss@proxy.example.com:3128',
      http_proxy: 'me:schemeless@proxy.example.com',
      HTTP_PROXY: 'http://proxy.example.com:3128/a:b@c',
      https_proxy: 'http://:%@[',
    };
    expect(readSecrets(env, SECRET_INPUTS).sort()).toEqual([
      '%',
      'azure',
      'hf',
      'in base',
      'in%20base',
      'key-of-input',
      'openai',
      'p%40ss',
      'p@ss',
      'schemeless',
      'token',
    ]);
    expect(readSecrets({}, SECRET_INPUTS)).toEqual([]);
    expect(readSecrets({ 'INPUT_API-KEY': '', HF_TOKEN: ' ' }, SECRET_INPUTS)).toEqual([]);
  });
});
