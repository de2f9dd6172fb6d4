import { expect, it } from '@jest/globals';
import { gitHub, modelServer, scenario } from '../support/scenario.js';
import { oblivious } from '../support/model-server.js';

it('a model that ignores "not" fails: exit status, outputs, summary, comment and annotation agree', async () => {
  const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
  const { exitCode, outputs, summary, stdout, report } = await scenario({ model, github });

  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ outcome: 'fail', passed: 'false', 'pass-rates': '{"add_negation":0}' });
  const [comment] = github.comments;
  for (const text of [summary, comment!.body!]) {
    expect(text).toContain('❌');
    expect(text).toContain('It changed its answer for the &quot;not&quot; in <b>0 of 5</b> rows (0%); <b>70%</b> are needed.');
    expect(text).toContain('The sky is <b><ins>not</ins></b> blue.');
    expect(text).toContain('https://github.com/octo-org/octo-repo/actions/runs/42');
  }
  expect(stdout).toMatch(/^::error title=[^:]*,file=\.github\/sensitivity\.yml,line=10/m);
  expect(report!.results.every(({ pass, eval_score }) => pass === false && Math.abs(eval_score!) < 1e-9)).toBe(true);
});
