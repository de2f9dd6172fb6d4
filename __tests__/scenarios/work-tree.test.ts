/** What a run says of a checkout that is not the commit of its event. */
import { attentive } from '../support/model-server.ts';
import type { ActionRun } from '../support/run-action.ts';
import { config, CONFIG_PATH, modelServer, scenario, STATEMENTS } from '../support/scenario.ts';

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
const event = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main', repository } };

it.each<[string, ActionRun, RegExp]>([
  [
    "a checkout that is not the event's commit",
    { env: { GITHUB_SHA: 'f'.repeat(40) } },
    /The checkout holds commit <code>[0-9a-f]{7}<\/code>, and the event is about <code>fffffff/,
  ],
  [
    'a prompt that was changed after the checkout',
    { left: { 'prompts/ask.txt': 'Say whether it holds: {text}\n' } },
    /These files are not those of commit <code>[0-9a-f]{7}<\/code>:.*prompts\/ask\.txt/,
  ],
  [
    'rows that were changed after the checkout',
    { left: { 'evals/statements.txt': STATEMENTS.toReversed().join('\n') } },
    /These files are not those of commit <code>[0-9a-f]{7}<\/code>:.*evals\/statements\.txt/,
  ],
  ['a checkout without a repository', { committed: false, withoutGit: true }, /no repository/],
])('says in the summary: %s', async (_what, over, notice) => {
  const model = await modelServer({ answer: attentive });
  const files = {
    [CONFIG_PATH]: config(model).replace(
      '  retries: 1',
      '  retries: 1\n  prompt_file: prompts/ask.txt',
    ),
    'prompts/ask.txt': 'Is it true? {text}\n',
    'evals/statements.txt': STATEMENTS.join('\n'),
  };
  const env = { GITHUB_REF: 'refs/heads/main', ...over.env };
  const { report, summary } = await scenario({ committed: true, event, files, ...over, env });
  expect(report!.outcome).toBe('pass');
  expect(summary).toMatch(notice);
});
