import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { runProcess } from '../support/run-process.ts';

/**
 * Every regular expression of `src`: those that are written out, and the places where one is put
 * together.
 */

export interface Pattern {
  /** `src/engine/x.ts:12`. */
  at: string;
  source: string;
  flags: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');

export const sourceFiles = (): string[] =>
  readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join('src', file));

/** `makes`: files with the number of places where they call `RegExp`. */
export function written() {
  const literals: Pattern[] = [];
  const makes = new Map<string, number>();
  for (const file of sourceFiles()) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const countMaker = ({ callee }: { callee: object }): void => {
      if ('name' in callee && callee.name === 'RegExp') makes.set(file, (makes.get(file) ?? 0) + 1);
    };
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const line = text.slice(0, node.start).split('\n').length;
        literals.push({
          at: `${file}:${line}`,
          source: node.regex.pattern,
          flags: node.regex.flags,
        });
      },
      NewExpression: countMaker,
      CallExpression: countMaker,
    }).visit(parseSync(file, text).program);
  }
  return { literals, makes };
}

/**
 * The patterns that `src` builds when it is imported and used, in a process that has not imported
 * it yet.
 */
export async function putTogether() {
  const words = ['__tests__/patterns/put-together.ts'];
  const { exitCode, stdout, stderr } = await runProcess(words, { env: {}, cwd: ROOT });
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Pattern[];
}
