import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario, STATEMENTS } from '../support/scenario.js';
import { attentive } from '../support/model-server.js';

it('an attentive model passes: exit status, outputs, summary, comment and report agree', async () => {
  const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
  const { exitCode, outputs, summary, report, stdout } = await scenario({ model, github, fresh: true });

  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({
    outcome: 'pass',
    passed: 'true',
    'pass-rates': '{"add_negation":1}',
    requests: '11',
    'comment-url': github.comments[0]!.html_url,
  });
  expect(stdout).not.toMatch(/^::(error|warning)/m);
  // Once: of one test the verdict says it all.
  expect(stdout.match(/passed 5 of 5 rows/g)).toHaveLength(1);
  expect(summary).toContain('✅');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]!.body).toMatch(/^<!-- sensitivity-action:[0-9a-f]{16} -->\n.*✅/s);
  // A comment lists no passing rows; the summary does.
  expect(github.comments[0]!.body).not.toContain(STATEMENTS[0]);
  expect(summary).toContain(STATEMENTS[0]);
  expect(report).toMatchObject({
    schema_version: 1,
    outcome: 'pass',
    model: { hub: 'openai', name: 'scenario-model' },
    config: { path: '.github/sensitivity.yml', ref: 'head' },
    report: [
      {
        category: 'sensitivity',
        test_type: 'add_negation',
        pass_count: 5,
        fail_count: 0,
        error_count: 0,
        not_applicable_count: 0,
        pass_rate: 1,
        minimum_pass_rate: 0.7,
        pass: true,
      },
    ],
    usage: { requests: 11 },
  });
  expect(report!.config.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(report!.results[0]).toMatchObject({
    source: 'evals/statements.txt:1',
    original: 'The sky is blue.',
    test_case: 'The sky is not blue.',
    status: 'scored',
    pass: true,
  });
  // Ten answers, and one batch of embeddings.
  expect(model.count('/chat/completions')).toBe(10);
  expect(model.count('/embeddings')).toBe(1);
});
