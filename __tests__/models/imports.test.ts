import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** No file of this room imports itself by way of others, be it for types or at run time: what is plain can be read without what loads. */

const ROOM = path.resolve('src/models');
/** Static, dynamic, of types, and what is passed on. */
const IMPORTS = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']*)\.js'/g;

function importsOf(file: string): string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map((match) => path.resolve(path.dirname(file), `${match[1]}.ts`));
  return found.filter((other) => other.startsWith(`${ROOM}${path.sep}`));
}

/** The first way from `file` back to one that is on the way already. */
function circle(file: string, way: readonly string[], done: Set<string>): string[] | undefined {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].map((each) => path.basename(each));
  if (done.has(file)) return undefined;
  for (const next of importsOf(file)) {
    const found = circle(next, [...way, file], done);
    if (found) return found;
  }
  done.add(file);
  return undefined;
}

it('has no circle', () => {
  const names = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const files = names.map((name) => path.join(ROOM, name));
  expect(importsOf(path.join(ROOM, 'connect.ts')).length).toBeGreaterThan(3);
  expect(importsOf(path.join(ROOM, 'hubs.ts')).length).toBeGreaterThan(3);
  const done = new Set<string>();
  expect(files.map((file) => circle(file, [], done)).find((found) => found !== undefined)).toBeUndefined();
});
