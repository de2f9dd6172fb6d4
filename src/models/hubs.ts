import type { Classifier, Embedder, Model } from '../engine/model.js';
import type { Meter } from './meter.js';
import type { SamplingParameter } from './sampling.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';

/** What the file of a hub exports. */
export interface HubModule {
  createModel(settings: ModelSettings, connection: Connection, meter: Meter): Model;
  /** Absent where the hub has no embeddings. */
  createEmbedder?(settings: EmbeddingSettings, connection: Connection, meter: Meter): Embedder;
  /** Absent where the hub has no classifiers. */
  createClassifier?(settings: ClassifierSettings, connection: Connection, meter: Meter): Classifier;
}

export interface HubFacts {
  /** Loads the hub's file, and with it its SDK: only the hub that is used is paid for. */
  load(): Promise<HubModule>;
  /** Endpoint where the user names none; absent where the user must. */
  url?: string;
  /** Hosts of the hub's own models, which nobody can merely rent a name on. */
  hosts: readonly string[];
  /**
   * Where the hub's SDK looks up who serves a model. No endpoint may be there: whoever named one could have the key's owner
   * do anything that the hub's interface can.
   */
  lookups?: string;
  /** The environment variable that the hub's own tools read the key from. */
  keyVariable?: string;
  /** No request without a key, wherever the endpoint is. */
  alwaysNeedsKey?: boolean;
  /** Of what its interface takes beside the question, all that a pull request which is not trusted may change. */
  sampling: readonly SamplingParameter[];
}

/** OpenAI's own. */
const OF_OPENAI = [
  'temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'seed', 'stop', 'frequency_penalty', 'presence_penalty',
  'reasoning_effort', 'verbosity',
] as const satisfies readonly SamplingParameter[];

/** The registry: a hub is a file beside this one and an entry here. */
const registry = {
  openai: {
    load: () => import('./openai.js'),
    url: 'https://api.openai.com/v1',
    hosts: ['api.openai.com'],
    keyVariable: 'OPENAI_API_KEY',
    // The last ones are those of vLLM, Ollama and llama.cpp, which speak OpenAI's language.
    sampling: [...OF_OPENAI, 'top_k', 'min_p', 'typical_p', 'repetition_penalty', 'repeat_penalty'],
  },
  // Anybody can register NAME.openai.azure.com: no host there is trusted for its name.
  'azure-openai': {
    load: () => import('./azure-openai.js'),
    hosts: [],
    keyVariable: 'AZURE_OPENAI_API_KEY',
    alwaysNeedsKey: true,
    sampling: OF_OPENAI,
  },
  // Not *.endpoints.huggingface.cloud: anybody can start an endpoint there.
  huggingface: {
    load: () => import('./huggingface.js'),
    url: 'https://router.huggingface.co',
    hosts: ['router.huggingface.co', 'api-inference.huggingface.co'],
    lookups: 'https://huggingface.co/api/models/',
    keyVariable: 'HF_TOKEN',
    sampling: [
      'temperature', 'top_p', 'top_k', 'typical_p', 'max_tokens', 'max_new_tokens', 'seed', 'stop', 'do_sample',
      'frequency_penalty', 'presence_penalty', 'repetition_penalty', 'reasoning_effort',
    ],
  },
  // Nobody knows what the service takes; what these names mean is the same nearly everywhere.
  http: {
    load: () => import('./http.js'),
    hosts: [],
    sampling: [
      'temperature', 'top_p', 'top_k', 'min_p', 'max_tokens', 'max_completion_tokens', 'max_new_tokens', 'seed', 'stop',
      'frequency_penalty', 'presence_penalty', 'repetition_penalty', 'reasoning_effort',
    ],
  },
  reference: { load: () => import('./reference.js'), hosts: [], sampling: [] },
} satisfies Record<string, HubFacts>;

export type Hub = keyof typeof registry;
export const HUBS = Object.keys(registry) as [Hub, ...Hub[]];
export const HUB_FACTS: Record<Hub, HubFacts> = registry;
