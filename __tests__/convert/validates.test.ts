import { desk } from '../scenarios/desk.ts';

/** As many rows as a test needs to decide. */
const each = (row: (i: number) => string) => Array.from({ length: 60 }, (_, i) => row(i)).join('');

interface Converted {
  config: string;
  left_out: { what: string; places: string[]; why: string }[];
}

const SOURCES: [format: string, file: string, text: string][] = [
  [
    'promptfoo: answers, rules and documents',
    'promptfooconfig.yaml',
    `providers: [openai:gpt-4o-mini]
prompts:
  - '[{"role": "system", "content": "Be {{tone}}. {a}"}, {"role": "user", "content": "{{context}}\\n{{question}}"}]'
defaultTest:
  vars: { tone: kind }
  assert: [{ type: llm-rubric, value: Is polite }, { type: not-icontains, value: sorry }]
tests:
${each((i) => `  - { vars: { question: How long is it for ${i}?, context: "It takes ${i} days: {b}." }, assert: [{ type: icontains-any, value: [${i} days, ${i} d] }] }\n`)}`,
  ],
  [
    'OpenAI Evals: ideal',
    'samples.jsonl',
    each((i) => `{"input": [{"role": "user", "content": "What is ${i}?"}], "ideal": "${i}"}\n`),
  ],
  [
    'DeepEval: goldens with context',
    'goldens.jsonl',
    each(
      (i) =>
        `{"input": "How long is it for ${i}?", "expected_output": "${i} days", "context": ["${i}."]}\n`,
    ),
  ],
  [
    'Langfuse: items',
    'items.jsonl',
    each(
      (i) =>
        `{"id": "i${i}", "input": {"question": "What is ${i}?"}, "expectedOutput": "${i}", "metadata": {}}\n`,
    ),
  ],
  [
    'promptfoo: options beside answers in words',
    'promptfooconfig.yaml',
    `providers: [openai:gpt-4o-mini]
prompts: ["{{question}}\\n{{options}}"]
defaultTest: { assert: [{ type: llm-rubric, value: Is polite }] }
tests:
${each((i) => `  - { vars: { question: "Which of these ${i} is a fruit?", options: "A. granite\\nB. apple\\nC. chair" }, assert: [{ type: equals, value: B }] }\n`)}
${each((i) => `  - { vars: { question: How long is ${i}?, options: "-" }, assert: [{ type: contains, value: ${i} days }] }\n`)}`,
  ],
  [
    'promptfoo: some rows with an answer',
    'promptfooconfig.yaml',
    `providers: [openai:gpt-4o-mini]
prompts: ["{{question}}"]
tests:
${each((i) => `  - { vars: { question: How long is ${i}? }, assert: [{ type: contains, value: ${i} days }] }\n  - { vars: { question: Why is ${i}? } }\n`)}`,
  ],
];

describe('what is converted can be run', () => {
  it.each(SOURCES)('%s', async (_format, file, text) => {
    const { cli } = await desk({ files: { [file]: text } });
    const made = await cli('convert', '--json', '--model', 'm', '--output', 'evals', file);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { config, left_out } = JSON.parse(made.stdout) as Converted;
    expect(left_out.filter(({ what }) => what === 'to correct')).toEqual([]);
    for (const command of ['validate', 'plan'])
      expect({ command, ...(await cli(command, '--config', config)) }).toMatchObject({
        exitCode: 0,
        stderr: '',
      });
  });
});
