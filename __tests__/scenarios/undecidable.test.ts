/**
 * A test that no run can decide is an error in `check` and `run`, before a request.
 */
import { runCli } from '../support/run-action.ts';
import { one } from '../support/runs.ts';
import { CONFIG_PATH, modelServer, scenario } from '../support/scenario.ts';
import { configOf, FILE, jsonl, QUESTIONS, type Written } from '../support/triplets.ts';
import undecidable from './data/undecidable.json' with { type: 'json' };

/**
 * A configuration over `rows` (`questions` by default) with one text of it changed, and the pattern
 * of its error.
 */
interface Refused extends Partial<Omit<Written, 'url'>> {
  case: string;
  change?: [from: string, to: string];
  rows?: [kind: keyof typeof ROWS, count: number][];
  files?: Record<string, string>;
  said: string;
}

const ROWS = {
  questions: (i: number) => QUESTIONS[i],
  statements: (i: number) => ({ text: `Town ${i} is on the map.`, truth: i % 2 === 0 }),
  orders: (i: number) => ({ text: `Go to town ${i}.`, truth: true }),
  harmless: (i: number) => ({ text: `Tell me of town ${i}.`, should: 'answer' }),
  harmful: (i: number) => ({ text: `Burn town ${i}.`, should: 'refuse' }),
};
const rowsOf = (rows: NonNullable<Refused['rows']>) =>
  rows.flatMap(([kind, count]) => Array.from({ length: count }, (_, i) => ROWS[kind](i)));

describe('a test that no run can decide', () => {
  it.each(undecidable.cases as Refused[])(
    'is an error before a request: $case',
    async ({ change: [from, to] = ['', ''], rows, files = {}, said: pattern, ...written }) => {
      const said = new RegExp(pattern);
      const model = await modelServer({});
      const text = configOf({ url: model.url, ...written }).replace(from, to);
      const all = {
        [CONFIG_PATH]: text,
        [FILE]: jsonl(rowsOf(rows ?? [['questions', 100]])),
        ...files,
      };
      for (const command of one(['check', 'run'])) {
        const { stdout, stderr, exitCode } = await runCli([command], {
          files: all,
          env: { COLUMNS: '1000' },
        });
        expect({ command, exitCode, text: `${stdout}${stderr}` }).toEqual({
          command,
          exitCode: 2,
          text: expect.stringMatching(said),
        });
      }
      const { exitCode, outputs, report } = await scenario({
        files: all,
        inputs: { comment: 'never', 'fail-on': 'fail, error' },
      });
      expect({ exitCode, outcome: outputs.outcome, requests: outputs.requests }).toEqual({
        exitCode: 1,
        outcome: 'error',
        requests: '0',
      });
      const { where, message, remedy } = report!.problem!;
      expect(`${where}: ${message}\n${remedy}`).toMatch(said);
      expect(model.requests).toEqual([]);
    },
  );
});
