/** The review: findings at lines of the pull request, kept up to date. */
import { CONFIG_PATH, gate, gitHub, modelServer, pullRequestOf } from '../support/gate.ts';
import {
  COMPARED,
  deskFiles,
  deskModel,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
  SOURCE_LINE,
} from '../support/desk.ts';
import type { Tree } from '../support/repository.ts';

const BASE = deskFiles({ [CONFIG_PATH]: COMPARED });
const RED = PROMPT.replace(SOURCE_LINE, 'Answer as you like.');

/** Reviews the heads of one pull request, one after the other. */
async function reviewed(...heads: Tree[]) {
  const [model, github] = [await modelServer(deskModel()), await gitHub()];
  for (const head of heads)
    await gate({
      base: BASE,
      head,
      model,
      github,
      inputs: { review: 'comment' },
      event(commits) {
        const [pull] = github.pulls;
        Object.assign(pull!.head, { sha: commits.head });
        Object.assign(pull!.base, { sha: commits.base });
        const files = { [commits.base]: BASE, [commits.head]: { ...BASE, ...head } };
        for (const [sha, tree] of Object.entries(files))
          for (const [name, text] of Object.entries(tree))
            github.files.set(`${sha}:${name}`, text as string);
        return pullRequestOf(commits);
      },
    });
  const { reviews, reviewComments } = github;
  const places = reviewComments.map(({ path, original_line: line }) => ({ path, line }));
  return { reviews: reviews.filter(({ body }) => body !== ''), reviewComments, places };
}

it('the line that broke rows gets one comment with a suggestion, from run to run', async () => {
  const { reviews, reviewComments, places } = await reviewed(
    { [PROMPT_PATH]: RED },
    { [PROMPT_PATH]: RED, 'README.md': 'x' },
  );
  expect(reviews).toHaveLength(1);
  expect(places).toEqual([{ path: PROMPT_PATH, line: 2 }]);
  expect(reviewComments[0]?.body).toContain(`\`\`\`suggestion\n${SOURCE_LINE}\n\`\`\``);
});

it('added rows that fail in the preview stand on their lines, at most ten', async () => {
  const wrong = QUESTIONS.map(({ text, ...row }, i) => {
    return { ...row, id: `more-${i}`, text: text.replace(/\d+/, (n) => `${Number(n) + 41}`) };
  });
  const { places } = await reviewed({ [ROWS_PATH]: rows([...QUESTIONS, ...wrong]) });
  expect(places).toHaveLength(10);
  for (const { path, line } of places) {
    expect(path).toBe(ROWS_PATH);
    expect(line).toBeGreaterThan(QUESTIONS.length);
  }
});
