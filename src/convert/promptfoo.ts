import { namedFile } from '../config/paths.js';
import { parseYaml, type LocatedYaml } from '../config/positions.js';
import { asRecord, isMapping, jsonIn } from '../json.js';
import { parseOptions } from '../language/options.js';
import {
  escaped,
  asList,
  NO_MODEL,
  NOT_COPIED,
  scalarText,
  withoutSecrets,
  type Material,
  type Notes,
  type Reason,
  type ConvertedRow,
} from './material.js';
import { conversation } from './openai-evals.js';
import type { SourceFiles } from './read.js';

/** A text split at its variables: their names stand at odd places. */
type Template = readonly string[];
type PromptMessages = { user: Template; system?: string };
type Located = { value: unknown; where: string };
type Case = Omit<ConvertedRow, 'text' | 'options'> & { values: Record<string, string> };

const PLAIN: Reason = {
  why: 'it is no text with plain variables',
  instead: 'Write the text itself; tests as CSV, JSON Lines, YAML.',
};
const ONE: Reason = {
  why: 'a configuration has one model and one prompt',
  instead: 'Convert it by itself.',
};
const NOTHING: Reason = {
  why: 'there is nothing like it here',
  instead: 'Leave it out, or keep it in promptfoo.',
};
const RUBRIC: Reason = {
  why: 'no rubric of your own is judged',
  instead: 'Keep it in promptfoo; for toxicity take `output_toxicity`.',
};
const WORDS: Reason = {
  why: 'it names no right answer',
  instead: 'Keep it in promptfoo, or give the row options and the right one.',
};
const SEVERAL: Reason = {
  why: 'all of it became the text of a row',
  instead: 'Write into model.prompt what is not to be perturbed.',
};
const READ =
  'description tags metadata sharing outputPath $schema defaultTest prompts providers targets tests'.split(
    ' ',
  );

export async function fromPromptfoo(
  yaml: LocatedYaml,
  sourceFiles: SourceFiles,
  notes: Notes,
): Promise<Material> {
  const root = asRecord(yaml.value);
  const entries = (key: string): Located[] =>
    asList(root[key]).map((value, i) => ({
      value,
      where: yaml.where(Array.isArray(root[key]) ? [key, i] : [key]),
    }));
  for (const key of Object.keys(root).filter((name) => !READ.includes(name)))
    notes.add(key, yaml.where([], key), NOTHING);
  const [provider, ...providers] = [...entries('providers'), ...entries('targets')];
  const [prompt, ...prompts] = entries('prompts');
  for (const { value, where } of providers) notes.add(`provider ${shown(value)}`, where, ONE);
  for (const { value, where } of prompts) notes.add(`prompt ${shown(value)}`, where, ONE);
  const asked: PromptMessages | undefined = prompt
    ? await promptOf(prompt, sourceFiles, notes)
    : { user: ['', 'prompt', ''] };
  const cases: Case[] = [];
  for (const test of entries('tests')) {
    const all =
      typeof test.value === 'string'
        ? await testsIn(test.value, test.where, { sourceFiles, notes })
        : [test];
    cases.push(...all.flatMap((one) => caseOf(one, asRecord(root.defaultTest), notes)));
  }
  const model = (provider && modelOf(provider.value, provider.where, notes)) ?? NO_MODEL;
  return {
    format: 'a promptfoo configuration',
    model,
    system: asked?.system,
    ...shaped(asked?.user ?? [], cases, notes),
  };
}

/** Name of a provider or a prompt in a note; its other keys may hold a secret. */
function shown(value: unknown): string {
  const [first = ''] = Object.keys(asRecord(value));
  const name = scalarText(asRecord(value).id) ?? scalarText(value) ?? first;
  return JSON.stringify(name.slice(0, 60));
}

/**
 * The prompt of one question with at most one system prompt; undefined, with a note, for any other.
 */
async function promptOf(
  { value, where }: Located,
  sourceFiles: SourceFiles,
  notes: Notes,
): Promise<PromptMessages | undefined> {
  const given = scalarText(isMapping(value) ? (value.raw ?? value.id) : value) ?? 'exec:';
  const file = namedFile(given);
  const isRead =
    file === undefined
      ? !/^(?:exec|langfuse|https?):/i.test(given)
      : /\.(?:txt|md|json|ya?ml)$/i.test(file);
  const text = isRead && file !== undefined ? (await sourceFiles.text(file, where)).trim() : given;
  const messages =
    file !== undefined && /\.ya?ml$/i.test(file) ? parseYaml(text, file).value : jsonIn(text);
  const { user = '{{', system = '' } =
    conversation(Array.isArray(messages) ? messages : text) ?? {};
  const template = templateOf(user);
  if (isRead && template && templateOf(system)?.length === 1) return { user: template, system };
  notes.add(`prompt ${shown(value)}`, where, {
    ...PLAIN,
    instead: 'Write model.prompt, with {text} and {options}.',
  });
  return undefined;
}

/** Undefined if the text holds filters, conditions, loops or comments. */
function templateOf(text: string): Template | undefined {
  const pieces = text.split(/\{\{-?\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}-?\}\}/);
  return pieces.some((piece, i) => i % 2 === 0 && /\{[{%#]/.test(piece)) ? undefined : pieces;
}

const rendered = (template: Template, values: Readonly<Record<string, string>>): string =>
  template.map((piece, i) => (i % 2 === 0 ? piece : (values[piece] ?? ''))).join('');

const variablesOf = (template: Template): string[] => [
  ...new Set(template.filter((_, i) => i % 2 === 1)),
];

/** Tests of a file. Columns of a table are variables; a column `__expected` is an assertion. */
async function testsIn(
  named: string,
  where: string,
  { sourceFiles, notes }: { sourceFiles: SourceFiles; notes: Notes },
): Promise<Located[]> {
  const file = named.replace(/^file:\/\//i, '');
  const ending = /^[^:*?]+\.(csv|tsv|jsonl?|ya?ml)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined) return notes.add(`tests ${shown(named)}`, where, PLAIN);
  if (ending.startsWith('y')) {
    const yaml = parseYaml(await sourceFiles.text(file, where), file);
    return asList(yaml.value).map((value, i) => ({ value, where: yaml.where([i]) }));
  }
  const found: Located[] = [];
  for await (const { value, source, where: at } of sourceFiles.rows(file, where)) {
    const cells = Object.entries(asRecord(value));
    const assert = cells.flatMap(([name, cell]) =>
      name.startsWith('__expected') && cell !== '' ? [fromCell(String(cell).trim())] : [],
    );
    const vars = Object.fromEntries(cells.filter(([name]) => !name.startsWith('__')));
    found.push({
      value: ending.startsWith('j') ? value : { vars, assert },
      where: at?.() ?? source,
    });
  }
  return found;
}

/** A cell such as `contains: Paris`; a text alone is what the answer must equal. */
function fromCell(cell: string): Record<string, unknown> {
  if (/^(?:not-)?is-refusal$/.test(cell)) return { type: cell };
  const [, type = 'equals', value = cell] =
    /^((?:not-)?[a-z][a-z-]{2,40}):([^]*)$/.exec(cell) ?? [];
  return {
    type,
    value: type.endsWith('-any') ? value.split(',').map((part) => part.trim()) : value.trim(),
  };
}

function caseOf({ value, where }: Located, shared: Record<string, unknown>, notes: Notes): Case[] {
  const test = asRecord(value);
  const open = withoutSecrets({ ...asRecord(shared.vars), ...asRecord(test.vars) }, (name) =>
    notes.add(`vars.${name}`, where, NOT_COPIED),
  );
  const vars = Object.entries(asRecord(open));
  const odd = vars.find(([, one]) => /^file:\/\/|\{[{%]/i.test(scalarText(one) ?? '{{'));
  if (odd || !isMapping(value) || typeof test.vars === 'string')
    return notes.add(`the test${odd ? ` (vars.${odd[0]})` : ''}`, where, PLAIN);
  for (const key of ['provider', 'prompts', 'options', 'threshold'].filter(
    (name) => test[name] !== undefined,
  ))
    notes.add(key, where, { ...NOTHING, why: 'all rows are asked alike' });
  const found: Case = {
    values: Object.fromEntries(vars.map(([name, one]) => [name, scalarText(one) ?? ''])),
    answers: [],
    where,
  };
  const assertions = [...asList(shared.assert), ...asList(test.assert)];
  return [
    assertions.reduce<Case>((one, assertion) => asserted(one, asRecord(assertion), notes), found),
  ];
}

function asserted(one: Case, { type, value }: Record<string, unknown>, notes: Notes): Case {
  const name = scalarText(type) ?? 'without a type';
  if (/^(?:not-)?is-refusal$/.test(name))
    return { ...one, should: name === 'is-refusal' ? 'refuse' : 'answer' };
  const given = asList(value);
  const texts = given.flatMap((text) => {
    const template = templateOf(scalarText(text) ?? '{{');
    if (!template) return [];
    const isFilled = variablesOf(template).every((name) => Object.hasOwn(one.values, name));
    return isFilled ? [template] : [];
  });
  const isMatch = /^(?:equals|starts-with|i?contains(?:-any)?)$/.test(name);
  if (isMatch && texts.length === given.length && one.answers.length === 0)
    return { ...one, answers: texts.map((text) => rendered(text, one.values)) };
  const isRubric = /rubric|g-eval|graded|factuality|relevance/.test(name);
  notes.add(`assert ${name}`, one.where, isRubric ? RUBRIC : WORDS);
  return one;
}

/**
 * Prompt and rows. All from the first variable to the last is the text of a row, so that the model
 * is asked what it was asked before.
 */
function shaped(
  template: Template,
  given: readonly Case[],
  notes: Notes,
): Pick<Material, 'prompt' | 'rows'> {
  const names = variablesOf(template);
  const cases = given.flatMap((one): Case[] => {
    const missing = names.find((name) => !Object.hasOwn(one.values, name));
    const why =
      names.length === 0
        ? 'no prompt asks for its variables'
        : `it has no {{${missing}}}, which the prompt asks for`;
    if (names.length > 0 && missing === undefined) return [one];
    return notes.add('the test', one.where, {
      why,
      instead: 'Write one prompt with a variable, and a text for it in each test.',
    });
  });
  const options = names.find(
    (name) =>
      /option|choice/i.test(name) &&
      cases.some(({ values }) => parseOptions(values[name] ?? '').length > 1),
  );
  const isText = (piece: string, i: number) =>
    i % 2 === 1 && (piece !== options || names.length === 1);
  const [first, last] = [template.findIndex(isText), template.findLastIndex(isText)];
  const text = ['', ...template.slice(first, last + 1), ''];
  const [{ where } = { where: '' }] = cases;
  if (last > first) notes.add(`a prompt with ${names.join(', ')}`, where, SEVERAL);
  const ours = template.map((piece, i) => {
    if (i % 2 === 0) return escaped(piece);
    return i === first ? '{text}' : '{options}';
  });
  const prompt = ours.filter((_, i) => i <= first || i > last).join('');
  const rows = cases.map(({ values, ...one }): ConvertedRow => {
    const listed = options === undefined || text.includes(options) ? undefined : values[options];
    const isApart = listed !== undefined && parseOptions(listed).length > 1;
    return { ...one, text: rendered(text, values), options: isApart ? listed : undefined };
  });
  return { prompt: prompt === '{text}' || !prompt.includes('{text}') ? undefined : prompt, rows };
}

const ELSEWHERE: Reason = {
  why: 'no hub here asks it',
  instead:
    'Write model: hub: http with url and body, or hub: openai with the base_url of a gateway.',
};
const NOT_SENT: Reason = {
  why: 'not every server takes it',
  instead: 'Write what the endpoint takes under model.parameters.',
};

/** Servers of OpenAI's protocol at their usual address. */
const SPEAKS_OPENAI = new Map([
  ['openai', undefined],
  ['ollama', 'http://127.0.0.1:11434/v1'],
  ['localai', 'http://127.0.0.1:8080/v1'],
  ['vllm', 'http://127.0.0.1:8000/v1'],
  ['openrouter', 'https://openrouter.ai/api/v1'],
]);
const OTHER_KINDS = /^(?:embeddings?|moderation|assistant|realtime|image)(?::|$)/;
const SENT =
  /^(?:temperature|top_[pk]|min_p|max_(?:|completion_|new_)tokens|(?:frequency|presence|repetition)_penalty|seed|stop|reasoning_effort)$/;

/**
 * Returns the section `model` of a provider: a name, a mapping with an id, or one under its id.
 * Undefined, and noted, for others.
 */
function modelOf(given: unknown, where: string, notes: Notes): Record<string, unknown> | undefined {
  const [only = '', inner] = Object.entries(asRecord(given))[0] ?? [];
  const id = scalarText(given) ?? scalarText(asRecord(given).id) ?? only;
  const config = asRecord(asRecord(id === only ? inner : given).config);
  const [service = '', ...rest] = id.split(':');
  const isKind = /^(?:chat|completion|responses|text-generation)$/.test(rest[0] ?? '');
  const [kind = 'chat'] = isKind ? rest.splice(0, 1) : [];
  const [name = '', route] = service === 'huggingface' ? rest : [rest.join(':')];
  const hub = SPEAKS_OPENAI.has(service)
    ? 'openai'
    : service.replace(/^azure(?:openai)?$/, 'azure-openai');
  const isKnown =
    ['openai', 'azure-openai', 'huggingface'].includes(hub) &&
    name !== '' &&
    !OTHER_KINDS.test(name);
  if (!isKnown) {
    notes.add(`provider ${id}`, where, ELSEWHERE);
    return undefined;
  }
  const isSent = ([key, value]: [string, unknown]) =>
    SENT.test(key) && !/file:\/\/|\{\{/.test(JSON.stringify(value));
  for (const entry of Object.entries(config)) {
    const [key] = entry;
    if (isSent(entry) || ['apiHost', 'apiBaseUrl', 'apiVersion'].includes(key)) continue;
    const isSecret = /key|token|secret|headers/i.test(key);
    notes.add(`config.${key}`, where, isSecret ? NOT_COPIED : NOT_SENT);
  }
  const parameters = Object.fromEntries(Object.entries(config).filter(isSent));
  const host = scalarText(config.apiHost)?.replace(/^https?:\/\//, '');
  const url =
    scalarText(config.apiBaseUrl) ??
    (host && `https://${host}${hub === 'openai' ? '/v1' : ''}`) ??
    SPEAKS_OPENAI.get(service);
  const version = scalarText(config.apiVersion);
  return {
    hub,
    name,
    base_url: url,
    api_version: version,
    provider: route,
    api: /^(?:completion|text-generation)$/.test(kind) ? 'completions' : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  };
}
