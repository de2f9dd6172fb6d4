import { runFacts } from '../../../src/report/story/run-facts.ts';
import { results as sampleResults } from '../sample-results.ts';

it('leaves out model, version and seed of a configuration that could not be read', () => {
  const results = sampleResults();
  const unread = {
    ...results,
    model: { hub: '', name: '' },
    config: { ...results.config, sha256: '' },
  };
  const labels = runFacts(unread).map(([label]) => label);
  expect(labels).not.toContain('model');
  expect(labels).not.toContain('seed');
  const [config] = runFacts(unread).filter(([label]) => label === 'config');
  expect(config?.[1]).toBe(`${results.config.path} (${results.config.ref})`);
});
