import { OpenAI } from 'openai';
import type { Classifier, Embedder, Model } from '../engine/model.js';
import { connect, type Link } from './connect.js';
import type { Meter } from './meter.js';
import { moderationOver } from './moderation.js';
import { clientOptions, embedderOver, modelOver } from './openai-client.js';
import type { ClassifierSettings, Connection, EmbeddingSettings, ModelSettings } from './settings.js';

/** OpenAI itself, and every server that speaks its language: vLLM, Ollama, llama.cpp, LM Studio, a gateway. */
export function createModel(settings: ModelSettings, connection: Connection, meter: Meter): Model {
  const link = connect(settings, connection, meter);
  return modelOver(clientOf(link), settings, link);
}

export function createEmbedder(settings: EmbeddingSettings, connection: Connection, meter: Meter): Embedder {
  const link = connect(settings, connection, meter);
  return embedderOver(clientOf(link), settings, link);
}

export function createClassifier(settings: ClassifierSettings, connection: Connection, meter: Meter): Classifier {
  const link = connect(settings, connection, meter);
  return moderationOver(clientOf(link), settings, link);
}

function clientOf(link: Link): OpenAI {
  return new OpenAI({
    ...clientOptions(link),
    baseURL: link.endpoint.href,
    // The SDK wants some key; the header that would carry it is what counts.
    apiKey: link.key ?? 'none',
    defaultHeaders: { authorization: link.key === undefined ? null : `Bearer ${link.key}`, 'api-key': null },
  });
}
