import { attentive } from '../support/model-server.ts';
import { gitHub, modelServer, scenario } from '../support/scenario.ts';

/**
 * @actions/github throws on import if it cannot read the payload. No run may end for that reason.
 */

it.each([
  ['is no JSON', '{"pull_request": ::error::stop', 'SyntaxError'],
  ['is not there', undefined, 'ENOENT'],
])(
  'a payload that %s costs the comment and a notice, and the verdict stands',
  async (_, text, kind) => {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
    // Relative to the checkout, in which the process runs.
    const left: Record<string, string> = text === undefined ? {} : { 'payload.json': text };
    const { exitCode, stdout, stderr, outputs, report } = await scenario({
      model,
      github,
      inputs: { 'config-ref': 'head' },
      event: { name: 'push', payload: {} },
      left,
      env: { GITHUB_EVENT_PATH: 'payload.json' },
    });
    expect({ exitCode, stderr, outcome: outputs.outcome }).toEqual({
      exitCode: 0,
      stderr: '',
      outcome: 'pass',
    });
    expect(github.comments).toEqual([]);
    expect(report!.notices).toContain(
      `The event's payload payload.json is not readable (${kind}), so the run continues without a pull request.`,
    );
    expect(stdout).not.toContain('::error::');
    expect(stdout).not.toContain('does not exist');
  },
);
