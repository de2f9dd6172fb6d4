import { dropSecrets } from '../../src/convert/secrets.ts';

it('drops what a name calls a secret, at any depth and of any kind, and no word that only begins so', () => {
  const secrets: string[] = [];
  const value = {
    apiKey: 'a',
    'x-api-key': 'b',
    auth: { value: 'c', user: 'd' },
    vars: { password: 123_456, access_token: ['e'], ACCESS_KEY: 'f' },
    header: { Authorization: 'Bearer ${TOKEN}' },
    keyword: 'g',
    author: 'h',
    tokenizer: 'i',
    sessions: 'j',
    max_tokens: 16,
    monkey: 'k',
  };
  expect(dropSecrets(value, (path) => secrets.push(path))).toEqual({
    vars: {},
    header: { Authorization: 'Bearer ${TOKEN}' },
    keyword: 'g',
    author: 'h',
    tokenizer: 'i',
    sessions: 'j',
    max_tokens: 16,
    monkey: 'k',
  });
  expect(secrets).toEqual([
    'apiKey',
    'x-api-key',
    'auth',
    'vars.password',
    'vars.access_token',
    'vars.ACCESS_KEY',
  ]);
});
