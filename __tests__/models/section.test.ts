import { expect, it } from '@jest/globals';
import { keyIn } from '../../src/models/settings.js';

it('a remedy names the key where it stands: a hub own one in each section, patience and prompts in the model', () => {
  expect(['hub', 'name', 'base_url', 'provider', 'api_version'].map((key) => keyIn('embeddings', key))).toEqual([
    'embeddings.hub',
    'embeddings.model',
    'embeddings.base_url',
    'embeddings.provider',
    'embeddings.api_version',
  ]);
  expect(['timeout', 'retries', 'api', 'parameters'].map((key) => keyIn('classifier', key))).toEqual([
    'model.timeout',
    'model.retries',
    'model.api',
    'model.parameters',
  ]);
  expect(['name', 'api_version'].map((key) => keyIn('judge', key))).toEqual(['judge.name', 'judge.api_version']);
});
