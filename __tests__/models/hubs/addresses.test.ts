import fc from 'fast-check';
import {
  HUB_NAMES,
  isOwnHost,
  isReservedHeader,
  keyIn,
  usualAddress,
  type HubName,
} from '../../../src/models/hubs/addresses.ts';
import { recordsIn } from '../../support/oracle.ts';

/** The table of hubs. */

it.each(recordsIn<[HubName, string, boolean]>('__tests__/models/hubs/data/own-hosts.jsonl'))(
  '%s: the host %s',
  (hub, host, isOwn) => {
    expect(isOwnHost(hub, host)).toBe(isOwn);
  },
);

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

it.each(recordsIn<[HubName, string, boolean]>('__tests__/models/hubs/data/headers.jsonl'))(
  '%s: the header %s is reserved: %s',
  (hub, header, isReserved) => {
    expect(isReservedHeader(hub, header)).toBe(isReserved);
  },
);
