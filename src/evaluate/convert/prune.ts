import { explain } from '../../config/issues.js';
import type { Path } from '../../config/positions.js';
import { configSchema } from '../../config/schema.js';
import type { Notes } from './converted.js';
import { isMapping } from '../../json.js';

/** Each pass takes away one mistake at least; a file with more is all mistakes. */
const MOST_PASSES = 200;

/** Takes out what no configuration may hold, a value of the source that is of another kind say, and names it. */
export function pruned(config: Record<string, unknown>, notes: Notes, where: (path: Path) => string): Record<string, unknown> {
  const whole = structuredClone(config);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const parsed = configSchema.safeParse(whole);
    if (parsed.success) return whole;
    const [first] = explain(parsed.error.issues, configSchema, whole);
    const path: Path = first!.key === undefined ? first!.path : [...first!.path, first!.key];
    notes.add(path.join('.').slice(0, 120), where(path), {
      why: `${first!.message}${isShort(first!.allowed) ? ` (allowed: ${first!.allowed})` : ''}`,
      instead: 'Write it as allowed, or leave it out.',
    });
    if (!remove(whole, path)) break;
  }
  return whole;
}

/** All keys of a section are no help. */
const LONGEST = 120;

const isShort = (allowed: string | undefined): boolean => allowed !== undefined && allowed.length <= LONGEST;

/** The value at a path, or its nearest parent's: of a list the whole list. */
function remove(root: Record<string, unknown>, path: Path): boolean {
  const parents: Record<string, unknown>[] = [root];
  for (const step of path.slice(0, -1)) {
    const next = parents.at(-1)![step];
    if (!isMapping(next)) break;
    parents.push(next);
  }
  const name = path[parents.length - 1];
  return name !== undefined && Object.hasOwn(parents.at(-1)!, name) && Reflect.deleteProperty(parents.at(-1)!, name);
}
