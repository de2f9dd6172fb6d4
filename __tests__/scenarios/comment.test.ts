/** The comment tells the truth about what broke, and where. */
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import { asGitHub } from '../support/gfm.ts';
import {
  COMPARED,
  deskConfig,
  deskFiles,
  deskModel,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
  SOURCE_LINE,
} from '../support/desk.ts';

it('a variable is named by its own file and line', async () => {
  const config = COMPARED.replace(
    'retries: 1',
    'retries: 1\n  variables: { rule: { file: rule.md } }',
  );
  const prompt = PROMPT.replace(SOURCE_LINE, '{rule}');
  const rule = `One.\nTwo.\n${SOURCE_LINE}\n`;
  const base = deskFiles({ [CONFIG_PATH]: config, [PROMPT_PATH]: prompt, 'rule.md': rule });
  const head = { 'rule.md': 'One.\nTwo.\n' };
  const [model, github] = [await modelServer(deskModel()), await gitHub()];
  const { report } = await gate({ base, head, model, github });
  expect(report.outcome).toBe('fail');
  const { text } = asGitHub(github.comments[0]?.body ?? '');
  expect(text).toMatch(/Revert rule\.md \(line 3 of /);
});

it('what a variable fills is named by no notice', async () => {
  const config = deskConfig({ more: 'judge: off\n' })
    .replace('retries: 1', 'retries: 1\n  variables: { rule: { file: rule.md } }')
    .replace('{ min_pass_rate: 0.8 }', '{}\n    output_toxicity: { scorer: bad_words }');
  const base = deskFiles({
    [CONFIG_PATH]: config,
    [PROMPT_PATH]: PROMPT.replace(SOURCE_LINE, '{rule}'),
    [ROWS_PATH]: rows(QUESTIONS),
    'rule.md': SOURCE_LINE,
  });
  const head = { 'rule.md': `${SOURCE_LINE} Be brief.` };
  const { report } = await gate({ base, head, model: await modelServer(deskModel()) });
  const naming = report.notices.filter((one) => one.includes('rule'));
  expect([report.outcome, naming]).toEqual(['pass', []]);
});
