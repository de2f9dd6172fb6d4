import { readSecrets } from '../../src/models/environment.ts';
import { secretVariables } from '../../src/terminal/options.ts';

describe('secrets of a terminal', () => {
  it("are the model's key, the token of GitHub and the variables of headers", () => {
    const env = {
      SENSITIVITY_API_KEY: 'key-of-the-model',
      GITHUB_TOKEN: 'token-of-github',
      SENSITIVITY_HEADER_VARIABLES: 'TENANT',
      TENANT: 'name-of-the-tenant',
      OPENAI_API_KEY: 'key-of-the-hub',
      PATH: '/usr/bin',
    };
    expect(readSecrets(env, secretVariables([])).sort()).toEqual([
      'key-of-the-hub',
      'key-of-the-model',
      'name-of-the-tenant',
      'token-of-github',
    ]);
  });
});
