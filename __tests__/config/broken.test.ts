import { sharedCases } from '../support/oracle.ts';
import { LANGTEST_INPUTS, langTest, ours, problemsOf, withModel, type Given } from './support.ts';

const inputs: Given = { overrides: LANGTEST_INPUTS };
const rules = (list: string) =>
  ours('answers: {}').replace('answers: {}', 'rules: { rules: RULES }').replace('RULES', list);

type Broken = [name: string, text: string, found: readonly RegExp[], given?: Given];

/** Each with the line, what is allowed, and what to do; one entry for each fault, and no more. */
const BROKEN: Broken[] = [
  [
    'a misspelt key of a test',
    ours('add_negation: { min_pas_rate: 0.7 }'),
    [/:3:41: .*min_pas_rate.*'min_pass_rate'/],
  ],
  ['a misspelt test', ours('add_negations: {}'), [/:3:25: .*'add_negation'/]],
  [
    'a misspelt test, which explains keys and columns that no other test reads',
    ours(
      'add_negations: { data: { source: a.csv, columns: { fill: [help] } } }',
      'evaluation: { compare: base, min_steady: 0.8 }',
    ).replace('name: m', 'name: m, prompt: "{help} {text}"'),
    [/:3:25: .*'add_negation'/],
  ],
  [
    'a misspelt section, which explains what is missing',
    ours('answers: {}').replace('tests:', 'test:'),
    [/:3:1: .*'tests'/],
  ],
  [
    'a misspelt key of model',
    withModel('').replace('name: m', 'nam: m'),
    [/:1:23: .*model\.nam.*'name'/],
  ],
  [
    'a text for a number',
    ours('answers: { min_pass_rate: high }'),
    [/:3:36: .*must be a number, not .*high/],
  ],
  [
    'rows that must hold in a test of rates',
    ours('contrast: { must: all }'),
    [/:3:37: .*must.*Allowed: .*min_steady/],
  ],
  ['another value of must', ours('answers: { must: true }'), [/:3:36: .*must be one of all/]],
  [
    'all rows must hold, and the test decides nothing',
    ours('answers: { must: all, advisory: true }'),
    [/:3:47: .*advisory/],
  ],
  [
    'a rule that must hold, without an ask',
    rules('[{ rule: No refunds., must: true }]'),
    [/:3:\d+: .*`ask`/],
  ],
  ['a percentage', ours('answers: { min_pass_rate: 85% }'), [/Write 0\.85, a share/]],
  ['a percentage without a sign', ours('answers: { min_pass_rate: 85 }'), [/Write 0\.85, a share/]],
  ['a slip above 1', ours('answers: { min_pass_rate: 1.5 }'), [/<=1, not `1\.5` \|/]],
  ['an endless number', ours('answers: { min_pass_rate: .inf }'), [/number, not `Infinity`/]],
  ['no number', ours('answers: { min_pass_rate: .nan }'), [/number, not `NaN`/]],
  ['a comma', ours('answers: { min_pass_rate: "0,85" }'), [/Write 0\.85/]],
  [
    'an unknown strategy',
    ours('add_toxic_words: { parameters: { strategy: both } }'),
    [/:3:58: .*start, end, combined/],
  ],
  [
    'a strategy that is near another',
    ours('add_toxic_words: { parameters: { strategy: append } }'),
    [/:3:58: .*start, end, combined, not ."append"/],
  ],
  [
    'a list of tests',
    'model: { hub: openai, name: m }\ndata: { source: a.csv }\ntests: [answers]\n',
    [/:3:1: .*must be a mapping, not/],
  ],
  [
    'a parameter from the shell',
    withModel('parameters: { top_p: "${TOP}" }'),
    [/:1:46: .*parameters\.top_p.*sent unchanged/],
  ],
  [
    'a context of another type',
    ours('add_toxic_words: { parameters: { starting_context: [7] } }'),
    [/:3:\d+: .*a text or a list/],
  ],
  [
    'a parameter of no test',
    ours('answers: { parameters: { verbs: any } }'),
    [/:3:50: .*parameters\.verbs.*none/],
  ],
  ['a custom test without a name', ours('custom: {}'), [/parameters\.name/, /parameters\.expect/]],
  ['a list in place of the file', '- a\n- b\n', [/f\.yml:1:1: .*mapping/]],
  ['a file of comments', '# nothing\n', [/^f\.yml:1:1: .*model, data and tests/]],
  [
    'an invisible sign in a name',
    ours('answers: {}').replace('name: m', 'name: "m\\u200b"'),
    [/:1:23: .*invisible/],
  ],
  ['no test', ours(''), [/:3:1: .*names no test \| .*add_negation, add_toxic_words/]],
  ['one test by two names', ours('negation: {}, add_negation: {}'), [/:3:39: .*once more/]],
  ['an unclosed list', 'tests:\n  sensitivity: [\n', [/f\.yml:\d+:\d+: /]],
  ['a key twice', `seed: 1\nseed: 2\n${ours('answers: {}')}`, [/:2:1: .*unique/]],
  ['thousands of keys', 'a: 1\n'.repeat(10_000), [/words and signs/]],
  [
    'two thousand keys, the last twice',
    `model:\n${Array.from({ length: 2000 }, (_, i) => `  k${i}: 1`).join('\n')}\n  k1: 2\n`,
    [/:2002:3: .*unique/],
  ],
  ['a deep list', `a: ${'['.repeat(200)}${']'.repeat(200)}`, [/100 levels/]],
  [
    'aliases without end',
    'a: &a [x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n',
    [/alias/],
  ],
  [
    'an alias within its own anchor',
    'model: { hub: http, name: m, body: &a { q: [{ r: *a }] } }',
    [/aliases/],
  ],
  ['a second document', `${ours('answers: {}')}---\na: 1\n`, [/:4:1: a second document/]],
  [
    'a name that examples write',
    withModel('').replace('name: m', 'name: YOUR-MODEL'),
    [/:1:23: .*YOUR-MODEL/],
  ],
  [
    'a judge that examples write',
    ours('refusal: {}', 'judge: { name: <model> }'),
    [/:4:10: .*<model>/],
  ],
  [
    'a judge that is left without a key, beside missing data',
    ours('refusal: {}', 'judge: { name: <model> }').replace('source: a.csv', ''),
    [/:4:10: .*<model>/, /:2:1: .*data\.source/],
  ],
  ['a judge without a name', ours('refusal: {}', 'judge: { hub: openai }'), [/:4:\d+: .*name/]],
  ['a judge that is neither', ours('refusal: {}', 'judge: no'), [/:4:1: .*self, off/]],
  [
    'the tone of a bot at length',
    ours('refusal: {}', `judge: { context: ${'a'.repeat(301)} }`),
    [/:4:10: .*300/],
  ],
  ['no judge for a test that needs one', rules('[Is kind.]') + 'judge: off\n', [/judge.* is off/]],
  [
    'a hub of another name',
    withModel('').replace('openai', 'Gemini'),
    [/:1:10: .*Write hub: google/],
  ],
  [
    'a server of another name',
    withModel('').replace('openai', 'together-ai'),
    [/hub: openai and base_url: https:\/\/api\.together\.xyz/],
  ],
  [
    'a hub by input',
    langTest(),
    [/^input 'hub': .*'openai'/],
    { overrides: { ...LANGTEST_INPUTS, hub: 'opnai' } },
  ],
  ['a key in the file', withModel('api-key: x'), [/:1:32: .*input `api-key`/]],
  ['a request parameter', withModel('max_tokens: 1'), [/model\.max_tokens.*model\.parameters/]],
  [
    'a parameter that servers ignore',
    withModel('parameters: { maxTokens: 1, extra_body: {} }'),
    [/maxTokens.*Write max_tokens/, /extra_body.*one level higher/],
  ],
  [
    'a key of another section',
    ours('answers: {}', 'prompt: "{text}"'),
    [/:4:1: .*Allowed: model, /],
  ],
  [
    'a test outside of sensitivity',
    ours('answers: {}').replace('sensitivity: { answers: {} }', 'answers: {}'),
    [/:3:10: .*Allowed: .*sensitivity/],
  ],
  [
    'a key of another test',
    ours('answers: { words: [a] }'),
    [/:3:36: .*words.*Allowed: .*min_decline_rate/],
  ],
  [
    'a key of other tests, twice',
    ours('answers: { words: [a] }, rules: { words: [a], rules: [Kind.] }'),
    [/answers\.words/, /rules\.words/],
  ],
  [
    'a key that no test reads',
    ours('answers: {}', 'evaluation: { threshold: 1 }'),
    [/:4:15: .*threshold.*no test.* \| Remove/],
  ],
  [
    'a share that is no loss',
    ours('answers: {}', 'evaluation: { max_regression: 0 }'),
    [/:4:15: .*>0/],
  ],
  [
    'a key of version 1',
    ours('answers: {}', 'evaluation: { method: pair, judge: off }\nreport: {}'),
    [/:4:15: .*gone/, /:4:29: .*at the root/, /:5:1: .*gone/],
  ],
  ['many at once', ours('answers: {}', 'concurrency: 300'), [/:4:1: .*1 to 256, not `300`/]],
  ['a long deadline', ours('answers: {}', 'deadline: 25d'), [/:4:1: .*90s, 10m, 2h or 7d/]],
  ['a deadline of no unit', ours('answers: {}', 'deadline: 1w'), [/:4:1: .*90s, 10m, 2h or 7d/]],
  ['a seed of no size', ours('answers: {}', 'seed: -1'), [/:4:1: .*>=0/]],
  [
    'no data for two tests',
    ours('answers: {}, refusal: {}').replace('source: a.csv', ''),
    [/:2:1: .*data\.source/],
  ],
  ['no section model', ours('answers: {}').replace(/^.*\n/, ''), [/:1:9: .*Add `model`/]],
  ['no data', ours('answers: {}').replace('source: a.csv', ''), [/:2:1: .*builtin:statements/]],
  [
    'data named twice',
    ours('answers: {}').replace('a.csv', 'a.csv, data_source: b.csv'),
    [/:2:24: .*twice/],
  ],
  [
    'a split of a file',
    ours('answers: {}').replace('a.csv', 'a.csv, split: test'),
    [/:2:24: .*hf:OWNER\/NAME/],
  ],
  [
    'a split twice',
    ours('answers: {}').replace('a.csv', '"hf:o/n:c:test", split: test'),
    [/split/],
  ],
  [
    'data on a Windows path',
    ours('answers: {}').replace('a.csv', "'sub\\a.csv'"),
    [/forward slashes/],
  ],
  [
    'data at an address',
    ours('answers: {}').replace('a.csv', 'https://x.example/a.csv'),
    [/hf:OWNER\/NAME/],
  ],
  ['data above the root', ours('answers: {}').replace('a.csv', '../a.csv'), [/without `\.\.`/]],
  [
    'two columns with the right answer',
    ours('answers: {}').replace('a.csv', 'a.csv, columns: { answer: a, answer_index: b }'),
    [/:2:\d+: .*answer_index/],
  ],
  [
    'a prompt that shows the right answer',
    ours('answers: {}').replace('a.csv', 'a.csv, columns: { fill: { help: ANSWER } }'),
    [/:2:\d+: .*ANSWER/],
  ],
  ['an address without https', withModel('base_url: m.example'), [/:1:32: .*URL/]],
  ['a stream', withModel('parameters: { stream: true }'), [/:1:46: .*stream.*Remove/]],
  ['braces without quotes', withModel('prompt: {text}'), [/:1:32: .*quotes/]],
  ['curly quotes', withModel('').replace('name: m', 'name: “m”'), [/curly quotes/]],
  ['a path in place of a prompt', withModel('prompt: prompts/a.txt'), [/:1:32: .*prompt_file/]],
  ['a prompt without the sample', withModel('prompt: Answer.'), [/:1:32: .*\{text\}/]],
  [
    'a placeholder without a value',
    withModel('prompt: "{text} {context}"'),
    [/:1:32: .*model\.variables/],
  ],
  [
    'a variable of the sample',
    withModel('variables: { text: x }'),
    [/:1:\d+: .*variables\.text.*none of text/],
  ],
  ['a variable that is a list', withModel('variables: { a: [1] }'), [/\{ file: PATH \}/]],
  [
    'a variable of the shell',
    withModel('').replace('name: m', 'name: "${MODEL}"'),
    [/:1:23: .*inputs `hub`, `model`/],
  ],
  [
    'a variable of the workflow',
    withModel('base_url: "https://${{ vars.HOST }}/v1"'),
    [/:1:32: .*sent unchanged/],
  ],
  [
    'a variable in a judge',
    ours('refusal: {}', 'judge: { name: "{{ env.JUDGE }}" }'),
    [/:4:10: .*sent unchanged/],
  ],
  ['a rule that is empty', rules('[Is kind., ""]'), [/:3:\d+: .*rules\.rules\.1/]],
  [
    'eleven rules',
    rules(`[${Array.from({ length: 11 }, (_, i) => `R${i}`).join(', ')}]`),
    [/list of 1 to 10 rules/],
  ],
  [
    'a rule that is a mapping by accident',
    rules('[Is kind., Never: promises]'),
    [/:3:\d+: .*rules\.1\W.*in quotes/],
  ],
  ['an ask without a rule', rules('[{ ask: Be rude. }]'), [/rules\.0/]],
  ['no rules', ours('rules: {}'), [/:3:25: .*1 to 10 rules/]],
  [
    'a rule about documents that are not sent',
    rules('[Is kind., Says only what the documents say.]'),
    [/:3:\d+: .*what the documents.*fill: \[context\]/],
  ],
  [
    'everything at once',
    'model: { nam: m, hub: openai, prompt: Answer. }\ndata: {}\ntests: { sensitivity: { refusal: { min_steady: 0.5, min_pass_rate: 85% } } }\n',
    [/:1:10: /, /:3:53: /, /:3:36: /, /:2:1: /, /:1:31: /],
  ],
  [
    'keys that LangTest lacks',
    langTest('seed: 1\nevaluation: { margin: 0.1 }'),
    [/:3:15: .*margin.*Add `model`/],
    inputs,
  ],
  [
    'a test that LangTest lacks',
    'tests: { sensitivity: { answers: {} } }',
    [/:1:25: .*Add `model`/],
    inputs,
  ],
  [
    'LangTest without a model',
    langTest(),
    [/^f\.yml:1:1: .*no model.*inputs `hub` and `model`/, /no data/],
  ],
  [
    'a scorer of the other pair',
    'tests: { sensitivity: { add_negation: { scorer: bad_words } } }',
    [/embedding, loss/],
    inputs,
  ],
  [
    'a threshold that is no pair',
    'tests: { sensitivity: { add_negation: { threshold: 0 } } }',
    [/:1:41: .*pair \[low, high\]/],
    inputs,
  ],
  [
    'a pair in the wrong order',
    langTest('evaluation: { threshold: [0.2, -0.2] }'),
    [/:2:15: .*wrong order/],
    inputs,
  ],
  [
    'a rate of another category',
    langTest('').replace('}\n', ', robustness: { add_negation: { min_pass_rate: -1 } } }\n'),
    [/min_pass_rate.*>=0/],
    inputs,
  ],
  ['other categories alone', 'tests: { robustness: { add_typo: {} } }', [/names no test/], inputs],
  [
    'a hub without embeddings',
    langTest(),
    [/embeddings\.hub and embeddings\.model/],
    { overrides: { ...LANGTEST_INPUTS, hub: 'anthropic' } },
  ],
  [
    'arguments of LangTest',
    langTest('model_parameters: { user_prompt: Say yes, model_type: text, openai_api_key: sk-1 }'),
    [/:2:\d+: .*model_type.*chat, completions/, /openai_api_key.*revoke/, /user_prompt.*\{text\}/],
    inputs,
  ],
];

it.each(BROKEN)('%s', async (_name, text, found, given) => {
  const problems = await problemsOf(text, given);
  expect(problems).toHaveLength(found.length);
  for (const [i, pattern] of found.entries()) expect(problems[i]).toMatch(pattern);
});

interface Written {
  name: string;
  yml: string;
  right: string;
  or?: string;
}
const written = sharedCases<Written>('25-yaml-as-people-write-it/input/files.json');

it('YAML as people write it is read as meant, or its fault is named', async () => {
  for (const one of written) await checkWritten(one);
});

async function checkWritten({ name, yml, right, or = '^$' }: Written): Promise<void> {
  const problems = await problemsOf(yml.replace('evaluation: { judge: off }', 'judge: off'));
  const isNamed = problems.some((problem) => new RegExp(or, 'i').test(problem));
  const isReadAsMeant = right === 'valid' || yml.includes('\u00a0');
  const isRight = isNamed || (isReadAsMeant && problems.length === 0);
  expect({ name, problems, isRight }).toMatchObject({ isRight: true });
}
