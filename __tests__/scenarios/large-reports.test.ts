import { CONFIG_PATH, config, gitHub, modelServer, scenario } from '../support/scenario.ts';

/** A long answer in characters of three and four bytes, the same to everything. */
const long = () => `${'好'.repeat(700)}${'🙂'.repeat(300)}`;

/** Enough to go beyond each limit; with THOROUGH=1 more than twice as many. */
const ROWS = process.env.THOROUGH ? 1200 : 500;

it("comment and summary of hundreds of failing rows stay within GitHub's limits, with the verdict first", async () => {
  const [model, github] = [await modelServer({ answer: long }), await gitHub()];
  const rows = Array.from(
    { length: ROWS },
    (_, i) => `Statement number ${i} is about one thing and another, again and again.`,
  );
  const text = config(model)
    .replace('retries', 'parameters: {}\n  retries')
    .replace('data:', 'concurrency: 32\ndata:');
  const { exitCode, summary, report, stdout } = await scenario({
    github,
    files: { [CONFIG_PATH]: text, 'evals/statements.txt': rows.join('\n') },
  });
  expect(exitCode).toBe(1);
  expect(report!.results).toHaveLength(ROWS);
  const comment = github.comments[0]!.body!;
  expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(12_000);
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024);
  for (const shown of [comment, summary]) {
    expect(shown).toContain(
      `in <b>0 of ${ROWS.toLocaleString('en')}</b> rows (0%); <b>70%</b> are needed`,
    );
    expect(shown).toContain('Statement number 0');
    expect(shown).not.toContain('\ufffd');
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.match(/<details(?: open)?>/g)).toHaveLength(shown.match(/<\/details>/g)!.length);
  }
  expect(stdout).not.toMatch(
    /^::warning(?!.*(?:this row failed|::\d+ more are in the job summary))/m,
  );
});
