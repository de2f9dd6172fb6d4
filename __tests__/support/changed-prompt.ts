/**
 * A pull request that changes a system prompt in three places, one of which makes the model
 * overlook the "not".
 */
import {
  BASE,
  CONFIG_PATH,
  gitHub,
  HEAD,
  headAt,
  modelServer,
  pullRequest,
  scenario,
} from './scenario.ts';
import { FILE, jsonl, QUESTIONS } from './triplets.ts';

export const PROMPT = 'prompts/system.txt';
export const LINES = [
  'You help travellers.',
  ...['Read every word.', 'Be brief.', 'Answer in English.'],
  'Use the map.',
  ...['Name the option.', 'Never guess.', 'Add no reasons.'],
  'Stay polite.',
];
/** Three places change; the middle one makes the model overlook the "not". */
export const CHANGED = LINES.with(0, 'You help all travellers.')
  .with(4, 'Skip small words.')
  .with(8, 'Stay friendly.');

type Side = 'base' | 'head';

interface Change {
  more?: string;
  head?: readonly string[];
  base?: readonly string[];
  inputs?: Record<string, string>;
  /** The name of the prompt's file in the base, if it has another there. */
  renamed?: string;
  /** Requests of this kind fail. */
  fails?: (system: string) => boolean;
  /** The keys of the model on each side, without its system prompt; `URL` is the server's. */
  subject?: Partial<Record<Side, string>>;
  /** The evaluation of each side. */
  evaluation?: Partial<Record<Side, string>>;
  /** A build, instead of the sources. */
  dist?: string;
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const systemIn = (body: object) => JSON.stringify('messages' in body ? body.messages : body);

export const promptModel = async ({ fails }: Pick<Change, 'fails'> = {}) => {
  const answerTo = (prompt: string, body: object) => {
    const { answer, negated_answer } = QUESTIONS[Number(/sheet (\d+)/.exec(prompt)![1])]!;
    const isDeaf = /Skip small words|deaf-model|"temperature":1/.test(JSON.stringify(body));
    const right = / not /.test(prompt) && !isDeaf ? negated_answer : answer;
    return right[0]!;
  };
  return modelServer({
    fail: ({ body }) => (fails?.(systemIn(body as object)) ? { status: 400 } : undefined),
    answer: (prompt, { body }) => answerTo(prompt, body as object),
    route: ({ path, body }) => {
      const asked = body as { prompt: string };
      return path === '/ask'
        ? { status: 200, body: { answer: answerTo(asked.prompt, asked) } }
        : undefined;
    },
  });
};

export const OPENAI = `hub: openai
  base_url: URL/v1
  name: scenario-model`;

const configOf = (url: string, more = '', subject = OPENAI) => `model:
  ${subject.replaceAll('URL', url)}
  retries: 0
  system_prompt_file: ${PROMPT}
data: { source: "${FILE}", limit: 100 }
evaluation: { method: triplet, compare: base${more} }
tests: { sensitivity: { add_negation: {} } }
`;

export const filesWithPrompt = (
  url: string,
  lines: readonly string[],
  more = '',
  subject?: string,
) => ({
  [CONFIG_PATH]: configOf(url, more, subject),
  [PROMPT]: text(lines),
  [FILE]: jsonl(QUESTIONS),
});

export async function openPromptPull({
  more = '',
  head = CHANGED,
  base = LINES,
  inputs = {},
  renamed,
  dist,
  subject = {},
  evaluation = {},
  ...way
}: Change = {}) {
  const model = await promptModel(way);
  const github = await gitHub();
  github.pulls[0]!.base.sha = BASE;
  const filesWith = (lines: readonly string[], side: Side = 'head') =>
    filesWithPrompt(model.url, lines, more + (evaluation[side] ?? ''), subject[side]);
  const put = (sha: string, lines: readonly string[]) => {
    const files = filesWith(lines, sha === BASE ? 'base' : 'head');
    for (const [name, content] of Object.entries(files))
      github.files.set(`${sha}:${name}`, content);
  };
  put(BASE, base);
  if (renamed !== undefined) {
    for (const [name, content] of Object.entries(filesWith(base))) {
      github.files.delete(`${BASE}:${name}`);
      github.files.set(
        `${BASE}:${name.replace(PROMPT, renamed)}`,
        content.replace(PROMPT, renamed),
      );
    }
    Object.assign(github.pulls[0]!, { renamed: { [PROMPT]: renamed } });
  }
  const push = async (lines: readonly string[], sha = HEAD) => {
    put(sha, lines);
    github.pulls[0]!.head.sha = sha;
    const event = pullRequest({ head: headAt(sha) });
    const env = { GITHUB_BASE_REF: 'main' };
    return scenario({
      dist,
      github,
      event,
      env,
      files: filesWith(lines),
      inputs: { review: 'comment', ...inputs },
    });
  };
  return { github, model, push, run: await push(head) };
}
