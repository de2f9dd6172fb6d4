/**
 * A pull request that changes a system prompt in three places, one of which makes the model
 * overlook the "not".
 */
import { BASE, CONFIG_PATH, gitHub, HEAD, modelServer, pullRequest, scenario } from './scenario.js';
import { FILE, jsonl, questions } from './triplets.js';

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

interface Change {
  more?: string;
  head?: readonly string[];
  base?: readonly string[];
  inputs?: Record<string, string>;
  /** The name of the prompt's file in the base, if it has another there. */
  renamed?: string;
  /** Requests of this kind fail. */
  fails?: (system: string) => boolean;
  /** A build, instead of the sources. */
  dist?: string;
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

const systemIn = (body: unknown) => JSON.stringify((body as { messages: unknown }).messages);

export const serve = async ({ fails }: Pick<Change, 'fails'> = {}) =>
  modelServer({
    fail: ({ body }) => (fails?.(systemIn(body)) ? { status: 400 } : undefined),
    answer: (prompt, { body }) => {
      const system = systemIn(body);
      const { answer, negated_answer } = questions[Number(/sheet (\d+)/.exec(prompt)![1])]!;
      return (
        / not /.test(prompt) && !system.includes('Skip small words') ? negated_answer : answer
      )[0]!;
    },
  });

const configOf = (url: string, more = '') => `model:
  hub: openai
  name: scenario-model
  base_url: ${url}/v1
  retries: 0
  system_prompt_file: ${PROMPT}
data: { source: "${FILE}", limit: 100 }
evaluation: { method: triplet, compare: base${more} }
tests: { sensitivity: { add_negation: {} } }
`;

export const filesOf = (url: string, lines: readonly string[], more = '') => ({
  [CONFIG_PATH]: configOf(url, more),
  [PROMPT]: text(lines),
  [FILE]: jsonl(questions),
});

export async function changed({
  more = '',
  head = CHANGED,
  base = LINES,
  inputs = {},
  renamed,
  dist,
  fails,
}: Change = {}) {
  const model = await serve({ ...(fails && { fails }) });
  const github = await gitHub();
  github.pulls[0]!.base.sha = BASE;
  const filesWith = (lines: readonly string[]) => filesOf(model.url, lines, more);
  const put = (sha: string, lines: readonly string[]) => {
    for (const [name, content] of Object.entries(filesWith(lines)))
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
    const event = pullRequest({
      head: { ref: 'patch', sha, repo: { full_name: 'octo-org/octo-repo' } },
    });
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
