import { ConfigError } from '../../src/errors.ts';
import type { NamedAddress } from '../../src/models/http/address.ts';
import { resolveEndpoint } from '../../src/models/http/endpoint.ts';
import {
  isLookup,
  isOwnHost,
  mayHaveKey,
  type HostTrust,
} from '../../src/models/http/host-trust.ts';
import { hubNamed } from '../../src/models/hubs/registry.ts';

function resolve(configured: string | undefined, trust: Partial<HostTrust> = {}): URL {
  const hub = trust.hub ?? hubNamed('openai');
  const choice = { configured, defaultUrl: hub.url, setting: 'model.base_url' };
  return resolveEndpoint(choice, { hub, trusted: [], allowedHosts: [], ...trust });
}

/** An address that the input `base-url` sets. */
function fromInput(text: string): NamedAddress {
  return { text, setting: "input 'base-url'" };
}

function refusalOf(configured: string | undefined, trust: Partial<HostTrust> = {}): ConfigError {
  try {
    resolve(configured, trust);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`${configured} was allowed`);
}

describe('resolveEndpoint', () => {
  it('takes the hub’s own endpoint where none is configured', () => {
    expect(resolve(undefined).href).toBe('https://api.openai.com/v1');
    expect(resolve(undefined, { hub: hubNamed('huggingface') }).host).toBe('router.huggingface.co');
  });

  it.each(['azure-openai', 'http'] as const)('asks for the endpoint of %s', (hub) => {
    expect(refusalOf(undefined, { hub: hubNamed(hub) }).remedy).toContain('base-url');
  });

  it.each([
    ['https://api.openai.com/v1', 'the hub itself'],
    ['https://API.OpenAI.com/v1', 'upper case'],
    ['https://api.openai.com:443/v1', 'the default port'],
    ['https://api.openai.com./v1', 'one trailing dot'],
    ['https://ap%69.openai.com/v1', 'a percent-encoded letter'],
    ['https://ⓐpi。openai。com/v1', 'look-alikes that the parser maps to the real name'],
    ['https://api.openai.com\\@evil.example/v1', 'a backslash, which ends the host'],
    ['http://localhost:8000/v1', 'localhost'],
    ['http://LOCALHOST.:8000/v1', 'localhost with a dot'],
    ['http://127.0.0.1:11434', 'loopback'],
    ['http://127.8.9.10/v1', 'all of 127.0.0.0/8'],
    ['http://127.1/v1', 'a short address'],
    ['http://0x7f000001/v1', 'a hexadecimal address'],
    ['http://2130706433/v1', 'a decimal address'],
    ['http://017700000001/v1', 'an octal address'],
    ['http://[::1]:8000/v1', 'loopback of IPv6'],
    ['http://[0:0:0:0:0:0:0:1]/v1', 'the same in full'],
    ['http://[::ffff:127.0.0.1]/v1', 'loopback mapped into IPv6'],
    ['https://127.0.0.1/v1', 'https on loopback'],
  ])('allows %s: %s', (address) => {
    expect(resolve(address)).toBeInstanceOf(URL);
  });

  it.each([
    ['https://evil.example/v1', 'another host'],
    ['https://api.openai.com.evil.example/v1', 'the name as a sub-domain'],
    ['https://evil-api.openai.com/v1', 'a name that ends alike'],
    ['https://evil.api.openai.com/v1', 'a sub-domain of the name'],
    ['https://openai.com/v1', 'the domain above'],
    ['https://api.openai.com../v1', 'two trailing dots'],
    ['https://api.openai.com:8443/v1', 'another port'],
    ['https://api.openai.com@evil.example/v1', 'the name as user'],
    ['https://user:secret@api.openai.com/v1', 'user and password on the right host'],
    ['https://user@127.0.0.1/v1', 'a user on loopback'],
    ['https://evil.example\\@api.openai.com/v1', 'a backslash before the user sign'],
    ['https://evil.example#@api.openai.com/v1', 'a fragment'],
    ['https://evil.example?@api.openai.com/v1', 'a query'],
    ['https:evil.example/v1', 'no slashes'],
    ['https:/\\evil.example/v1', 'odd slashes'],
    ['//api.openai.com/v1', 'no scheme'],
    ['api.openai.com/v1', 'a host alone'],
    ['', 'nothing'],
    ['http://api.openai.com/v1', 'http on the hub’s host'],
    ['ftp://api.openai.com/v1', 'another scheme'],
    ['file:///etc/passwd', 'a file'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/plain,api.openai.com', 'data'],
    ['https://api.оpenai.com/v1', 'a Cyrillic letter'],
    ['https://api.openaı.com/v1', 'a letter without its dot'],
    ['https://api.openai.com%2f.evil.example/v1', 'an encoded slash'],
    ['http://0.0.0.0:8000/v1', 'the address of all interfaces'],
    ['https://[::]/v1', 'the same of IPv6'],
    ['http://128.0.0.1/v1', 'beyond loopback'],
    ['http://[::ffff:128.0.0.1]/v1', 'the same mapped into IPv6'],
    ['http://127.0.0.1.evil.example/v1', 'loopback as a sub-domain'],
    ['https://127.0.0.1.nip.io/v1', 'a name that resolves to loopback'],
    ['https://localhost.evil.example/v1', 'localhost as a sub-domain'],
    ['http://169.254.169.254/latest', 'the metadata service of a cloud'],
    ['https://router.huggingface.co/v1', 'the host of another hub'],
    ['https://api.openai.com/v1#x', 'a fragment on the right host'],
    ['https://evil.example\t/v1', 'a tab'],
    ['https://.openai.com/v1', 'an empty label'],
  ])('refuses %s: %s', (address) => {
    expect(refusalOf(address).where).toBe('model.base_url');
  });

  it('names the host and what would allow it', () => {
    const error = refusalOf('https://models.example.com:8443/v1');
    expect(error.message).toBe(
      'The host `"models.example.com:8443"` may not receive requests of the hub openai.',
    );
    expect(error.remedy).toContain('add `"models.example.com"` to the input `allowed-hosts`');
    expect(error.remedy).toContain('`base-url`');
  });

  it.each([
    'https://x.endpoints.huggingface.cloud',
    'https://evil.huggingface.co',
    'https://api.openai.com/v1',
  ])('does not send the key of Hugging Face to %s', (address) => {
    expect(refusalOf(address, { hub: hubNamed('huggingface') }).message).toContain('huggingface');
  });

  it('trusts no name on Azure but the one that the workflow gives', () => {
    expect(
      refusalOf('https://evil.openai.azure.com', { hub: hubNamed('azure-openai') }).remedy,
    ).toContain('AZURE_OPENAI_ENDPOINT');
    const trusted = [fromInput('https://mine.openai.azure.com/')];
    expect(
      resolve('https://mine.openai.azure.com/openai', { hub: hubNamed('azure-openai'), trusted })
        .host,
    ).toBe('mine.openai.azure.com');
    expect(
      refusalOf('https://mine2.openai.azure.com/', { hub: hubNamed('azure-openai'), trusted })
        .message,
    ).toContain('mine2');
  });

  it('trusts the server of the input base-url, port included, and still wants https there', () => {
    const trusted = [fromInput('https://gateway.example.com:8443/llm')];
    expect(resolve('https://gateway.example.com:8443/other', { trusted }).pathname).toBe('/other');
    expect(refusalOf('https://gateway.example.com/llm', { trusted }).message).toContain(
      'may not receive',
    );
    expect(
      refusalOf('http://gateway.example.com:8443/llm', {
        trusted: [fromInput('http://gateway.example.com:8443/llm')],
      }).message,
    ).toContain('plain http');
  });

  it('blames the setting that has an unusable address', () => {
    const setting = 'environment variable AZURE_OPENAI_ENDPOINT';
    const trusted = [{ text: 'nonsense', setting }];
    expect(refusalOf('https://a.example.com', { trusted }).where).toBe(setting);
  });

  describe('allowed-hosts', () => {
    const allows = (entry: string, address: string): boolean => {
      try {
        return resolve(address, { allowedHosts: [entry] }) instanceof URL;
      } catch (error) {
        if (error instanceof ConfigError && error.message.includes('may not receive')) return false;
        throw error;
      }
    };

    it.each([
      ['models.example.com', 'https://models.example.com/v1', true],
      ['Models.Example.com', 'https://models.example.com/v1', true],
      ['models.example.com', 'https://models.example.com:8443/v1', true],
      ['models.example.com', 'https://models.example.com./v1', true],
      ['models.example.com.', 'https://models.example.com/v1', true],
      ['models.example.com', 'https://a.models.example.com/v1', false],
      ['models.example.com', 'https://example.com/v1', false],
      ['models.example.com:8443', 'https://models.example.com:8443/v1', true],
      ['models.example.com:8443', 'https://models.example.com/v1', false],
      ['models.example.com:443', 'https://models.example.com/v1', true],
      ['models.example.com:443', 'https://models.example.com:444/v1', false],
      ['*.example.com', 'https://a.example.com/v1', true],
      ['*.example.com', 'https://a.b.example.com/v1', true],
      ['*.example.com', 'https://example.com/v1', false],
      ['*.example.com', 'https://evilexample.com/v1', false],
      ['*.example.com', 'https://a.example.com.evil.example/v1', false],
      ['*.example.com:8443', 'https://a.example.com:8443/v1', true],
      ['*.example.com:8443', 'https://a.example.com/v1', false],
      ['bücher.example', 'https://xn--bcher-kva.example/v1', true],
      ['xn--bcher-kva.example', 'https://BÜCHER.example/v1', true],
      ['10.0.0.1', 'https://0xa000001/v1', true],
      ['[2001:db8::1]:8443', 'https://[2001:DB8:0::1]:8443/v1', true],
    ])('%s, %s: %s', (entry, address, expected) => {
      expect(allows(entry, address)).toBe(expected);
    });

    it('does not make http right', () => {
      expect(
        refusalOf('http://models.example.com/v1', { allowedHosts: ['models.example.com'] }).message,
      ).toContain('plain http');
    });

    it.each([
      'https://models.example.com',
      'a/b',
      'a@b',
      '*',
      '*.',
      '',
      'a b',
      'a.*.com/x',
      '*.10.0.0.1',
      '*.[::1]',
      '*.1',
      'a:0',
      'a:',
    ])('refuses the entry %j', (entry) => {
      const error = refusalOf('https://models.example.com', { allowedHosts: [entry] });
      expect(error.where).toBe("input 'allowed-hosts'");
    });
  });

  describe('this machine', () => {
    const untrusted = {
      hub: hubNamed('openai'),
      trusted: [],
      allowedHosts: [],
      isUntrusted: true,
    } as const;
    const hasKey = (address: string, rest: object = {}) =>
      mayHaveKey(new URL(address), { ...untrusted, ...rest });

    it.each([
      'http://127.0.0.1:8000/v1',
      'http://localhost:8000',
      'https://127.9.9.9',
      'http://[::1]:8000',
      'http://0x7f000001:8000',
      'http://localhost.:8000',
      'http://[::ffff:127.0.0.1]:8000',
    ])('gets no key where a pull request alone names it: %s', (address) => {
      expect(resolve(address, { isUntrusted: true })).toBeInstanceOf(URL);
      expect(hasKey(address)).toBe(false);
      expect(hasKey(address, { isUntrusted: false })).toBe(true);
      expect(
        hasKey(address, {
          trusted: [fromInput('http://127.0.0.1:1')],
          allowedHosts: ['localhost:1'],
          allowLoopback: ['127.0.0.1:1'],
        }),
      ).toBe(false);
      expect(hasKey(address, { trusted: [fromInput(new URL(address).origin)] })).toBe(true);
    });

    it.each([
      ['127.0.0.1:8000', 'http://127.0.0.1:8000/any/path', true],
      ['127.1:8000', 'http://127.0.0.1:8000', true],
      ['LOCALHOST:8000', 'http://localhost.:8000', true],
      ['[0:0:0:0:0:0:0:1]:8000', 'http://[::1]:8000', true],
      ['127.0.0.1:443', 'https://127.0.0.1', true],
      ['127.0.0.1:80', 'http://127.0.0.1', true],
      ['127.0.0.1:80', 'https://127.0.0.1', false],
      ['127.0.0.1:8000', 'http://127.0.0.1:8001', false],
      ['127.0.0.1:8000', 'http://127.0.0.2:8000', false],
      ['127.0.0.1:8000', 'http://localhost:8000', false],
      ['localhost:8000', 'http://127.0.0.1:8000', false],
    ])('allow-loopback %s, %s: %s', (entry, address, expected) => {
      const rest = { allowLoopback: [entry] };
      expect(hasKey(address, rest)).toBe(expected);
      for (const isUntrusted of [true, false]) {
        if (expected) expect(resolve(address, { ...rest, isUntrusted })).toBeInstanceOf(URL);
        else
          expect(refusalOf(address, { ...rest, isUntrusted })).toMatchObject({
            message: expect.stringContaining('does not list'),
            remedy: expect.stringContaining('`allow-loopback`'),
          });
      }
    });

    it('may always be asked where base-url or allowed-hosts names it, and other hosts are no matter of it', () => {
      for (const rest of [
        { trusted: [fromInput('http://127.0.0.1:8000/v1')] },
        { allowedHosts: ['127.0.0.1'] },
      ])
        expect(
          resolve('http://127.0.0.1:8000', { ...rest, allowLoopback: ['127.0.0.1:1'] }),
        ).toBeInstanceOf(URL);
      expect(hasKey('https://api.openai.com/v1')).toBe(true);
      expect(
        refusalOf('https://evil.example', { allowLoopback: ['127.0.0.1:1'] }).message,
      ).toContain('may not receive');
    });
  });

  it('lets the SDK look up models on the Hub, but refuses the Hub as an endpoint, since its API does far more than answer', () => {
    expect(
      refusalOf('https://huggingface.co/api/spaces/me/mine/pause', { hub: hubNamed('huggingface') })
        .message,
    ).toContain('huggingface.co');
    expect(
      refusalOf('https://huggingface.co/api/models/me/mine', { hub: hubNamed('huggingface') })
        .message,
    ).toContain('huggingface.co');
    expect(
      isLookup(
        new URL('https://huggingface.co/api/models/me/mine?expand[]=x'),
        hubNamed('huggingface'),
      ),
    ).toBe(true);
    expect(
      isLookup(
        new URL('https://huggingface.co/api/models/../spaces/me/mine'),
        hubNamed('huggingface'),
      ),
    ).toBe(false);
    expect(isLookup(new URL('https://huggingface.co/api/models/me/mine'), hubNamed('openai'))).toBe(
      false,
    );
  });

  it('knows the hub’s own hosts', () => {
    expect(isOwnHost(new URL('https://router.huggingface.co/v1'), hubNamed('huggingface'))).toBe(
      true,
    );
    expect(
      isOwnHost(new URL('https://router.huggingface.co:444/v1'), hubNamed('huggingface')),
    ).toBe(false);
    expect(isOwnHost(new URL('http://127.0.0.1'), hubNamed('huggingface'))).toBe(false);
  });
});
