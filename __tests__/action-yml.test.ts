import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readInputs, INPUTS as TABLE } from '../src/action/input-table.ts';
import { REMOVED } from '../src/config/removed.ts';
import { FAILING } from '../src/action/input-reader.ts';
import { FORMATS } from '../src/report/formats/formats.ts';
import { HUBS } from '../src/models/hubs/registry.ts';
import contract from './action-contract.json' with { type: 'json' };

interface Action {
  name: string;
  description: string;
  branding: { icon: string; color: string };
  inputs: Record<string, { description: string; default?: unknown; required?: unknown }>;
  outputs: Record<string, { description: string; value?: unknown }>;
  runs: { using: string; main: string };
}

const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8')) as Action;

/** The contract: each input, and its default where it has one. */
const INPUTS: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(contract.inputs).map(([name, value]) => [name, value ?? undefined]),
);

const OUTPUTS = ['outcome', 'passed', 'pass-rates', 'report-json', 'requests', 'comment-url'];

const variableOf = (input: string): string => `INPUT_${input.toUpperCase()}`;

describe('action.yml', () => {
  it('has the inputs and the defaults of the contract, and no others', () => {
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
    expect(Object.fromEntries(defaults)).toEqual(INPUTS);
    expect(Object.keys(action.inputs)).toEqual(Object.keys(INPUTS));
  });

  it('has only strings as defaults', () => {
    const types = Object.values(action.inputs).flatMap((input) =>
      'default' in input ? [typeof input.default] : [],
    );
    expect(new Set(types)).toEqual(new Set(['string']));
  });

  it('has the outputs of the contract, and no others', () => {
    expect(Object.keys(action.outputs)).toEqual(OUTPUTS);
  });

  it('describes the action, each input and each output', () => {
    const described = [action, ...Object.values(action.inputs), ...Object.values(action.outputs)];
    for (const { description } of described) expect(description).toMatch(/^\S.{15,}\S$/s);
    expect(action.name).toBeTruthy();
    expect(action.branding).toEqual({ icon: 'shield', color: 'purple' });
  });

  it('has the inputs and report files of the registries, and so has docs/action.md', () => {
    expect(Object.keys(TABLE)).toEqual(Object.keys(action.inputs));
    const page = readFileSync(new URL('../docs/action.md', import.meta.url), 'utf8');
    for (const name of Object.keys(TABLE))
      expect(page).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
    for (const { file, output } of FORMATS) {
      if (output !== undefined) expect(Object.keys(action.outputs)).toContain(output);
      expect(page).toContain(output === undefined ? `\`${file}\`` : `\`${output}\``);
    }
    expect(new Set(FORMATS.map(({ file }) => file)).size).toBe(FORMATS.length);
  });

  it('names every value that an input is limited to', () => {
    for (const hub of HUBS) expect(action.inputs['hub']?.description).toContain(`\`${hub}\``);
    for (const value of ['head', 'base', 'split', 'auto']) {
      expect(action.inputs['config-ref']?.description).toContain(`\`${value}\``);
    }
    for (const value of [...FAILING, 'none']) {
      expect(action.inputs['fail-on']?.description).toContain(`\`${value}\``);
    }
    for (const value of ['always', 'on-failure', 'never']) {
      expect(action.inputs['comment']?.description).toContain(`\`${value}\``);
    }
  });

  it('runs the bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
  });

  it('lists exactly the inputs that readInputs reads, beside those that it refuses', () => {
    const read = new Set<string>();
    const spy = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_target, name) => void read.add(String(name)),
      },
    );
    readInputs(spy);
    const inputs = [...read].filter((name) => name.startsWith('INPUT_')).sort();
    const known = [...Object.keys(INPUTS), ...Object.keys(REMOVED.inputs)];
    expect(inputs).toEqual(known.map(variableOf).sort());
  });

  it('has the defaults of readInputs', () => {
    const withDefaults = Object.fromEntries(
      Object.entries(INPUTS).flatMap(([name, value]) =>
        value === undefined || name === 'github-token' ? [] : [[variableOf(name), value]],
      ),
    );
    expect(readInputs(withDefaults)).toEqual(readInputs({}));
  });
});
