/** A pull request on the desk's repository, from event to comment. */
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import {
  BROKEN,
  COMPARED,
  deskConfig,
  deskFiles,
  deskModel,
  knowingModel,
  POLITE,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
  SOURCE_LINE,
} from '../support/desk.ts';

it('a change that breaks nothing passes: one comment, outputs, report files', async () => {
  const [model, github] = [await modelServer(deskModel()), await gitHub()];
  const { exitCode, outputs, report, summary, page, junit } = await gate({
    base: deskFiles({ [CONFIG_PATH]: COMPARED }),
    head: POLITE,
    model,
    github,
  });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ outcome: 'pass', passed: 'true' });
  expect(JSON.parse(outputs['pass-rates']!)).toEqual({ answers: 1 });
  expect(report.report).toMatchObject([
    { test_type: 'answers', pass: true, baseline: { broken: 0 } },
  ]);
  expect(report.changes.subject.map(({ path }) => path)).toEqual([PROMPT_PATH]);
  expect(report.usage.requests).toBe(model.count('/chat/completions'));
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]!.body).toMatch(/prompts\/desk\.md:7[^]*35\/35/);
  for (const text of [summary, page]) expect(text).toContain(`${PROMPT_PATH}:7`);
  expect(junit).toMatch(/<testsuites[^>]* tests="36" failures="0"/);
});

it('a deleted line that breaks answers fails, and is named with its file and line', async () => {
  const [model, github] = [await modelServer(deskModel(0.9)), await gitHub()];
  const data = rows(QUESTIONS.map((row, i) => ({ ...row, must: i === 39 })));
  const run = { base: deskFiles({ [CONFIG_PATH]: COMPARED, [ROWS_PATH]: data }), model, github };
  const { exitCode, report } = await gate({ ...run, head: BROKEN });
  expect(exitCode).toBe(1);
  expect(report.outcome).toBe('fail');
  expect(report.attribution).toMatchObject({
    kind: 'one',
    requests: 30,
    control: { restored: 0 },
    parts: [{ name: `${PROMPT_PATH}:2`, is_named: true, places: [{ base: SOURCE_LINE }] }],
  });
  expect(github.comments[0]!.body).toContain(`${PROMPT_PATH}</code> (line 2 of`);

  // The next push drops the change, and the same comment is updated.
  await gate({ ...run, head: { 'README.md': 'other' } });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]!.body).not.toContain(`${PROMPT_PATH}</code> (line 2 of`);
});

it('a row that must hold is red alone, stands in the headline, and names the line', async () => {
  const [model, github] = [await modelServer(deskModel(1 / 40)), await gitHub()];
  const questions = QUESTIONS.map((row, i) =>
    i === 0 ? { ...row, id: 'burning-smell', must: true } : row,
  );
  const base = deskFiles({ [CONFIG_PATH]: COMPARED, [ROWS_PATH]: rows(questions) });
  const head = BROKEN;
  const { exitCode, report, junit } = await gate({ base, head, model, github });
  expect(exitCode).toBe(1);
  expect(report.report).toMatchObject([
    { outcome: 'fail', must: { rows: 1, broken: 1 }, rates: [{ verdict: 'good' }] },
  ]);
  expect(report.results[0]).toMatchObject({
    id: 'burning-smell',
    must: true,
    base: { pass: true },
  });
  expect(report.attribution).toMatchObject({
    kind: 'one',
    rows: [{ source: `${ROWS_PATH}:1` }],
    control: { restored: 0, asked: 5 },
    parts: [{ name: `${PROMPT_PATH}:2`, restored: 5 }],
  });
  const { body } = github.comments[0]!;
  expect(body).toMatch(/<h3>[^\n]*burning-smell/);
  expect(body).toMatch(/0 of 1 [^]*1 broke/);
  expect(junit.match(/<failure/g)).toHaveLength(2);
  const { fail, fail_judged: most } = report.usage.expected!;
  expect(report.usage.requests / fail).toBeGreaterThan(0.8);
  expect(report.usage.requests / most).toBeLessThan(1.2);
});

it('of four deleted lines that one row each needs, three are named in a pass', async () => {
  const facts = [1, 2, 3, 4].map((nth) => `Item ${nth} is in the list.`);
  const model = await modelServer(
    knowingModel((prompt) => {
      const [, nth = ''] = /item (\d+)\?/.exec(prompt) ?? [];
      return Number(nth) > facts.length || prompt.includes(`Item ${nth} `);
    }),
  );
  const before = `${facts.join('\nLook twice.\n')}\n${PROMPT}`;
  const { report } = await gate({
    base: deskFiles({ [CONFIG_PATH]: COMPARED, [PROMPT_PATH]: before }),
    head: { [PROMPT_PATH]: `${'Look twice.\n'.repeat(3)}${PROMPT}` },
    model,
  });
  const parts = facts.map((base, i) => ({ places: [{ base }], is_named: i !== 2 }));
  expect(report).toMatchObject({
    outcome: 'pass',
    usage: { expected: { fail_judged: 250 } },
    attribution: { kind: 'several', rows: { length: 3 }, control: { restored: 0 }, parts },
  });
});

it('a row behind the decision that a deleted line answers is asked, and names it', async () => {
  const last = { ...QUESTIONS[0], text: 'Spare batteries for item 1?' };
  const base = deskFiles({
    [CONFIG_PATH]: COMPARED,
    [ROWS_PATH]: rows([...QUESTIONS, last]),
    [PROMPT_PATH]: `Spare batteries cost 40.\n${PROMPT}`,
  });
  const model = await modelServer(knowingModel((prompt) => /cost|colour/.test(prompt)));
  const { report, summary } = await gate({ base, head: { [PROMPT_PATH]: PROMPT }, model });
  expect(report.results.at(-1)).toMatchObject({ status: 'undecided', pass: false });
  expect(summary).toMatch(/⚠️.*desk\.md<\/code> \(line 1 of/);
});

it('an answer that is wrong once costs one request in a pass, and names nothing', async () => {
  let slips = 1;
  const model = await modelServer(
    knowingModel((prompt) => !prompt.includes('polite') || slips-- < 1),
  );
  const { report } = await gate({
    base: deskFiles({ [CONFIG_PATH]: COMPARED }),
    head: POLITE,
    model,
  });
  expect([report.outcome, report.attribution]).toEqual(['pass', undefined]);
  expect(report.usage.requests).toBe(2 * report.results.length + 1);
});

it('no cause is searched where the base fails as well', async () => {
  const model = await modelServer({ answer: () => 'A' });
  const base = deskFiles({ [CONFIG_PATH]: COMPARED });
  const { report } = await gate({ base, head: POLITE, model });
  expect(report.attribution).toMatchObject({ kind: 'skipped', requests: 0 });
});

it('a key that the head removes is named by its path', async () => {
  const { answer } = deskModel();
  const model = await modelServer({
    answer: (prompt, { body }) => answer(JSON.stringify(body).includes('temper') ? prompt : ''),
  });
  const base = deskFiles({
    [CONFIG_PATH]: COMPARED.replace('retries: 1', 'parameters: { temperature: 0 }'),
  });
  const head = { [CONFIG_PATH]: COMPARED.replace('  retries: 1\n', '') };
  const { report } = await gate({ base, head, model });
  const part = { name: 'model.parameters.temperature', places: [] };
  expect(report.attribution).toMatchObject({ parts: [part] });
});

it('rules and rows that the head changes are listed, tried as a preview, and decide nothing', async () => {
  const model = await modelServer(deskModel(0.5));
  const { report } = await gate({
    base: deskFiles(),
    head: {
      ...BROKEN,
      [CONFIG_PATH]: deskConfig().replace('0.8', '0.4'),
      [ROWS_PATH]: rows(QUESTIONS.slice(5)),
    },
    model,
  });
  expect(report).toMatchObject({ outcome: 'fail', config: { ref: 'base' } });
  expect(report.changes.rules).toMatchObject([
    { path: 'tests.sensitivity.answers.min_pass_rate', old: 0.8, new: 0.4 },
  ]);
  expect(report.changes.rows).toMatchObject([{ source: ROWS_PATH, added: [], changed: [] }]);
  expect(report.changes.rows[0]!.removed).toHaveLength(5);
  expect(report.preview).toMatchObject({ outcome: 'pass' });
});

it('a preview asks every changed row, and of others only what the verdict has not asked', async () => {
  const changed = QUESTIONS.map((row, i) =>
    i < 9 ? { ...row, text: `${row.text} Say it.` } : row,
  );
  const counts: number[] = [];
  for (const questions of [QUESTIONS, changed]) {
    const model = await modelServer(deskModel());
    const weak = deskConfig().replace('0.8', '0.7');
    const { report } = await gate({
      base: deskFiles(),
      head: { [CONFIG_PATH]: weak, [ROWS_PATH]: rows(questions) },
      model,
    });
    expect([report.outcome, report.preview]).toMatchObject(['pass', { outcome: 'pass' }]);
    counts.push(model.requests.length);
  }
  const [own = 0, other = 0] = counts;
  expect(other - own).toBe(9);
  expect(own).toBeLessThan(QUESTIONS.length);
});
