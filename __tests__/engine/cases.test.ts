import { z } from 'zod';
import { createReportRow, createResultRows } from '../../src/engine/report.ts';
import { reportRowSchema, resultRowSchema } from '../../src/engine/results.ts';
import { LANGTEST_TESTS, TESTS } from '../../src/engine/tests/index.ts';
import type { Answer } from '../../src/engine/model.ts';
import type { Row } from '../../src/engine/row.ts';
import { recordsIn } from '../support/oracle.ts';
import { times } from '../support/times.ts';
import { ran, scripted, trustedJudge } from './support.ts';

/** Replies by patterns, of which the first counts that matches. */
type Replies<Reply> = Record<string, Reply>;
const replyIn = <Reply>(replies: Replies<Reply>, asked: string) =>
  Object.entries(replies).find(([pattern]) => new RegExp(pattern).test(asked))![1];
/** A pattern sees the prompt behind the number of its earlier asks: `0 Where is parcel 7?` */
const model = (replies: Replies<string | Answer>) =>
  scripted((prompt, nth) => replyIn(replies, `${nth} ${prompt}`));

interface Given {
  test: string;
  isPair?: true;
  count?: number;
  /** In a text, `#` stands for the number of the row. */
  rows: Partial<Row>[];
  head: Replies<string | Answer>;
  base?: Replies<string | Answer>;
  /** Replies by rubric, to the material as JSON. */
  judge?: Record<string, Replies<object>>;
  setup?: object;
  prompts?: object;
  found: object;
}

it.each(recordsIn<[string, Given]>('__tests__/engine/data/cases.jsonl'))(
  '%s',
  async (_what, given) => {
    const { head, base, setup, prompts } = given;
    const test = (given.isPair ? LANGTEST_TESTS : TESTS).find(({ name }) => name === given.test)!;
    const rows = times(given.count ?? given.rows.length, (i): Row => {
      const row = given.rows[i % given.rows.length]!;
      const { text = 'Where is parcel #?' } = row;
      return { source: `${i}`, ...row, text: text.replace('#', `${i}`) };
    });
    const readings: Parameters<typeof trustedJudge>[0] = {};
    for (const [rubric, replies] of Object.entries(given.judge ?? {}))
      readings[rubric] = (material) => replyIn(replies, JSON.stringify(material));
    const judge = given.judge && trustedJudge(readings);
    const embed = async (texts: Promise<readonly string[]>) => (await texts).map(() => [1]);
    const logged: string[] = [];
    const result = await ran(test, rows, model(head), {
      setup,
      prompts,
      base: base && model(base),
      tools: { judge, embed, log: (line) => logged.push(line) },
    });
    const { run } = result.finished;
    const found = {
      ...result,
      reads: judge?.reads,
      logged,
      cost: test.cost(run.tools),
      report: createReportRow(result.finished),
      reported: createResultRows(result.finished),
    };
    expect(reportRowSchema.parse(found.report)).toEqual(found.report);
    expect(z.array(resultRowSchema).parse(found.reported)).toEqual(found.reported);
    // Nothing is null in JSON.
    expect(
      JSON.parse(JSON.stringify(found, (_key, value: unknown) => value ?? null)),
    ).toMatchObject(given.found);
  },
);
