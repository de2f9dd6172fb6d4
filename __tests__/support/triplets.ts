import { isRubric, replyTo, type Judged } from './rubric.ts';
import { CONFIG_PATH, modelServer, scenario } from './scenario.ts';

/** Questions, models over HTTP and a configuration for scenarios of `method: triplet`. */

export const LABELS = ['A', 'B', 'C', 'D'];

/** Questions of both halves: one right option, or three; the odd one out stands at any place. */
export const QUESTIONS = Array.from({ length: 100 }, (_, i) => {
  const odd = [LABELS[Math.floor(i / 2) % 4]!];
  const others = LABELS.filter((label) => !odd.includes(label));
  const [answer, negated_answer] = i % 2 === 0 ? [odd, others] : [others, odd];
  return {
    question: `Which of these towns is on the map of sheet ${i}?`,
    options: LABELS.map((label) => `Town ${label}${i}`),
    answer,
    negated_answer,
  };
});
export const FILE = 'evals/questions.jsonl';
export const jsonl = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row)).join('\n');

export type Way = (asked: {
  right: readonly string[];
  negated: boolean;
  edited: boolean;
  sheet: number;
  model: string;
  plain: readonly string[];
}) => string;
export const knowing: Way = ({ right }) => right[0]!;
export const deaf: Way = ({ plain }) => plain[0]!;
/** Deaf in every `n`th sheet. */
export const deafIn =
  (n: number): Way =>
  (asked) =>
    (asked.sheet % n === 0 ? deaf : knowing)(asked);

type Judging = (judged: Judged) => readonly string[] | string;

/** Starts a model that answers QUESTIONS by `way`, and reads its own answers by `meant`. */
export const questionModel = async (way: Way, meant: Judging = () => [], reply = replyTo) =>
  modelServer({
    answer: (prompt, { body }) => {
      if (isRubric(prompt)) return reply(prompt, meant);
      const sheet = Number(/sheet (\d+)/.exec(prompt)![1]);
      const { answer, negated_answer } = QUESTIONS[sheet]!;
      const negated = / not /.test(prompt);
      return way({
        right: negated ? negated_answer : answer,
        plain: answer,
        negated,
        edited: / is (?:not|indeed|really|truly|certainly) /.test(prompt),
        sheet,
        model: (body as { model: string }).model,
      });
    },
  });

export interface Written {
  url: string;
  name?: string;
  evaluation?: string;
  tests?: string;
  data?: string;
}

export const configOf = ({
  url,
  name = 'scenario-model',
  evaluation = '',
  tests = 'add_negation: {}',
  data = FILE,
}: Written) => `model:
  hub: openai
  name: ${name}
  base_url: ${url}/v1
  retries: 0
data: { source: "${data}", limit: 100 }
evaluation: { method: triplet${evaluation} }
tests: { sensitivity: { ${tests} } }
`;

export const runTriplet = async (way: Way, over: Partial<Written> = {}) => {
  const model = await questionModel(way);
  const files = { [CONFIG_PATH]: configOf({ url: model.url, ...over }), [FILE]: jsonl(QUESTIONS) };
  const result = await scenario({ files, inputs: { comment: 'never' } });
  return { ...result, requests: model.count('/chat/completions') };
};
