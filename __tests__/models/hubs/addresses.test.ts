import fc from 'fast-check';
import {
  HUB_NAMES,
  isOwnHost,
  isReservedHeader,
  keyIn,
  usualAddress,
  type HubName,
} from '../../../src/models/hubs/addresses.ts';

/** The table of hubs. */

it.each<[HubName, string, boolean]>([
  ['openai', 'api.openai.com', true],
  ['openai', 'api.openai.com.evil.example', false],
  ['azure-openai', 'r.openai.azure.com', false],
  ['huggingface', 'router.huggingface.co', true],
  ['huggingface', 'api-inference.huggingface.co', true],
  ['huggingface', 'x.endpoints.huggingface.cloud', false],
  ['bedrock', 'bedrock-runtime.eu-central-1.amazonaws.com', true],
  ['bedrock', 'bedrock-runtime.us-gov-west-1.amazonaws.com', true],
  ['bedrock', 'bedrock-runtime.x.evil.amazonaws.com', false],
  ['bedrock', 'bedrock-runtime.REGION.amazonaws.com', false],
  ['bedrock', 'bedrock-runtime.amazonaws.com', false],
  ['bedrock', 's3.eu-central-1.amazonaws.com', false],
])('%s: the host %s', (hub, host, isOwn) => {
  expect(isOwnHost(hub, host)).toBe(isOwn);
});

it('no region leads to another host', () => {
  fc.assert(
    fc.property(fc.string(), (region) => {
      const address = usualAddress('bedrock', region);
      if (address !== undefined) expect(isOwnHost('bedrock', new URL(address).host)).toBe(true);
    }),
  );
  expect(usualAddress('bedrock', 'eu-central-1')).toBe(
    'https://bedrock-runtime.eu-central-1.amazonaws.com',
  );
});

it('the usual address of every hub is one of its own hosts', () => {
  for (const hub of HUB_NAMES) {
    const address = usualAddress(hub, 'us-east-1');
    if (address !== undefined) expect(isOwnHost(hub, new URL(address).host)).toBe(true);
    else expect(isOwnHost(hub, 'models.example.com')).toBe(false);
  }
});

it.each<[HubName, Record<string, string>, string | undefined]>([
  ['openai', { OPENAI_API_KEY: ' sk-1\n' }, 'sk-1'],
  ['openai', { OPENAI_API_KEY: ' ' }, undefined],
  ['google', { GOOGLE_API_KEY: 'b', GEMINI_API_KEY: 'a' }, 'a'],
  [
    'bedrock',
    { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' },
    'id:s:t',
  ],
  ['bedrock', { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's' }, 'id:s'],
  ['bedrock', { AWS_ACCESS_KEY_ID: 'id' }, undefined],
  [
    'bedrock',
    { AWS_BEARER_TOKEN_BEDROCK: 'b', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's' },
    'b',
  ],
])('%s: the key in %j', (hub, env, key) => {
  expect(keyIn(hub, env)).toBe(key);
});

it.each<[HubName, string, boolean]>([
  ['openai', 'X-Team', false],
  ['openai', 'Authorization', true],
  ['http', 'Authorization', false],
  ['anthropic', 'X-Api-Key', true],
  ['http', 'Host', true],
  ['bedrock', 'x-amz-date', true],
  ['google', 'content-length', true],
])('%s: the header %s is reserved: %s', (hub, header, isReserved) => {
  expect(isReservedHeader(hub, header)).toBe(isReserved);
});
