/** Prompts that columns of the rows fill, for a bot that answers from documents. */
import { runConfig, type ConfigEnded, type ConfigRun } from '../support/run-config.ts';
import { isJudged, type Reading } from '../support/scripted-judge.ts';
import type { Behaviour, RecordedRequest } from '../support/model-types.ts';
import { times } from '../support/times.ts';

const COLOURS = ['red', 'blue', 'green', 'white'];
/** Four questions on 40 passages: many rows differ in the filled values alone. */
const ROWS = times(40, (i) => {
  const colour = COLOURS[i % 4]!;
  const claimed = i % 8 < 4 ? colour : COLOURS[(i + 1) % 4]!;
  const passage = `Shop ${i} was painted by its owner.\nIts door has a coat of ${colour} paint.`;
  return { text: `The door is ${claimed}.`, passage, truth: claimed === colour, note: 'n' };
});

const sentIn = ({ body }: RecordedRequest) =>
  (body as { messages: { content: string }[] }).messages.map(({ content }) => content).join('\n');

/** Answers from the document in its prompts. */
const grounded: Behaviour = (_prompt, request) => {
  const sent = sentIn(request);
  const colour = /a coat of (\w+) paint/.exec(sent)?.[1];
  const claim = /The door is (not )?(?:\w+ )??(red|blue|green|white)\./.exec(sent);
  if (colour === undefined || !claim) return 'I do not know.';
  const isTrue = (claim[2] === colour) === (claim[1] === undefined);
  if (sent.includes('At length.')) return `Well, I would call that ${isTrue} by what I read.`;
  return isTrue ? 'True' : 'False';
};

const data = (fill: unknown, more = {}) => ({
  data: { source: 'rows.jsonl', columns: { fill, ...more } },
});
const CONTEXT = data({ context: 'passage' });
const ASK = 'True or False only? {text}';

function run(changes: Partial<ConfigRun>) {
  return runConfig({
    tests: { add_negation: {} },
    rows: ROWS,
    model: grounded,
    sections: CONTEXT,
    ...changes,
  });
}

it.each([
  ['a prompt', { modelKeys: { prompt: `Document: {context}\n${ASK}` } }],
  [
    'a prompt with double braces, from a list of columns',
    {
      modelKeys: { prompt: 'Document: {{ passage }}\nTrue or False only? {{ text }}' },
      sections: data(['passage']),
    },
  ],
  [
    'a prompt that calls the text as the product does',
    {
      modelKeys: { prompt: 'Document: {{ context }}\nTrue or False only? {{ claim }}' },
      sections: data({ context: 'passage', claim: 'text' }),
    },
  ],
  [
    'a system prompt that has the text, too',
    {
      modelKeys: {
        prompt: undefined,
        system_prompt: 'Document: {{context}}\nIs it true? {{claim}}',
      },
      sections: data({ context: 'passage', claim: 'text' }),
    },
  ],
  [
    'a system prompt',
    { modelKeys: { prompt: ASK, system_prompt: 'Document: {context} {"a": 1}' } },
  ],
  [
    'files, with a variable for the tone',
    {
      modelKeys: {
        prompt: undefined,
        prompt_file: 'ask.txt',
        system_prompt_file: 'system.txt',
        variables: { tone: { file: 'tone.txt' } },
      },
      files: {
        'ask.txt': `${ASK}\n`,
        'system.txt': 'Be {tone}. Document: {context}\n',
        'tone.txt': 'brief\n',
      },
    },
  ],
] as [string, Partial<ConfigRun>][])(
  'rows fill %s, and no test edits what is filled in',
  async (_name, changes) => {
    const { report, server } = await run(changes);
    expect(report).toMatchObject({ outcome: 'pass', report: [{ error_count: 0 }] });
    const sent = server.requests.map(sentIn);
    const whole =
      /Document: Shop \d+ was painted by its owner\.\nIts door has a coat of \w+ paint\./;
    expect(sent.filter((text) => !whole.test(text))).toEqual([]);
    // The same question with another passage is another row.
    expect(new Set(sent.map((text) => /Shop \d+/.exec(text)?.[0])).size).toBeGreaterThan(15);
  },
);

const TONE_OF_FILE = { variables: { tone: { file: 't.txt' } } };
const SET = { source: 'builtin:statements', columns: { fill: { context: 'passage' } } };
it.each([
  [
    'a placeholder of a column that a built-in set lacks',
    { modelKeys: { prompt: '{context} {text}' }, sections: { data: SET } },
    '"builtin:',
  ],
  [
    'the same in a system prompt of a file',
    {
      modelKeys: { system_prompt_file: 's.txt' },
      files: { 's.txt': 'By {context}.' },
      sections: { data: SET },
    },
    'context',
  ],
  [
    'the key of a row under another name',
    { modelKeys: { prompt: '{hint} {text}' }, sections: data({ hint: 'note' }, { truth: 'note' }) },
    'note',
  ],
  [
    'a column that the data lacks',
    { modelKeys: { prompt: '{context} {text}' }, sections: data({ context: 'passages' }) },
    'passages',
  ],
  [
    'a cell that is no text',
    {
      modelKeys: { prompt: '{context} {text}' },
      rows: [{ ...ROWS[0]!, passage: { page: 'One.' } }],
    },
    'rows.jsonl:1',
  ],
  ['a variable in a file that is not there', { modelKeys: TONE_OF_FILE }, 't.txt'],
  [
    'a variable in a link out of the folder',
    { modelKeys: TONE_OF_FILE, files: { 't.txt': { link: '../../secret.txt' } } },
    't.txt',
  ],
] as [what: string, run: Partial<ConfigRun>, word: string][])(
  '%s is one error before a request',
  async (_name, changes, word) => {
    const { shown, server, exitCode } = await run(changes).catch((ended: ConfigEnded) => ended);
    expect([exitCode, server.requests.length]).toEqual([2, 0]);
    expect(shown).toContain(word);
  },
);

it('a judge sees question and answer, and nothing that was filled in', async () => {
  const judge: Reading = ({ answer }) => ({ stance: /\b(?:true|false)\b/.exec(answer)![0] });
  const { report, server } = await run({
    modelKeys: { prompt: '{context}\nAt length. {text}' },
    judge,
  });
  expect(report.outcome).toBe('pass');
  const judged = server.requests.map(sentIn).filter((text) => isJudged(text) && /door/.test(text));
  expect(judged.length).toBeGreaterThan(20);
  expect(judged.filter((text) => /paint|At length/.test(text))).toEqual([]);
});
