import { describe, expect, it } from '@jest/globals';
import { SCORERS } from '../../src/engine/scorers/index.js';
import { readInputs } from '../../src/action/inputs.js';
import type { Overrides } from '../../src/config/config.js';
import { parseConfig } from '../../src/config/load.js';
import type { Rules } from '../../src/config/rules.js';
import { OTHER_CATEGORIES } from '../../src/config/langtest-categories.js';
import { jsonSchema } from '../../src/config/json-schema.js';
import { ConfigError } from '../../src/errors.js';
import { weakenings } from '../../src/trust/weakening.js';

const inputs = readInputs({ INPUT_HUB: 'reference', INPUT_MODEL: 'attentive' });
const base = `data: { source: a.jsonl, limit: 50 }
tests:
  sensitivity:
    add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] }
    add_toxic_words: { threshold: 1, words: [blockhead], parameters: { ending_context: [x] } }
`;
const rules = (text: string, over: Overrides = inputs): Rules => ({ config: parseConfig(text, 'c.yml', over) });
const told = (from: string, to: string) => weakenings(rules(base), rules(base.replace(from, to)))!;

it.each([
  ['min_pass_rate: 0.7', 'min_pass_rate: 0.6', 'add_negation: min_pass_rate goes from 0.7 to 0.6'],
  ['[-0.2, 0.2]', '[-0.2, 0.1]', 'add_negation: the threshold goes from [-0.2,0.2] to [-0.2,0.1]'],
  ['[-0.2, 0.2]', '[-0.1, 0.3]', 'add_negation: the threshold'],
  ['threshold: 1', 'threshold: 2', 'add_toxic_words: the threshold goes from 1 to 2'],
  ['    add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] }\n', '', 'the test add_negation is removed'],
  ['threshold: [-0.2, 0.2]', 'scorer: loss', 'the scorer is loss, no longer embedding'],
  ['words: [blockhead]', 'words: []', 'the options of the scorer'],
  ['[x]', '[y]', 'the parameters of the perturbation'],
  ['limit: 50', 'limit: 5', 'the limit goes from 50 to 5'],
  // Another draw: who may choose among draws chooses a good one.
  ['limit: 50', 'limit: 51', 'the limit goes from 50 to 51'],
  ['a.jsonl', 'b.jsonl', 'the data is b.jsonl, no longer a.jsonl'],
])('%s -> %s', (from, to, sentence) => {
  const sentences = told(from, to);
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.join('\n')).toContain(sentence);
});

it('of several customs each is compared by its name, and one that goes is told', () => {
  const list = (...items: string[]) =>
    rules(base.replace('add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] }', `custom: [${items.join(', ')}]`));
  const custom = (name: string, rate: number) =>
    `{ parameters: { name: ${name}, expect: same, pattern: a, replacement: b }, min_pass_rate: ${rate} }`;
  const [one, two] = [custom('one', 0.9), custom('two', 0.8)];
  expect(weakenings(list(one, two), list(two, one))).toEqual([]);
  expect(weakenings(list(one, two), list(custom('two', 0.7)))).toEqual([
    'This pull request weakens its own gate: the test custom:one is removed.',
    'This pull request weakens its own gate: custom:two: min_pass_rate goes from 0.8 to 0.7.',
  ]);
});

it.each([
  ['min_pass_rate: 0.7', 'min_pass_rate: 0.8'],
  ['[-0.2, 0.2]', '[-0.3, 0.3]'],
  ['threshold: 1', 'threshold: 0'],
  ['tests:', '# a remark\ntests:'],
])('%s -> %s weakens nothing', (from, to) => {
  expect(told(from, to)).toEqual([]);
});

describe('every key that may be written', () => {
  const whole = `model:
  hub: openai
  name: m
  system_prompt: s
  prompt: "{text}"
  parameters: { seed: 1 }
  base_url: https://a.example/v1
  api: chat
  provider: auto
  api_version: v1
  url: https://a.example
  body: { a: 1, b: { c: 2, d: 3 } }
  answer: /a
  format: json
  headers: { x-tenant: a }
  stream: false
  timeout: 100
  retries: 4
data: { source: a.jsonl, limit: 50, columns: { text: t, options: o, negated_answer: n, expect: e, perturbed: p, perturbed_answer: q, placebo: b, cluster: c, order: s } }
embeddings: { hub: openai, model: e, base_url: https://a.example/v1, provider: auto, api_version: v1 }
judge: { name: j, timeout: 90, retries: 3 }
concurrency: 4
budget: { max_requests: 100 }
deadline: 10m
cache: { mode: write }
seed: 1
report: { mask_foul_words: true }
evaluation: { method: pair, decision: assured, confidence: 0.95, lint: warn, stop: full, repeats: 3, control: 20, compare: base, max_regression: 0.05 }
tests:
  defaults: { min_pass_rate: 0.7, threshold: 1 }
  sensitivity:
    add_negation: { threshold: [-0.2, 0.2] }
    add_toxic_words: { threshold: 1, scorer: bad_words, words: [a], parameters: { strategy: start, starting_context: [x], ending_context: [y] } }
    output_toxicity: { scorer: [judge, bad_words], combine: any, thresholds: { bad_words: 1 }, repeats: 1, samples: 3 }
`;
  const one = (from: string, to: string, text = whole) => {
    expect({ from, found: text.split(from).length - 1 }).toEqual({ from, found: 1 });
    return weakenings(rules(text, {}), rules(text.replace(from, to), {}))!;
  };
  const moderated = whole.replace(
    'scorer: [judge, bad_words], combine: any, thresholds: { bad_words: 1 }',
    'scorer: moderation, moderation: { model: m1 }',
  );
  const classified = whole.replace(
    'scorer: [judge, bad_words], combine: any, thresholds: { bad_words: 1 }',
    'scorer: classifier, classifier: { model: c1 }, labels: { A: none, B: toxic }',
  );

  const refusal = whole.replace(
    '    output_toxicity:',
    '    refusal: { min_answer_rate: 0.9, min_refusal_rate: 0.9 }\n    output_toxicity:',
  );
  const triplet = whole
    .replace(
      'method: pair, decision: assured, confidence: 0.95, lint: warn, stop: full, repeats: 3, control: 20,',
      'method: triplet, margin: 0.05, alpha: 0.05, beta: 0.1, min_valid: 0.6, min_steady: 0.85, repeats: 3,',
    )
    .replace('add_negation: { threshold: [-0.2, 0.2] }', 'add_negation: { scorer: auto }')
    .replace('threshold: 1, scorer: bad_words,', 'measure: both, scorer: bad_words,');

  const chosen = triplet.replace('add_negation: { scorer: auto }', 'add_negation: { scorer: choice, readings: answers, repeats: 1 }');

  const own = whole.replace(
    'add_negation: { threshold: [-0.2, 0.2] }',
    'custom: { parameters: { name: ours, expect: same, pattern: u, replacement: w } }',
  );
  const capped = whole.replace(
    'budget: { max_requests: 100 }',
    'budget: { max_tokens: 900, max_cost: 5, prices: { m: { input: 10, output: 20 } } }',
  );
  const byod = whole.replace(
    'add_negation: { threshold: [-0.2, 0.2] }',
    'word_order: { threshold: 0.05, parameters: { wordsPerSwap: 1 } }\n    tokenization: { threshold: 0.04, parameters: { characters: 5 } }\n    long_range_context: { parameters: { sentences: 9, swapped: 1 } }\n    word_order_answers: { parameters: { wayOut: w } }',
  );
  const cached = whole.replace('mode: write', 'mode: read, ttl: 1h, path: mine');

  /** By the name of a key: changes that are told. */
  const told: Record<string, [from: string, to: string, text?: string][]> = {
    hub: [
      ['hub: openai\n', 'hub: huggingface\n'],
      ['{ hub: openai,', '{ hub: huggingface,'],
    ],
    base_url: [
      ['base_url: https://a.example/v1\n', 'base_url: https://b.example/v1\n'],
      ['e, base_url: https://a', 'e, base_url: https://b'],
    ],
    api: [['api: chat', 'api: completions']],
    provider: [['provider: auto\n', 'provider: together\n']],
    api_version: [['api_version: v1\n', 'api_version: v2\n']],
    url: [['url: https://a.example\n', 'url: https://b.example\n']],
    body: [['body: { a: 1', 'body: { a: 2']],
    answer: [['answer: /a', 'answer: /b']],
    format: [['format: json', 'format: form']],
    headers: [['x-tenant: a', 'x-tenant: b']],
    stream: [['stream: false', 'stream: true']],
    timeout: [
      ['timeout: 100', 'timeout: 1'],
      ['timeout: 90', 'timeout: 1'],
    ],
    retries: [
      ['retries: 4', 'retries: 0'],
      ['retries: 3', 'retries: 0'],
    ],
    source: [['a.jsonl', 'b.jsonl']],
    limit: [['limit: 50', 'limit: 500']],
    columns: [['columns: { text: t', 'columns: { text: u']],
    text: [['text: t', 'text: u']],
    truth: [['text: t', 'text: t, truth: w']],
    options: [['options: o', 'options: p']],
    negated_answer: [['negated_answer: n', 'negated_answer: m']],
    expect: [['expect: e', 'expect: f']],
    should: [['expect: e', 'expect: e, should: s']],
    min_answer_rate: [['min_answer_rate: 0.9', 'min_answer_rate: 0.8', refusal]],
    min_refusal_rate: [['min_refusal_rate: 0.9', 'min_refusal_rate: 0.8', refusal]],
    refusal: [['    refusal: { min_answer_rate: 0.9, min_refusal_rate: 0.9 }\n', '', refusal]],
    perturbed: [['perturbed: p', 'perturbed: x']],
    perturbed_answer: [['perturbed_answer: q', 'perturbed_answer: x']],
    placebo: [['placebo: b', 'placebo: x']],
    cluster: [['cluster: c', 'cluster: x']],
    order: [['order: s', 'order: x']],
    data: [['a.jsonl', 'b.jsonl']],
    embeddings: [['model: e', 'model: f']],
    model: [
      ['model: e', 'model: f'],
      ['model: m1', 'model: m2', moderated],
      ['model: c1', 'model: c2', classified],
    ],
    judge: [['name: j', 'name: k']],
    moderation: [['model: m1', 'model: m2', moderated]],
    classifier: [['model: c1', 'model: c2', classified]],
    budget: [['max_requests: 100', 'max_requests: 10']],
    max_requests: [
      ['max_requests: 100', 'max_requests: 10'],
      ['budget: { max_requests: 100 }\n', 'budget: { max_requests: 1 }\n'],
    ],
    max_tokens: [['max_tokens: 900', 'max_tokens: 90', capped]],
    max_cost: [['max_cost: 5', 'max_cost: 1', capped]],
    prices: [['m: { input: 10', 'n: { input: 10', capped]],
    input: [['input: 10', 'input: 1000', capped]],
    output: [['output: 20', 'output: 2000', capped]],
    on_budget: [['max_requests: 100', 'max_requests: 100, on_budget: partial']],
    deadline: [['deadline: 10m', 'deadline: 60']],
    cache: [['cache: { mode: write }', 'cache: { mode: read }']],
    mode: [['cache: { mode: write }', 'cache: { mode: read-write }']],
    ttl: [['ttl: 1h', 'ttl: 30d', cached]],
    path: [['path: mine', 'path: others', cached]],
    seed: [['\nseed: 1', '\nseed: 2']],
    decision: [
      ['assured', 'confident'],
      ['assured', 'point'],
    ],
    confidence: [['0.95', '0.9']],
    method: [
      [
        'method: triplet, margin: 0.05, alpha: 0.05, beta: 0.1, min_valid: 0.6, min_steady: 0.85,',
        'method: pair, decision: sequential,',
        triplet.replace('measure: both, ', ''),
      ],
    ],
    margin: [['margin: 0.05', 'margin: 0.1', triplet]],
    alpha: [['alpha: 0.05', 'alpha: 0.01', triplet]],
    beta: [['beta: 0.1', 'beta: 0.2', triplet]],
    min_valid: [['min_valid: 0.6', 'min_valid: 0.5', triplet]],
    min_steady: [['min_steady: 0.85', 'min_steady: 0.8', triplet]],
    measure: [['measure: both', 'measure: difference', triplet]],
    lint: [['lint: warn', 'lint: drop']],
    repeats: [
      ['repeats: 3', 'repeats: 5'],
      ['repeats: 3', 'repeats: 1'],
    ],
    control: [['control: 20', 'control: 5']],
    compare: [['compare: base', 'compare: "off"']],
    baseline: [['compare: base', 'baseline: b.json']],
    max_regression: [['max_regression: 0.05', 'max_regression: 0.5']],
    min_pass_rate: [['min_pass_rate: 0.7', 'min_pass_rate: 0.1']],
    defaults: [['min_pass_rate: 0.7', 'min_pass_rate: 0.1']],
    threshold: [
      ['[-0.2, 0.2]', '[-0.1, 0.1]'],
      ['threshold: 1, scorer', 'threshold: 2, scorer'],
      // Where a change should be minded a lower one lets more pass, else a higher one.
      ['threshold: 0.05', 'threshold: 0.01', byod],
      ['threshold: 0.04', 'threshold: 0.2', byod],
    ],
    thresholds: [['bad_words: 1', 'bad_words: 2']],
    combine: [['combine: any', 'combine: all']],
    scorer: [
      ['scorer: [judge, bad_words]', 'scorer: [moderation, bad_words]'],
      ['scorer: auto', 'scorer: stance', triplet],
    ],
    readings: [
      ['readings: answers', 'readings: probabilities', chosen],
      ['readings: probabilities', 'readings: answers', chosen.replace('answers', 'probabilities')],
    ],
    samples: [['samples: 3', 'samples: 1']],
    words: [['words: [a]', 'words: []']],
    labels: [['B: toxic', 'B: none, C: toxic', classified]],
    parameters: [['strategy: start', 'strategy: end']],
    strategy: [['strategy: start', 'strategy: end']],
    verbs: [['add_negation: { threshold: [-0.2, 0.2] }', 'add_negation: { threshold: [-0.2, 0.2], parameters: { verbs: any } }']],
    pattern: [['pattern: u', 'pattern: v', own]],
    replacement: [['replacement: w', 'replacement: v', own]],
    wordsPerSwap: [['wordsPerSwap: 1', 'wordsPerSwap: 9', byod]],
    wayOut: [['wayOut: w', 'wayOut: v', byod]],
    characters: [['characters: 5', 'characters: 50', byod]],
    sentences: [['sentences: 9', 'sentences: 3', byod]],
    swapped: [['swapped: 1', 'swapped: 2', byod]],
    starting_context: [['[x]', '[y]']],
    ending_context: [['[y]', '[x]']],
    evaluation: [['assured', 'point']],
    tests: [['    add_negation: { threshold: [-0.2, 0.2] }\n', '']],
    add_negation: [['    add_negation: { threshold: [-0.2, 0.2] }\n', '']],
  };
  /** By the name of a key: why a change of it is not told. */
  const untold: Record<string, string> = {
    name: 'the subject',
    system_prompt: 'the subject',
    prompt: 'the subject',
    system_prompt_file: 'the subject, by its text: config/prompt-files.test.ts',
    prompt_file: 'the subject, by its text: config/prompt-files.test.ts',
    model_parameters: 'the subject',
    concurrency: 'as many requests, at other times',
    report: 'how it looks',
    mask_foul_words: 'how it looks',
    stop: 'stops where the verdict is certain',
    logprobs: 'shown beside the answers',
    data_source: "LangTest's name of source",
    split: 'part of the source',
    sensitivity: 'the tests',
    negation: 'a name of add_negation',
    toxicity: 'a name of add_toxic_words',
    add_toxic_words: 'as add_negation',
    output_toxicity: 'as add_negation',
    verbs: 'part of the parameters',
    contrast: 'as add_negation',
    custom: 'as add_negation',
    word_order: 'as add_negation',
    word_order_answers: 'as add_negation',
    tokenization: 'as add_negation',
    long_range_context: 'as add_negation',
  };

  const OPTIONS = new Set(SCORERS.flatMap(({ options }) => Object.keys(options ?? {})));

  it('is told of where it can turn a fail into a pass, else it is known why not', () => {
    for (const [key, changes] of Object.entries(told)) {
      for (const [from, to, text] of changes)
        expect({ key, from, told: one(from, to, text).length > 0 }).toEqual({ key, from, told: true });
    }
    for (const [from, to, text] of [
      ['name: m', 'name: n'],
      ['system_prompt: s', 'system_prompt: t'],
      ['"{text}"', '"Say: {text}"'],
      ['parameters: { seed: 1 }', 'parameters: { seed: 2 }'],
      ['concurrency: 4', 'concurrency: 8'],
      ['mask_foul_words: true', 'mask_foul_words: false'],
      ['threshold: 0.05', 'threshold: 0.2', byod],
      ['threshold: 0.04', 'threshold: 0.01', byod],
      ['a: 1, b: { c: 2, d: 3 }', 'b: { d: 3, c: 2 }, a: 1'],
      ['repeats: 3, control: 20', 'control: 20, repeats: 3'],
      ['timeout: 100', 'timeout: 500'],
      ['readings: answers', 'readings: answers, logprobs: auto', chosen],
    ] as [from: string, to: string, text?: string][]) {
      expect({ from, told: one(from, to, text) }).toEqual({ from, told: [] });
    }
    const keys = new Set<string>();
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, part] of Object.entries(schema)) {
        if (name === 'properties') Object.keys(part as object).forEach((key) => keys.add(key));
        walk(part);
      }
    };
    walk(jsonSchema('owner/name'));
    // The options of a scorer are compared as a whole; LangTest's other categories are not run.
    const known = new Set([...Object.keys(told), ...Object.keys(untold), ...OPTIONS, ...OTHER_CATEGORIES]);
    expect([...keys].filter((key) => !known.has(key))).toEqual([]);
  });
});

it('nobody knows where the rules of a side cannot be used', () => {
  for (const unusable of [{ absent: true }, { problem: new ConfigError('x', { remedy: 'y' }) }] as const) {
    expect(weakenings(unusable, rules(base))).toBeUndefined();
    expect(weakenings(rules(base), unusable)).toBeUndefined();
  }
});
