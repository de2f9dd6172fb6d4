import { ConfigError, orTell } from '../errors.ts';
import { quoted } from '../json.ts';
import type { Side } from './find-sides.ts';

/** Code of an app, without its tests. */
const CODE =
  /^(?!.*(?:test|spec|example|fixture)).*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)$/i;
/** Most files of code that are read of one side. */
const MAX_READ = 1000;

/**
 * Looks for changed code that no longer names the model of an unchanged configuration: the gate
 * would ask a model that ships no longer. A warning if other code names it.
 *
 * @param changes - the files that differ between both sides
 * @throws ConfigError if no code names it
 */
export async function refuseOtherModel(
  before: Side,
  head: Side,
  changes: ReadonlyMap<string, unknown>,
  warnings: string[],
) {
  const { model, placeOf } = head.config.subject;
  if (model.name !== before.config.subject.model.name || model.hub === 'http') return;
  const changed = [...changes.keys()];
  const [lost] = await filesNaming(model.name, before, changed);
  if (lost === undefined) return;
  const left = await filesNaming(model.name, head, [...changed, ...(await head.files.list())]);
  if (left.some((file) => changes.has(file))) return;
  const fault = `${quoted(lost)} no longer names the model ${quoted(model.name)}, which is asked here`;
  const remedy = 'If another one ships now, name it in the configuration, too.';
  if (left.length > 0) warnings.push(`${fault}, and other code does. ${remedy}`);
  else
    throw new ConfigError(fault, {
      where: placeOf('model.name'),
      remedy: `${remedy} If it still ships, keep its name in quotes in the code, such as in a comment.`,
    });
}

async function filesNaming(name: string, { files }: Side, paths: readonly string[]) {
  const naming: string[] = [];
  for (const file of paths.filter((path) => CODE.test(path)).slice(0, MAX_READ)) {
    // A link cannot be read, and is no code.
    const [bytes = ''] = (await orTell(() => files.read([file]))) ?? [];
    // `gpt-4o` is no name of `gpt-4o-mini`.
    if (['"', "'", '`'].some((quote) => bytes.includes(name + quote))) naming.push(file);
  }
  return naming;
}
