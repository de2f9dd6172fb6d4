import { runCli } from '../support/run-action.ts';
import { inJson, isRubric, replyTo, type Judged } from '../support/rubric.ts';
import { BASE, CONFIG_PATH, gitHub, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, QUESTIONS, questionModel, type Way } from '../support/triplets.ts';
import { figuresIn } from '../support/figures.ts';

/**
 * A chat model without instructions on the form of its answers reads those itself that no rule can
 * read, with the rubric alone.
 */

/** `**A**, it is on the map`: clear to a person, and not plain. */
const talk = (labels: readonly string[]) =>
  `Happy to help! On that sheet I find **${labels.join(' and ')}**, as far as I can see.`;
const both = (labels: readonly string[], others: readonly string[]) =>
  `Sure. ${labels.join(' and ')} is on it. ${others.join(' and ')} is not.`;
const others = (labels: readonly string[]) =>
  ['A', 'B', 'C', 'D'].filter((label) => !labels.includes(label));

/** What such an answer gives; of one that states both sides, the side that is asked for. */
function meant({ question, answer }: Judged): string[] {
  const [, said] = /\*\*(.*)\*\*/.exec(answer) ?? [];
  if (said !== undefined) return said.split(' and ');
  const [, is, isNot] = /^Sure\. (.*) is on it\. (.*) is not\.$/.exec(answer) ?? [];
  if (is === undefined) return [];
  return (/ not /.test(question) ? isNot! : is).split(' and ');
}

type Reply = typeof replyTo;

async function run(
  way: Way,
  { reply = replyTo, model = '', more = '' }: { reply?: Reply; model?: string; more?: string } = {},
) {
  const server = await questionModel(way, meant, reply);
  const written = configOf({ url: server.url }).replace(
    '  retries: 0\n',
    `  retries: 0\n  prompt: "{text}\\n{options}"\n${model}`,
  );
  const files = { [CONFIG_PATH]: `${written}${more}`, [FILE]: jsonl(QUESTIONS) };
  const finished = await scenario({ files, inputs: { comment: 'never' } });
  const bodies = server.requests.map(
    ({ body }) =>
      body as { messages: { role: string; content: string }[] } & Record<string, unknown>,
  );
  const judging = bodies.filter(({ messages }) => isRubric(messages.at(-1)!.content));
  return {
    ...finished,
    files,
    row: finished.report!.report[0]!,
    judging,
    asked: bodies.length - judging.length,
  };
}

const chatty: Way = ({ right }) => talk(right);

describe('a chat model with a natural prompt', () => {
  it('passes by reading its own answers, with the rubric alone and room for a reply', async () => {
    const { outputs, row, report, judging, asked, summary } = await run(chatty, {
      model:
        '  system_prompt: You are a friendly tutor.\n  parameters: { max_tokens: 64, temperature: 0, stop: ["\\n"], n: 1, logit_bias: { "1": 2 } }\n',
    });
    expect([outputs.outcome, asked]).toEqual(['pass', 60]);
    expect(row).toMatchObject({
      pass_count: 20,
      error_count: 0,
      read_counts: { rule: 0, judge: 60 },
    });
    expect(row.calibration!.judge).toBe('openai/scenario-model (the model under test)');
    expect(summary).toContain('60 by the judge');
    // The known cases, three answers of twenty rows, and the third once more.
    expect(judging).toHaveLength(50 + 60 + 20);
    for (const { messages, max_tokens, temperature, ...body } of judging) {
      expect([messages.length, max_tokens, temperature]).toEqual([1, 512, 0]);
      for (const name of ['stop', 'n', 'logit_bias']) expect(body).not.toHaveProperty(name);
      expect(messages[0]!.content).not.toContain('friendly tutor');
    }
    const [first] = report!.results;
    expect(first!.read_by).toEqual({ original: 'judge', placebo: 'judge', test_case: 'judge' });
    expect(first!.judge_replies!.original).toContain('"labels"');
  });

  it('fails if it overlooks the "not"', async () => {
    const { outputs, row } = await run(({ plain }) => talk(plain));
    expect([outputs.outcome, figuresIn(row).asked_count]).toEqual(['fail', 5]);
  });

  it('passes if it replies with bare labels', async () => {
    const bare: Reply = (prompt, meant) =>
      replyTo(prompt, meant, (reading) =>
        reading.length > 0 ? [reading].flat().join(', ') : 'unclear',
      );
    expect((await run(chatty, { reply: bare })).outputs.outcome).toBe('pass');
  });

  it('gets more tokens if its replies are cut while it thinks', async () => {
    let cut = 0;
    const server = await questionModel(chatty, meant, (prompt, meant) => {
      cut++;
      return cut <= 50
        ? '<think>Let me see, the answer'
        : `<think>Clear.</think>${replyTo(prompt, meant)}`;
    });
    const written = configOf({ url: server.url }).replace(
      '  retries: 0\n',
      '  retries: 0\n  parameters: { max_completion_tokens: 64 }\n',
    );
    const { outputs } = await scenario({
      files: { [CONFIG_PATH]: written, [FILE]: jsonl(QUESTIONS) },
      inputs: { comment: 'never' },
    });
    expect(outputs.outcome).toBe('pass');
    const limits = server.requests.map(
      ({ body }) => (body as { max_completion_tokens: number }).max_completion_tokens,
    );
    expect([...new Set(limits)].sort((a, b) => a - b)).toEqual([64, 512, 4096]);
  });
});

describe('a judge that fails its calibration is an error with both remedies', () => {
  const first: Reply = (_prompt, _meant) => inJson(['A']);
  /** Knows what is right in the world, and says so whatever the answer says. */
  const solving: Reply = (prompt, meant) => {
    const known = replyTo(prompt, meant);
    const echo = /"answer": "(?:Which of these|Rhine, Danube|Violin, flute)/.test(prompt);
    return echo ? inJson(['B']) : known;
  };
  const none: Reply = () => 'Hello! How can I help?';

  it.each([
    ['always says the same', first],
    ['solves in place of reading', solving],
    ['says something else', none],
  ])('a judge that %s', async (_what, reply) => {
    const { outputs, judging, row, everything } = await run(chatty, { reply });
    expect([outputs.outcome, judging.length]).toEqual(['error', 50]);
    expect(row.pass_count).toBe(0);
    expect(everything).toContain('Ask for the letter alone, in');
    expect(everything).toMatch(/or name another judge, in .{0,8}evaluation\.judge/);
  });
});

describe('answers that state both sides', () => {
  it('pass from a good model in a quarter of its rows', async () => {
    const way: Way = ({ right, plain, negated, sheet }) =>
      sheet % 4 < 1 && negated ? both(plain, right) : talk(right);
    const { outputs, row, summary } = await run(way);
    expect(outputs.outcome).toBe('pass');
    expect(figuresIn(row).both_sides_count).toBeGreaterThan(0);
    expect(summary).toContain('states both sides, whatever is asked');
  });

  it('are inconclusive from a deaf model in all rows, with the remedy', async () => {
    const { outputs, row, report, everything } = await run(({ plain }) =>
      both(plain, others(plain)),
    );
    expect(outputs.outcome).toBe('inconclusive');
    expect(row).toMatchObject({ pass_count: 0, fail_count: 0, both_sides_count: 100 });
    expect(report!.results[0]).toMatchObject({ state: 'both_sides', status: 'scored', pass: null });
    expect(everything).toContain('ask for the letter alone');
  });
});

describe('the judge of answers in words', () => {
  it("is the base's model, or the model under test if the base does not answer", async () => {
    const of = async (isGone: boolean) => {
      const server = await questionModel(chatty, meant, (prompt, meant) => replyTo(prompt, meant));
      // The model's key does not move with the model to an address that the base does not have.
      if (isGone) delete server.options.keys;
      const github = await gitHub();
      const config = (name: string) =>
        configOf({ url: server.url, name, evaluation: ', compare: base' });
      const base = isGone ? config('old').replace(server.url, 'http://127.0.0.1:9') : config('old');
      github.files.set(`${BASE}:${CONFIG_PATH}`, base).set(`${BASE}:${FILE}`, jsonl(QUESTIONS));
      const files = { [CONFIG_PATH]: config('new'), [FILE]: jsonl(QUESTIONS) };
      return (await scenario({ github, files, inputs: { comment: 'never' } })).report!.report[0]!
        .calibration!.judge;
    };
    expect(await of(false)).toBe("openai/old (the base's model)");
    expect(await of(true)).toBe('openai/new (the model under test)');
  });

  it('leaves answers unread with judge: off', async () => {
    const { outputs, judging, everything } = await run(chatty, { more: 'judge: off\n' });
    expect([outputs.outcome, judging.length]).toEqual(['error', 0]);
    expect(everything).toContain(
      'cannot be read as options with certainty. Ask for the letter alone, in',
    );
  });

  it('is never an application of hub http itself', async () => {
    const config = `model: { hub: http, name: app, url: "http://127.0.0.1:9/ask", body: { q: "{prompt}" } }
data: { source: ${FILE} }
evaluation: { judge: self }
tests: { sensitivity: { add_negation: {} } }
`;
    const { exitCode, stdout, stderr } = await runCli(['check', '--offline'], {
      files: { [CONFIG_PATH]: config, [FILE]: jsonl(QUESTIONS) },
    });
    expect(exitCode).toBe(2);
    expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(
      /judge: self would send the judge's questions to the hub http[^]*ask in model\.prompt for the letter alone[^]*Or name a judge/,
    );
  });
});

it('plan prints the cost of a self-judge, and a cap below the need is refused', async () => {
  const files = (max: number) => ({
    [CONFIG_PATH]: `${configOf({ url: 'http://127.0.0.1:9' })}budget: { max_requests: ${max} }\n`,
    [FILE]: jsonl(QUESTIONS),
  });
  const planned = async (max: number) =>
    (await runCli(['check', '--offline'], { files: files(max) })).stdout.replace(/\s+/g, ' ');
  const enough = await planned(1000);
  expect(enough).toContain('judge openai/scenario-model 0 to 650');
  expect(enough).toContain('300 to 950 at most');
  expect(await planned(64)).toContain('at least 65 are needed, and the run would be refused');
  const refused = await runCli(['run'], {
    files: files(64),
    env: { OPENAI_API_KEY: 'sk-scenario-key' },
  });
  expect(refused.stdout + refused.stderr).toMatch(/needs\s+65\s+requests/);
});
