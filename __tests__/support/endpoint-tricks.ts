/** Addresses that a pull request may write into its configuration to lead the key astray. */

export interface Trick {
  /** What the trick is, for the name of its test. */
  name: string;
  address: string;
  /** The host that the error has to name; left out where the address holds none that a request could go to. */
  host?: string;
  /** Where the address stands; `model.base_url` of the hub openai unless told. */
  place?: Place;
  /** The input `allowed-hosts`. */
  allowed?: string;
}

export type Place = 'openai' | 'completions' | 'http' | 'huggingface' | 'azure-openai' | 'embeddings' | 'huggingface embeddings';

const trick = (address: string, host: string | undefined, name: string, rest: Partial<Trick> = {}): Trick => ({
  name,
  address,
  host,
  ...rest,
});

export const TRICKS: readonly Trick[] = [
  // Other hosts, plainly.
  trick('https://evil.test/v1', 'evil.test', 'another host'),
  trick('https://evil.test/v1', 'evil.test', 'another host for completions', { place: 'completions' }),
  trick('HTTPS://EVIL.TEST/V1', 'evil.test', 'upper case'),

  // What looks like the right host, and is something else.
  trick('https://api.openai.com@evil.test/v1', 'evil.test', 'the right host as user'),
  trick('https://api.openai.com%2Fv1@evil.test/v1', 'evil.test', 'the right host and path as user'),
  trick('https://user:secret@api.openai.com/v1', 'api.openai.com', 'user and password at the right host'),
  trick('https://evil.test\\@api.openai.com/v1', 'evil.test', 'a backslash that ends the host'),
  trick('https://evil.test?@api.openai.com/v1', 'evil.test', 'the right host in the query'),
  trick('https://evil.test#@api.openai.com/v1', undefined, 'the right host in the fragment'),

  // Names that begin or end like the right one.
  trick('https://api.openai.com.evil.test/v1', 'api.openai.com.evil.test', 'the right name as sub-domain'),
  trick('https://evilapi.openai.com/v1', 'evilapi.openai.com', 'a name that ends alike'),
  trick('https://evil.api.openai.com/v1', 'evil.api.openai.com', 'a sub-domain of the right name'),
  trick('https://api.openai.com../v1', undefined, 'two trailing dots'),
  trick('https://api.openai.com:8443/v1', 'api.openai.com:8443', 'another port of the right host'),

  // Letters that are not what they seem.
  trick('https://api.оpenai.com/v1', 'xn--', 'a Cyrillic letter'),
  trick('https://api.openaı.com/v1', 'xn--', 'a letter without its dot'),
  trick('https://ｅｖｉｌ．test/v1', 'evil.test', 'full-width letters and dot'),
  trick('https://api.openai.com／evil.test/v1', undefined, 'a full-width slash'),
  trick('https://api.openai.com\t.evil.test/v1', 'api.openai.com.evil.test', 'a tab inside'),
  trick('https://api.openai.com\n.evil.test/v1', 'api.openai.com.evil.test', 'a line break inside'),
  trick('https://ev%69l.test/v1', 'evil.test', 'a percent-encoded letter'),
  trick('https://api.openai.com%2f.evil.test/v1', undefined, 'a percent-encoded slash'),

  // Slashes, and none.
  trick('//evil.test/v1', undefined, 'no scheme'),
  trick('https:evil.test/v1', 'evil.test', 'no slashes'),
  trick('https:/\\evil.test/v1', 'evil.test', 'odd slashes'),

  // Other schemes.
  trick('http://api.openai.com/v1', 'api.openai.com', 'http at the right host'),
  trick('ftp://evil.test/v1', undefined, 'ftp'),
  trick('file:///etc/passwd', undefined, 'a file'),
  trick('javascript:alert(1)', undefined, 'a script'),

  // Numbers.
  trick('https://134744072/v1', '8.8.8.8', 'a decimal address'),
  trick('https://0x8080808/v1', '8.8.8.8', 'a hexadecimal address'),
  trick('https://010.010.010.010/v1', '8.8.8.8', 'an octal address'),
  trick('https://8.8/v1', '8.0.0.8', 'a short address'),
  trick('http://0/v1', '0.0.0.0', 'the address of all interfaces'),
  trick('http://128.0.0.1/v1', '128.0.0.1', 'an address after loopback'),
  trick('http://169.254.169.254/latest', '169.254.169.254', 'the metadata service of a cloud'),
  trick('http://[::127.0.0.1]/v1', '[::7f00:1]', 'loopback in the old notation, which is none'),
  trick('http://127.0.0.1.evil.test/v1', '127.0.0.1.evil.test', 'loopback as sub-domain'),

  // Other hubs, and other keys.
  trick('https://evil.test/ask', 'evil.test', 'any service', { place: 'http' }),
  trick('https://api.openai.com/v1', 'api.openai.com', 'OpenAI as any service', { place: 'http' }),
  trick('https://evil.test/v1', 'evil.test', 'embeddings', { place: 'embeddings' }),
  trick('https://evil.test', 'evil.test', 'embeddings of Hugging Face', { place: 'huggingface embeddings' }),
  trick(
    'https://evil.us-east-1.aws.endpoints.huggingface.cloud',
    'evil.us-east-1.aws.endpoints.huggingface.cloud',
    'an endpoint that anybody can start',
    { place: 'huggingface' },
  ),
  trick('https://huggingface.co/api/spaces/me/mine/pause', 'huggingface.co', 'the Hub’s own interface', {
    place: 'huggingface embeddings',
  }),
  trick('https://huggingface.co/api/models/me/mine', 'huggingface.co', 'where the Hub’s SDK looks up models', { place: 'huggingface' }),
  trick('https://router.huggingface.co/v1', 'router.huggingface.co', 'Hugging Face with the key of OpenAI'),
  trick('https://evil.openai.azure.com', 'evil.openai.azure.com', 'a name on Azure that anybody can register', { place: 'azure-openai' }),
  trick('https://mine.openai.azure.com.evil.test', 'mine.openai.azure.com.evil.test', 'one’s own name on Azure as sub-domain', {
    place: 'azure-openai',
  }),
  trick('https://mine.openai.azure.com:8443', 'mine.openai.azure.com:8443', 'another port of it', { place: 'azure-openai' }),

  // Beside what `allowed-hosts` allows.
  trick('https://example.com/v1', 'example.com', 'the domain of a wildcard', { allowed: '*.example.com' }),
  trick('https://evilexample.com/v1', 'evilexample.com', 'a name that ends like a wildcard', { allowed: '*.example.com' }),
  trick('https://a.example.com.evil.test/v1', 'a.example.com.evil.test', 'a name that begins like a wildcard', {
    allowed: '*.example.com',
  }),
  trick('https://.example.com/v1', undefined, 'an empty label under a wildcard', { allowed: '*.example.com' }),
  trick('http://a.example.com/v1', 'a.example.com', 'http under a wildcard', { allowed: '*.example.com' }),
  trick('https://a.example.com:444/v1', 'a.example.com:444', 'another port than that of a wildcard', { allowed: '*.example.com:8443' }),
  trick('https://a.models.example.com/v1', 'a.models.example.com', 'below an allowed host', { allowed: 'models.example.com' }),
  trick('https://models.example.com/v1', 'models.example.com', 'another port than the allowed', { allowed: 'models.example.com:8443' }),
];

/** Embeddings that no host is asked for. */
export const BAG_OF_WORDS = 'embeddings: { hub: reference, model: bag-of-words }';
export const TESTS = 'data: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';

/** A configuration that has the address in its place. */
export function configWith({ address, place = 'openai' }: Pick<Trick, 'address' | 'place'>): string {
  const url = JSON.stringify(address);
  const lines = {
    openai: `model: { hub: openai, name: m, base_url: ${url} }`,
    completions: `model: { hub: openai, name: m, api: completions, base_url: ${url} }`,
    http: `model: { hub: http, name: m, url: ${url} }\n${BAG_OF_WORDS}`,
    huggingface: `model: { hub: huggingface, name: o/m, base_url: ${url} }`,
    'azure-openai': `model: { hub: azure-openai, name: m, api_version: "2024-10-21", base_url: ${url} }\n${BAG_OF_WORDS}`,
    embeddings: `model: { hub: reference, name: attentive }\nembeddings: { hub: openai, model: e, base_url: ${url} }`,
    'huggingface embeddings': `model: { hub: reference, name: attentive }\nembeddings: { hub: huggingface, model: e, base_url: ${url} }`,
  };
  return `${lines[place]}\n${TESTS}`;
}
