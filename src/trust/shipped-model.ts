import { ConfigError, orTell } from '../errors.ts';
import { quoted } from '../json.ts';
import { quotedNames } from '../data/printable.ts';
import type { Files } from '../files.ts';
import type { Side } from './find-sides.ts';

/** Code of an app, without its tests. */
const CODE =
  /^(?!.*(?:test|spec|example|fixture)).*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)$/i;
/** Most files of code that are read of one side. */
const MAX_READ = 1000;

/**
 * Looks for changed code that no longer names the model which the configuration still names: the
 * gate would ask a model that ships no longer. A warning if other code names it.
 *
 * @param changed - the files that differ between both sides
 * @throws ConfigError if no code names it
 */
export async function refuseOtherModel(
  before: Side,
  { config, files }: Side,
  changed: ReadonlyMap<string, unknown>,
  warnings: string[],
) {
  const { model, placeOf } = config.subject;
  if (model.name !== before.config.subject.model.name || model.hub === 'http') return;
  const lost = await filesNaming(model.name, before.files, [...changed.keys()]);
  if (lost.length === 0) return;
  const left = await filesNaming(model.name, files, [...changed.keys(), ...(await files.list())]);
  if (left.some((file) => changed.has(file))) return;
  const fault = `${quotedNames(lost)} no longer names ${quoted(model.name)}, the model that is asked here`;
  const remedy = `If another model ships now, name it in the configuration, too.`;
  if (left.length === 0)
    throw new ConfigError(fault, {
      where: placeOf('model.name'),
      remedy: `${remedy} If ${quoted(model.name)} still ships, keep the name in your code, with its quotes.`,
    });
  warnings.push(`${fault}; other code does. ${remedy}`);
}

async function filesNaming(name: string, files: Files, paths: readonly string[]) {
  // `gpt-4o` is no name of `gpt-4o-mini`.
  const names = ['"', "'", '`'].map((quote) => name + quote);
  const naming: string[] = [];
  for (const path of paths.filter((file) => CODE.test(file)).slice(0, MAX_READ)) {
    // A link is no code.
    const [bytes] = (await orTell(() => files.read([path]))) ?? [];
    if (names.some((text) => bytes?.includes(text))) naming.push(path);
  }
  return naming;
}
