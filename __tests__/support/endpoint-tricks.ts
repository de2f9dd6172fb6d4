/** Addresses with which a configuration may try to get a key. A new one goes into the JSON file. */
import tricks from './endpoint-tricks.json' with { type: 'json' };

export interface Trick {
  /** What the trick is, for the name of its test. */
  name: string;
  address: string;
  /**
   * The host that the error has to name; left out where the address holds none that a request could
   * go to.
   */
  host?: string;
  /** Where the address stands; `model.base_url` of the hub openai by default. */
  place?: Place;
  /** The input `allowed-hosts`. */
  allowed?: string;
}

export type Place =
  | 'openai'
  | 'completions'
  | 'http'
  | 'huggingface'
  | 'azure-openai'
  | 'embeddings'
  | 'huggingface embeddings';

export const TRICKS = tricks as readonly Trick[];

/** Embeddings that no host is asked for. */
export const BAG_OF_WORDS = 'embeddings: { hub: reference, model: bag-of-words }';
export const TESTS =
  'data: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';

/** A configuration that has the address in its place. */
export function configWith({
  address,
  place = 'openai',
}: Pick<Trick, 'address' | 'place'>): string {
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

const AT_REFERENCE = 'model: { hub: reference, name: attentive }';
/** A configuration for each client that sends requests, at an address. */
export const CLIENTS = {
  'openai chat': (url) =>
    `model: { hub: openai, name: m, base_url: ${url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`,
  'openai completions': (url) =>
    `model: { hub: openai, name: m, api: completions, base_url: ${url}/v1 }\n${BAG_OF_WORDS}\n${TESTS}`,
  'openai embeddings': (url) =>
    `${AT_REFERENCE}\nembeddings: { hub: openai, model: e, base_url: ${url}/v1 }\n${TESTS}`,
  'azure chat': (url) =>
    `model: { hub: azure-openai, name: m, api_version: "1", base_url: ${url} }\n${BAG_OF_WORDS}\n${TESTS}`,
  'azure embeddings': (url) =>
    `${AT_REFERENCE}\nembeddings: { hub: azure-openai, model: e, api_version: "1", base_url: ${url} }\n${TESTS}`,
  'huggingface chat': (url) =>
    `model: { hub: huggingface, name: o/m, base_url: ${url} }\n${BAG_OF_WORDS}\n${TESTS}`,
  'huggingface text generation': (url) =>
    `model: { hub: huggingface, name: o/m, api: completions, base_url: ${url} }\n${BAG_OF_WORDS}\n${TESTS}`,
  'huggingface feature extraction': (url) =>
    `${AT_REFERENCE}\nembeddings: { hub: huggingface, model: o/e, base_url: ${url} }\n${TESTS}`,
  'any service': (url) =>
    `model: { hub: http, name: m, url: ${url}/ask }\n${BAG_OF_WORDS}\n${TESTS}`,
  'a judge': (url) =>
    `${AT_REFERENCE}\nevaluation: { scorer: judge, judge: { hub: openai, name: j, base_url: ${url}/v1 } }\n${TESTS}`,
} satisfies Record<string, (url: string) => string>;
