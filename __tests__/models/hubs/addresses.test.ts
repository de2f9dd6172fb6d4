import fc from 'fast-check';
import {
  isOwnHost,
  isReservedHeader,
  keyFromEnv,
  usualAddress,
  type HubName,
} from '../../../src/models/hubs/addresses.ts';
import { recordsIn } from '../../support/oracle.ts';

/** The table of hubs. */

it.each(
  recordsIn<[hub: HubName, host: string, isOwn: boolean]>(
    '__tests__/models/hubs/data/own-hosts.jsonl',
  ),
)('%s: the host %s is its own: %s', (hub, host, isOwn) => {
  expect(isOwnHost(hub, host)).toBe(isOwn);
});

it('a region names a host of its own, and no other text does', () => {
  const regions = fc.stringMatching(/^[a-z]{2}(?:-gov)?-[a-z]{4,9}-\d$/);
  const hostile = fc.constantFrom(...'./?#@:\\%\n\t \u3002\uff0f', '.evil.example/?', '//', '@x');
  fc.assert(
    fc.property(regions, hostile, fc.nat(20), (region, sign, at) => {
      const host = `bedrock-runtime.${region}.amazonaws.com`;
      expect(usualAddress('bedrock', region)).toBe(`https://${host}`);
      expect(isOwnHost('bedrock', host)).toBe(true);
      const broken = region.slice(0, at) + sign + region.slice(at);
      expect(usualAddress('bedrock', broken)).toBeUndefined();
    }),
  );
});

it.each<[HubName, Record<string, string>, string | undefined]>([
  ['openai', { OPENAI_API_KEY: ' sk-1\n' }, 'sk-1'],
  ['openai', { OPENAI_API_KEY: ' ' }, undefined],
  ['google', { GOOGLE_API_KEY: 'b', GEMINI_API_KEY: 'a' }, 'a'],
  [
    'bedrock',
    { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' },
    '{"accessKeyId":"id","secretAccessKey":"s","sessionToken":"t"}',
  ],
  [
    'bedrock',
    { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's' },
    '{"accessKeyId":"id","secretAccessKey":"s"}',
  ],
  ['bedrock', { AWS_ACCESS_KEY_ID: 'id' }, undefined],
  [
    'bedrock',
    { AWS_BEARER_TOKEN_BEDROCK: 'b', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 's' },
    'b',
  ],
])('%s: the key in %j', (hub, env, key) => {
  const found = keyFromEnv(hub, env);
  expect(found?.apiKey ?? JSON.stringify(found?.awsKey)).toBe(key);
});

it.each(recordsIn<[HubName, string, boolean]>('__tests__/models/hubs/data/headers.jsonl'))(
  '%s: the header %s is reserved: %s',
  (hub, header, isReserved) => {
    expect(isReservedHeader(hub, header)).toBe(isReserved);
  },
);
