/** The line under the headline names how a pull request changes the model, for every outcome. */
import type { Finished } from '../support/run-action.ts';
import {
  BASE,
  config,
  CONFIG_PATH,
  FORK,
  gitHub,
  HEAD,
  modelServer,
  pullRequest,
  putAt,
  scenario,
} from '../support/scenario.ts';

interface Change {
  base: string;
  head: string;
  files?: Record<string, string>;
  baseFiles?: Record<string, string>;
  event?: ReturnType<typeof pullRequest>;
}

async function change({
  base,
  head,
  files,
  baseFiles = {},
  event,
}: Change): Promise<Finished & { comment: string }> {
  const github = await gitHub();
  putAt(github, base);
  for (const [name, text] of Object.entries(baseFiles)) github.files.set(`${BASE}:${name}`, text);
  const finished = await scenario({ github, event, files: { [CONFIG_PATH]: head, ...files } });
  return { ...finished, comment: github.comments[0]!.body ?? '' };
}

const plain = (page: string) =>
  page
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
const TESTS = `data: { source: evals/statements.txt }
embeddings: { hub: reference }
tests: { sensitivity: { add_negation: { method: pair } } }
`;
const REFERENCE = `model: { hub: reference, name: attentive }\n${TESTS}`;
const LINE = 'This pull request changes the model: ';

it('the headline warns of another hub although the run passes and compares nothing', async () => {
  const base = `model: { hub: openai, name: gpt-x }\n${TESTS}`;
  const { comment, summary, stdout, report, everything } = await change({ base, head: REFERENCE });
  expect(report).toMatchObject({
    outcome: 'pass',
    changed_subject: [
      { path: 'hub', old: 'openai', new: 'reference' },
      { path: 'name', old: 'gpt-x', new: 'attentive' },
    ],
    model_change: { moves: true },
  });
  const [, heading, line] = comment.split('\n');
  expect(heading).toMatch(/^<h3>✅ ⚠️ /);
  expect(line).toMatch(/^<p>⚠️ <b>This/);
  expect(plain(line!)).toBe(
    `⚠️ ${LINE}openai/gpt-x → reference/attentive. It answers in the job itself: no request reaches a model.`,
  );
  expect(plain(summary)).toContain(`${LINE}openai/gpt-x → reference/attentive.`);
  expect(stdout).toContain(`${LINE}\`openai/gpt-x\` → \`reference/attentive\`.`);
  expect(everything).toContain(`${LINE}<code>openai/gpt-x</code>`);
});

it('a change of the host is a warning, a change of the path is not', async () => {
  const [one, other] = [await modelServer(), await modelServer()];
  for (const server of [one, other]) delete server.options.keys;
  const moved = await change({ base: config(one), head: config(other) });
  expect(moved.comment).toMatch(/<h3>✅ ⚠️ /);
  const [before, after] = [new URL(one.url).host, new URL(other.url).host];
  expect(plain(moved.comment)).toContain(`It is asked at "${after}" instead of "${before}".`);
  const same = await change({
    base: config(one, 'seed: 1\n').replace('/v1', '/v1/'),
    head: config(one, 'seed: 1\n'),
  });
  expect(same.comment).toMatch(/<h3>✅ The|<h3>✅ S/);
  expect(plain(same.comment)).toContain(`${LINE}base_url`);
});

it('another hub at the same host is a warning, and a parameter named like a key hides no change', async () => {
  const model = await modelServer();
  const base = `model: { hub: openai, name: m, base_url: "${model.url}/v1" }\n${TESTS}`;
  const http = `model: { hub: http, name: m, url: "${model.url}/ask", retries: 0 }\n${TESTS}`;
  const { comment } = await change({ base, head: http });
  expect(comment).toMatch(/<h3>⛔ ⚠️ /);
  const weak = base.replace('name: m,', 'name: weak, parameters: { name: m },');
  const hidden = await change({ base, head: weak });
  expect(plain(hidden.comment)).toContain(`${LINE}openai/m → openai/weak.`);
});

it('a branch older than the model of its base is not reported to change it', async () => {
  const [model, github] = [await modelServer(), await gitHub()];
  const text = config(model);
  const TIP = 'd'.repeat(40);
  putAt(github, text);
  putAt(github, text.replace('scenario-model', 'new-model'), { sha: TIP });
  github.commits.push({ sha: TIP, message: 'tip', tree: 't', parents: [], branch: 'main' });
  github.tags.set(TIP, { sha: BASE, status: 'diverged', ahead: 1 });
  await scenario({ github, files: { [CONFIG_PATH]: text }, checkedOut: HEAD });
  const comment = plain(github.comments[0]!.body!);
  expect(comment).toContain(
    'This branch asks an older model than its base: openai/new-model → openai/scenario-model.',
  );
  expect(comment).not.toContain(LINE);
});

it('another name, value or prompt is a plain line that names a prompt by file and lines', async () => {
  const model = await modelServer();
  const withPrompt = config(model).replace(
    'name: scenario-model',
    'name: old\n  system_prompt_file: prompts/system.txt',
  );
  const { comment, report } = await change({
    base: withPrompt,
    baseFiles: { 'prompts/system.txt': 'One.\nTwo.\nThree.\n' },
    head: withPrompt.replace(
      'name: old',
      'name: "<img src=x>`new"\n  parameters: { temperature: 0 }',
    ),
    files: { 'prompts/system.txt': 'One.\nA secret of the prompt.\nThree.\n' },
  });
  expect(report!.outcome).toBe('pass');
  const [, heading, line] = comment.split('\n');
  expect(heading).toMatch(/^<h3>✅ S/);
  expect(line).not.toContain('⚠️');
  expect(line).not.toContain('<img');
  expect(plain(line!)).toContain('temperature not set → 0, prompts/system.txt:2.');
  expect(comment).not.toContain('A secret of the prompt');
});

it("the line names a fork's changes too, and is absent without a change", async () => {
  const model = await modelServer();
  const head = config(model).replace('scenario-model', 'other');
  const fork = await change({ base: config(model), head, event: pullRequest(FORK) });
  expect(plain(fork.comment)).toContain(`${LINE}openai/scenario-model → openai/other.`);
  const moved = head.replace('hub: openai', 'hub: openai\n  api: completions');
  const unjudged = await change({ base: config(model), head: moved, event: pullRequest(FORK) });
  expect(plain(unjudged.comment)).toContain(
    '⚠️ The base decides how the model is asked, so these changes of the head are not judged: api "chat" → "completions".',
  );
  const same = await change({ base: config(model), head: config(model) });
  expect(same.comment).not.toContain(LINE);
  expect(same.report).not.toHaveProperty('model_change');
});
