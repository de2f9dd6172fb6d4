import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { jsonSchema } from '../../src/config/json-schema.js';

it('the committed JSON Schema is what the sources say', () => {
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { repository: string };
  const committed = JSON.parse(readFileSync('schema/sensitivity.schema.json', 'utf8')) as unknown;
  expect(committed).toEqual(JSON.parse(JSON.stringify(jsonSchema(repository.replace('github:', '')))));
});
