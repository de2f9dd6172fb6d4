import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ConfigError } from '../../src/shared/errors.ts';
import { INPUT_NAMES, readInputs } from '../../src/action/inputs.ts';
import removed from '../../src/config/removed.json' with { type: 'json' };
import { recordsIn } from '../support/oracle.ts';
import { temporaryFolder } from '../support/repository.ts';

const FOLDERS = { GITHUB_WORKSPACE: '/runner/repo', RUNNER_TEMP: '/runner/_temp' };

/** Reads inputs from the variables in which a runner passes them. */
const read = (inputs: Record<string, string> = {}, env: Record<string, string> = FOLDERS) => {
  const named = Object.entries(inputs).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    value,
  ]);
  return readInputs({ ...env, ...(Object.fromEntries(named) as Record<string, string>) });
};

function refusal(inputs: Record<string, string>) {
  try {
    read(inputs);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('expected a ConfigError');
}

const action = parse(readFileSync('action.yml', 'utf8')) as {
  inputs: Record<string, { default?: string }>;
};

it('action.yml has these inputs, with the defaults that an empty `with:` gets', () => {
  expect(Object.keys(action.inputs)).toEqual(INPUT_NAMES);
  const defaults = Object.entries(action.inputs).flatMap(([name, input]) =>
    input.default === undefined || name === 'github-token' ? [] : [[name, input.default]],
  );
  expect(read(Object.fromEntries(defaults) as Record<string, string>)).toEqual(read());
  expect(read()).toMatchObject({
    'cache-directory': '/runner/_temp/sensitivity-cache',
    'report-directory': '/runner/_temp/sensitivity-report',
    workspace: '/runner/repo',
  });
});

it('a second gate keeps the report of the first, even where the runner keeps its files in the checkout', () => {
  const temp = temporaryFolder({
    'sensitivity-report/report.json': '{}',
    'sensitivity-report-nightly': '',
  });
  expect(read({}, { GITHUB_WORKSPACE: temp, RUNNER_TEMP: temp })['report-directory']).toBe(
    path.join(temp, 'sensitivity-report-2'),
  );
});

const READ = recordsIn<[input: string, text: string, value: unknown]>(
  '__tests__/action/data/inputs.jsonl',
);
it.each(READ)('%s: %j is read as %j', (name, value, expected) => {
  expect(read({ [name]: value })).toMatchObject({ [name]: expected });
});

const REFUSED = recordsIn<[input: string, text: string, remedy: string]>(
  '__tests__/action/data/refused-inputs.jsonl',
);
it.each(REFUSED)('%s: %j is refused with what is allowed', (name, value, allowed) => {
  const { where, message, remedy } = refusal({ [name]: value });
  expect(where).toBe(`input '${name}'`);
  expect(remedy).toContain(allowed);
  expect(message).toMatch(/^`".*"`/);
});

it('a cache outside of the checkout that leads into it by a link is refused', () => {
  const folder = temporaryFolder();
  const workspace = path.join(folder, 'repo');
  mkdirSync(path.join(workspace, 'cache'), { recursive: true });
  symlinkSync(workspace, path.join(folder, 'link'));
  const at = (cache: string) => () =>
    readInputs({
      GITHUB_WORKSPACE: workspace,
      'INPUT_CACHE-DIRECTORY': path.join(folder, cache),
    });
  for (const cache of ['link', 'link/cache', 'link/new/cache']) expect(at(cache)).toThrow('link');
  expect(at('new/cache')).not.toThrow();
});

it('a name of version 1 says what to write instead; an unknown one the nearest', () => {
  for (const [name, remedy] of Object.entries(removed.inputs))
    expect(refusal({ [name]: '' })).toMatchObject({ where: `input '${name}'`, remedy });
  expect(refusal({ constructor: '' }).remedy).toContain('max-requests');
  expect(refusal({ api_key: 'sk-secret' }).message).toContain('api-key');
  expect(refusal({ 'xyz-unheard-of': 'x' }).remedy).toContain('max-requests');
});

it('all mistakes come together, and none holds a key', () => {
  const password = 'hunter2hunter2';
  const error = refusal({
    apikey: password,
    'api-key': password,
    comment: 'sometimes',
    shard: '1/2',
  });
  const text = error.describe();
  for (const name of ['apikey', 'comment', 'shard']) expect(text).toContain(name);
  expect(text).not.toContain(password);
});
