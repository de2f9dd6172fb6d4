/** Changes are counted from a commit that may be older than the base, and rows have copies. */
import { Grants } from '../../src/models/keys.ts';
import { evaluate } from '../../src/run/evaluate.ts';
import { COMPARED, deskFiles, PROMPT, PROMPT_PATH, ROWS_PATH } from '../support/desk.ts';
import { CONFIG_PATH, MODEL_KEY } from '../support/gate.ts';
import { git } from '../support/repository.ts';
import { gateFiles, rulingOn, rows, target } from './support.ts';

it('an old prompt that a merge of two merge bases brings back is listed and asked', async () => {
  let [head, tip, mergeBase] = ['', '', ''];
  const told = await rulingOn({
    base: deskFiles({ [CONFIG_PATH]: COMPARED, [PROMPT_PATH]: `Guess.\n${PROMPT}` }),
    head: { [PROMPT_PATH]: PROMPT },
    then(origin, { base, head: fix }) {
      const commitOf = (tree: string, ...parents: string[]) => {
        const above = parents.flatMap((parent) => ['-p', parent]);
        return git(origin, 'commit-tree', `${tree}^{tree}`, ...above, '-m', tree);
      };
      const other = commitOf(base, base);
      // Both merge the same two commits: main keeps the mended prompt, the author the old one.
      [tip, head] = [commitOf(fix, other, fix), commitOf(other, other, fix)];
      git(origin, 'update-ref', 'refs/heads/main', tip);
      git(origin, 'update-ref', 'refs/heads/change', head);
      mergeBase = other;
    },
    checkout: () => tip,
    event: (commits) => ({ ...target({ ...commits, base: tip, head }), env: { GITHUB_SHA: tip } }),
    mergeBase: () => mergeBase,
  });
  expect(told.changes.subject).toHaveLength(1);
  // Nothing listens there.
  const env = { OPENAI_API_KEY: MODEL_KEY, HTTPS_PROXY: 'http://127.0.0.1:9' };
  const grants = new Grants({ allowedHosts: [], env });
  const { outcome, usage, results } = await evaluate(told, { grants, env });
  expect([outcome, results[0]?.error?.kind]).toEqual(['error', 'network']);
  expect(usage.requests).toBeGreaterThan(0);
});

it('copies of rows are changed rows, since a limit draws among them', async () => {
  const one = [{ text: 'What is the colour of the sky?', answer: 'blue' }];
  const { changes } = await rulingOn({
    base: gateFiles({ [ROWS_PATH]: rows(one) }),
    head: { [ROWS_PATH]: rows([...one, ...one]) },
  });
  expect(changes.rows[0]?.added).toHaveLength(1);
});
