import {
  BASE,
  config,
  CONFIG_PATH,
  FORK,
  gitHub,
  modelServer,
  pullRequest,
  putAt,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';
import { oblivious } from '../support/model-server.ts';

describe('a pull request that lowers its own bar', () => {
  it('is judged by the rules of the base if it comes from a fork', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    putAt(github, config(model));
    const files = {
      [CONFIG_PATH]: config({ url: 'https://evil.example' })
        .replace('0.70', '0')
        .replace('scenario-model', 'their-model')
        .replace('add_negation:', 'add_toxic_words:'),
      'evals/statements.txt': 'Nothing to see.',
    };
    const { exitCode, outputs, report, summary } = await scenario({
      github,
      files,
      event: pullRequest(FORK),
    });
    expect(exitCode).toBe(1);
    expect(outputs.outcome).toBe('fail');
    // The subject is the head's: its model's name reached the base's endpoint.
    expect(report).toMatchObject({
      config: { ref: 'split' },
      model: { name: 'their-model' },
      report: [{ test_type: 'add_negation', minimum_pass_rate: 0.7, fail_count: 5 }],
    });
    expect(model.requests.length).toBeGreaterThan(0);
    expect(summary).toMatch(
      /The rules that the head changes apply after the merge: removes the test <code>add_negation<\/code>/,
    );
  });
});

describe('config-ref', () => {
  it("takes the base's subject too with `base`", async () => {
    const [model, github] = [await modelServer(), await gitHub()];
    putAt(github, config(model));
    const { report } = await scenario({
      github,
      inputs: { 'config-ref': 'base' },
      files: { [CONFIG_PATH]: config(model).replace('scenario-model', 'their-model') },
    });
    expect(report).toMatchObject({ config: { ref: 'base' }, model: { name: 'scenario-model' } });
  });

  it("is an error if the base cannot be read, and the head's rules are no substitute", async () => {
    const [model, github] = [await modelServer(), await gitHub({ forbid: ['contents'] })];
    const { exitCode, outputs, report } = await scenario({
      model,
      github,
      event: pullRequest(FORK),
    });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
    expect(report!.problem!.name).toBe('GitHubError');
    expect(model.requests).toEqual([]);
  });

  it('expands globs at the base commit', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    putAt(github, config(model).replace('evals/statements.txt', 'evals/**/*.txt'));
    github.files
      .set(`${BASE}:evals/more/deep.txt`, 'Snow is white.')
      .set(`${BASE}:evals/no.md`, 'Milk is white.');
    const { report } = await scenario({ model, github, event: pullRequest(FORK) });
    expect(report!.results.map(({ source }) => source).sort()).toEqual([
      'evals/more/deep.txt:1',
      ...STATEMENTS.map((_text, i) => `evals/statements.txt:${i + 1}`),
    ]);
  });
});
