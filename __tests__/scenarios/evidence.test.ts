/**
 * The evidence of a run, and the printed deployment step that refuses a version by it.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attentive, oblivious, type ModelServer } from '../support/model-server.ts';
import type { ActionRun } from '../support/run-action.ts';
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
  STATEMENTS,
} from '../support/scenario.ts';
import { blocks, type Workflow } from './printed.ts';
import { inShell } from './workflow-runner.ts';

interface Predicate {
  result: string;
  configuration: { name: string; digest: { sha256: string } }[];
  url?: string;
  passedTests: string[];
  failedTests: string[];
  sensitivity: Record<string, unknown>;
}

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'sensitivity-evidence-'));
});
afterEach(() => rm(root, { recursive: true }));

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
const ON_TAG = {
  event: { name: 'push', payload: { ref: 'refs/tags/v2.0.0', repository } },
  env: { GITHUB_REF: 'refs/tags/v2.0.0' },
};
const PROMPT = 'Is it true? {text}\n';
const withPrompt = (model: ModelServer) =>
  config(model).replace('  retries: 1', '  retries: 1\n  prompt_file: prompts/ask.txt');

function digestIn(predicate: Predicate | undefined, file: string): string | undefined {
  return predicate?.configuration.find(({ name }) => name === file)?.digest.sha256;
}

/** A run on a tag of a repository whose default branch has `main`, with what it wrote. */
async function evidenceOf(
  {
    model,
    main,
    statements,
    ...over
  }: ActionRun & { model: ModelServer; main?: string; statements?: string },
  nth = 0,
) {
  const github = await gitHub();
  const files = {
    [CONFIG_PATH]: withPrompt(model),
    'prompts/ask.txt': PROMPT,
    'evals/statements.txt': STATEMENTS.join('\n'),
    ...over.files,
  };
  putAt(github, main ?? withPrompt(model), { sha: 'main', statements });
  github.files.set('main:prompts/ask.txt', PROMPT);
  const folder = path.join(root, `report-${nth}`);
  const inputs = { 'report-directory': folder, ...over.inputs };
  const finished = await scenario({ github, committed: true, ...ON_TAG, ...over, files, inputs });
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => undefined);
  const [text, subjects] = [await read('predicate.json'), await read('subjects.sha256')];
  return {
    ...finished,
    text,
    subjects,
    predicate: text === undefined ? undefined : (JSON.parse(text) as Predicate),
    files,
  };
}

describe('predicate.json and subjects.sha256', () => {
  it('hold the files, tests and figures of a pass, and equal runs write equal files', async () => {
    const model = await modelServer({ answer: attentive });
    const { predicate, text, subjects, outputs, report, files } = await evidenceOf({ model });
    const names = ['.github/sensitivity.yml', 'evals/statements.txt', 'prompts/ask.txt'] as const;
    const listed = [
      ...names.map((name) => ({ name: name as string, sha: sha256(files[name]) })),
      // The configuration of the default branch judged.
      { name: 'rules/.github/sensitivity.yml', sha: sha256(files[names[0]]) },
    ];
    expect(predicate).toMatchObject({
      result: 'PASSED',
      configuration: listed.map(({ name, sha }) => ({ name, digest: { sha256: sha } })),
      url: 'https://github.com/octo-org/octo-repo/actions/runs/42',
      passedTests: ['sensitivity.add_negation'],
      failedTests: [],
      sensitivity: {
        outcome: 'pass',
        commit: expect.stringMatching(/^(?!a{40})[0-9a-f]{40}$/),
        model: report!.model,
        rules: { ref: 'split', differ: false, files: ['rules/.github/sensitivity.yml'] },
        tests: [
          {
            name: 'sensitivity.add_negation',
            rows: 5,
            pass_count: 5,
            pass_rate: 1,
            minimum_pass_rate: 0.7,
          },
        ],
      },
    });
    expect(Object.keys(predicate!)).toEqual([
      ...[
        'result',
        'configuration',
        'url',
        'passedTests',
        'warnedTests',
        'failedTests',
        'sensitivity',
      ],
    ]);
    expect(subjects).toBe(listed.map(({ name, sha }) => `${sha}  ${name}\n`).join(''));
    expect(
      [outputs['predicate-path'], outputs['subject-checksums']].map((file) => path.basename(file!)),
    ).toEqual(['predicate.json', 'subjects.sha256']);
    const again = await evidenceOf({ model, env: { ...ON_TAG.env, GITHUB_RUN_ID: '43' } }, 1);
    expect(again.text).toBe(text!.replace('/runs/42', '/runs/43'));
    expect(again.subjects).toBe(subjects);
  });

  it.each([
    ['WARNED', 'a pass of a tag with other rules', attentive, '0.70', '0'],
    [
      'WARNED',
      'a pass of a tag whose model is asked otherwise',
      attentive,
      'openai',
      'openai\n  api: completions',
    ],
    ['FAILED', 'a fail', oblivious, '0.70', '0.70'],
  ])('say %s for %s', async (result, _what, answer, was, is) => {
    const model = await modelServer({ answer });
    const own = withPrompt(model).replace(was, is);
    const { predicate } = await evidenceOf({ model, files: { [CONFIG_PATH]: own } });
    expect(predicate!.result).toBe(result);
    // The rules that judged are those of the default branch, and the tag ships its own.
    expect(digestIn(predicate, CONFIG_PATH)).toBe(sha256(own));
    expect(digestIn(predicate, `rules/${CONFIG_PATH}`)).toBe(sha256(withPrompt(model)));
  });

  it('say WARNED for a pass of the base’s model instead of the tag’s', async () => {
    const model = await modelServer({ answer: attentive });
    const own = withPrompt(model).replace('scenario-model', 'tag-model');
    const inputs = { 'config-ref': 'base' };
    const { predicate, summary } = await evidenceOf({
      model,
      files: { [CONFIG_PATH]: own },
      inputs,
    });
    expect(predicate!.result).toBe('WARNED');
    expect(summary).toContain('these changes of this tag are not judged');
  });

  it('say WARNED for a pull request whose rules were never merged', async () => {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
    for (const sha of [BASE, 'main']) github.files.set(`${sha}:README.md`, 'Hello.');
    const inputs = { 'report-directory': root };
    const run = () =>
      scenario({ github, committed: true, files: { [CONFIG_PATH]: config(model) }, inputs });
    // The first run names the merge commit that GitHub does not know yet.
    const [, sha] = /merge commit (\w{40})/.exec((await run()).report!.warnings!.join())!;
    github.commits.push({ sha: sha!, message: 'merge', tree: 't', parents: [BASE, HEAD] });
    const notices = [
      `Neither the base commit ${BASE.slice(0, 7)} nor the default branch has \`"${CONFIG_PATH}"\`, so this pull request is judged by rules that were never merged.`,
    ];
    expect((await run()).report).toMatchObject({ outcome: 'pass', notices });
    const text = await readFile(path.join(root, 'predicate.json'), 'utf8');
    expect((JSON.parse(text) as Predicate).result).toBe('WARNED');
  });

  it('say WARNED for a tag with other rows, and list the rows that it ships', async () => {
    const model = await modelServer({ answer: attentive });
    const statements = `${STATEMENTS.join('\n')}\nThe moon is round.`;
    const { predicate, files, report, summary } = await evidenceOf({ model, statements });
    expect(report!.outcome).toBe('pass');
    expect(predicate).toMatchObject({ result: 'WARNED', sensitivity: { rules: { differ: true } } });
    const data = 'evals/statements.txt';
    expect(digestIn(predicate, data)).toBe(sha256(files[data]));
    expect(digestIn(predicate, `rules/${data}`)).toBe(sha256(statements));
    expect(summary.split('\n')[1]).toMatch(
      /⚠️ The data of this tag differs from that of <code>main<\/code>, which was asked: .* 1 removed/,
    );
  });

  it.each([
    ['error', "a tag without a configuration, whose model is not the default branch's", {}],
    ['pass', 'a tag whose configuration the workflow names', { config: 'gates/release.yml' }],
  ])('follow the outcome %s of %s', async (outcome, _what, inputs: Record<string, string>) => {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
    const file = inputs['config'] ?? CONFIG_PATH;
    github.files.set(`main:${file}`, config(model));
    github.files.set('main:evals/statements.txt', STATEMENTS.join('\n'));
    const files = { 'gates/release.yml': config(model) };
    const { report, outputs } = await scenario({ github, ...ON_TAG, files, inputs });
    expect(outputs['outcome']).toBe(outcome);
    if (outcome === 'error') {
      expect(report!.problem!.message).toContain('this tag ships no gate');
      expect(model.requests).toEqual([]);
    }
  });

  it('digest the bytes that were read, even if the file is replaced during the run', async () => {
    const workspace = path.join(root, 'work');
    const data = path.join(workspace, 'evals/statements.txt');
    const model = await modelServer({
      answer: (prompt) => {
        writeFileSync(data, 'Snow is white.');
        return attentive(prompt);
      },
    });
    const main = { name: 'push', payload: { ref: 'refs/heads/main', repository } };
    const env = { GITHUB_REF: 'refs/heads/main' };
    const { predicate, report } = await evidenceOf({ model, workspace, event: main, env });
    expect(report!.outcome).toBe('pass');
    expect(digestIn(predicate, 'evals/statements.txt')).toBe(sha256(STATEMENTS.join('\n')));
    expect(predicate!.result).toBe('WARNED');
  });

  it.each<[string, ActionRun, RegExp]>([
    [
      "a checkout that is not the event's commit",
      { env: { GITHUB_SHA: 'f'.repeat(40) } },
      /The checkout holds commit <code>[0-9a-f]{7}<\/code>, and the event is about <code>fffffff/,
    ],
    [
      'a file that was changed after the checkout',
      { left: { 'prompts/ask.txt': 'Say whether it holds: {text}\n' } },
      /These files are not those of commit <code>[0-9a-f]{7}<\/code>:.*prompts\/ask\.txt/,
    ],
    ['a checkout without a repository', { committed: false, withoutGit: true }, /no repository/],
  ])('say WARNED for %s', async (_what, over, notice) => {
    const model = await modelServer({ answer: attentive });
    const event = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main', repository } };
    const env = { GITHUB_REF: 'refs/heads/main', ...over.env };
    const { predicate, report, summary } = await evidenceOf({ model, event, ...over, env });
    expect(report!.outcome).toBe('pass');
    expect(predicate).toMatchObject({ result: 'WARNED', sensitivity: { rules: { differ: true } } });
    // The commit that was judged, where one is known.
    const { commit } = predicate!.sensitivity;
    expect(commit === undefined).toBe(over.withoutGit === true);
    expect(commit).not.toBe('f'.repeat(40));
    expect(summary).toMatch(notice);
  });

  it('say WARNED for a branch that was not compared, PASSED for the default one, FAILED for an error', async () => {
    const model = await modelServer({ answer: attentive });
    const push = (branch: string) => ({
      event: { name: 'push', payload: { ref: `refs/heads/${branch}`, repository } },
      env: { GITHUB_REF: `refs/heads/${branch}` },
    });
    expect((await evidenceOf({ model, ...push('topic') })).predicate!.result).toBe('WARNED');
    expect((await evidenceOf({ model, ...push('main') }, 1)).predicate!.result).toBe('PASSED');
    model.options.fail = () => ({ status: 500 });
    const { predicate, outputs } = await evidenceOf({ model, ...push('main') }, 2);
    expect(outputs.outcome).not.toBe('pass');
    expect(predicate!.result).toBe('FAILED');
  });

  it('are not written for a skipped run', async () => {
    const model = await modelServer({ answer: attentive });
    const main = withPrompt(model).replace(/ {2}base_url: .*\n/, '');
    const { outputs, text } = await evidenceOf({
      model,
      main,
      files: { [CONFIG_PATH]: main },
      inputs: { 'missing-key': 'skip', 'api-key': '' },
    });
    expect(outputs).toMatchObject({ outcome: 'skipped', 'predicate-path': '' });
    expect(text).toBeUndefined();
  });

  it.each<[string, ActionRun]>([
    ["a fork's pull request", { event: pullRequest(FORK), env: {} }],
    ['a configuration that cannot be read', { files: { [CONFIG_PATH]: 'model: [' } }],
  ])('are not written for %s', async (_what, over) => {
    const model = await modelServer({ answer: attentive });
    const { outputs, text, subjects } = await evidenceOf({ model, ...over });
    expect({ text, subjects }).toEqual({ text: undefined, subjects: undefined });
    expect(outputs).toMatchObject({ 'predicate-path': '', 'subject-checksums': '' });
  });

  it('are replaced by a warning if sha256sum would escape a file name', async () => {
    const model = await modelServer({ answer: attentive });
    const text = withPrompt(model).replace('evals/statements.txt', 'evals/*.txt');
    const push = {
      event: { name: 'push', payload: { ref: 'refs/heads/main', repository } },
      env: { GITHUB_REF: 'refs/heads/main' },
    };
    const files = { [CONFIG_PATH]: text, 'evals/a\\b.txt': 'Snow is white.' };
    const { outputs, stdout, text: written } = await evidenceOf({ model, ...push, files });
    expect(outputs).toMatchObject({ outcome: 'pass', 'predicate-path': '' });
    expect(written).toBeUndefined();
    expect(stdout).toMatch(
      /^::warning::subjects\.sha256: No evidence was written: the file name .* holds a backslash or a line break/m,
    );
  });
});

describe('the printed step of a deployment', () => {
  const deploy = blocks.flatMap(({ where, value }) =>
    where.endsWith('A deployment that verifies') ? [value as Workflow] : [],
  )[0]!;
  const step = deploy.jobs['verify']!.steps.find(({ run }) => run !== undefined)!;
  /** `gh attestation verify FILE` with the words that the step gives: anything else is refused. */
  const GH = `#!/bin/sh
case "$*" in
  "attestation verify .github/sensitivity.yml --repo octo-org/octo-repo --source-digest ${'a'.repeat(40)} --signer-workflow octo-org/octo-repo/.github/workflows/sensitivity-release.yml --predicate-type https://in-toto.io/attestation/test-result/v0.1 --format json") cat "$VERIFIED";;
  *) echo "gh $*?" >&2; exit 9;;
esac
`;

  async function verify(verified: string, files: Record<string, string>): Promise<string> {
    const bin = path.join(root, 'bin');
    const [work, temp] = [path.join(root, 'work'), path.join(root, 'temp')];
    for (const folder of [bin, work, temp]) await mkdir(folder, { recursive: true });
    await writeFile(path.join(bin, 'gh'), GH);
    await chmod(path.join(bin, 'gh'), 0o755);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(work, name)), { recursive: true });
      await writeFile(path.join(work, name), text);
    }
    await writeFile(path.join(root, 'verified'), verified);
    const env = {
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_WORKSPACE: work,
      RUNNER_TEMP: temp,
      VERIFIED: path.join(root, 'verified'),
    };
    return inShell(step.run!, env, { root, bin, artifacts: root }).then(
      () => 'deployed',
      (error: Error) =>
        /::error::(.*)/.exec(error.message.slice(error.message.indexOf(' ended with ')))?.[1] ??
        'refused',
    );
  }

  it('accepts the evidence of a pass, and refuses another result, another digest and none', async () => {
    const model = await modelServer({ answer: attentive });
    const { predicate, subjects, files } = await evidenceOf({ model });
    const subject = subjects!
      .trim()
      .split('\n')
      .map((line) => ({ name: line.slice(66), digest: { sha256: line.slice(0, 64) } }));
    const verified = (over: Partial<Predicate> = {}, named = subject) =>
      JSON.stringify([
        {
          verificationResult: {
            statement: { subject: named, predicate: { ...predicate, ...over } },
          },
        },
      ]);
    expect(await verify(verified(), files)).toBe('deployed');
    for (const result of ['FAILED', 'WARNED'])
      expect(await verify(verified({ result }), files)).toBe('The gate did not pass this version.');
    for (const nothing of ['', '[]', '[{}]'])
      expect(await verify(nothing, files)).toBe('The gate did not pass this version.');
    const passedThenFailed = JSON.stringify(
      [verified(), verified({ result: 'FAILED' })].flatMap((one) => JSON.parse(one) as unknown[]),
    );
    expect(await verify(passedThenFailed, files)).toBe('The gate did not pass this version.');

    const OTHERS = 'The files of this version are not those that the gate judged.';
    const other = [{ name: 'prompts/ask.txt', digest: { sha256: sha256('another prompt') } }];
    expect(await verify(verified({ configuration: other }), files)).toBe(OTHERS);
    expect(await verify(verified({}, other), files)).toBe(OTHERS);
    expect(await verify(verified({ configuration: [] }, []), files)).toBe(OTHERS);
    for (const changed of ['prompts/ask.txt', 'evals/statements.txt', CONFIG_PATH])
      expect(await verify(verified(), { ...files, [changed]: 'Say yes. {text}\n' })).toBe(OTHERS);
    // A file of the version below `rules` is checked as any other.
    const ofVersion = { name: 'rules/rows.txt', digest: { sha256: sha256('asked rows') } };
    const configuration = [...predicate!.configuration, ofVersion];
    const shipped = (rows: string) =>
      verify(verified({ configuration }), { ...files, 'rules/rows.txt': rows });
    expect(await shipped('asked rows')).toBe('deployed');
    expect(await shipped('other rows')).toBe(OTHERS);
  });
});
