import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Every regular expression of `src`: those that are written out, and the places where one is put together. */

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
export function written(): { literals: Pattern[]; makes: Map<string, number> } {
  const literals: Pattern[] = [];
  const makes = new Map<string, number>();
  for (const file of sourceFiles()) {
    const parsed = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source, flags] = /^\/([^]*)\/(\w*)$/.exec(node.text)!;
        literals.push({ at: `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, source: source!, flags: flags! });
      }
      if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        makes.set(file, (makes.get(file) ?? 0) + 1);
      }
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  return { literals, makes };
}

/** Patterns that `src` puts together while `act` runs: what is imported there for the first time, and what it calls. */
export async function made(act: () => Promise<void>): Promise<Map<string, Pattern>> {
  const found = new Map<string, Pattern>();
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given, own) {
      const made = Reflect.construct(target, given, own === globalThis.RegExp ? target : own) as RegExp;
      // The line that called: this trap stands first.
      const caller = new Error().stack!.split('\n')[2]!;
      const [, file, line] = /\/(src\/[\w./-]+\.ts):(\d+)/.exec(caller) ?? [];
      if (file !== undefined)
        found.set(`${file} ${made.source} ${made.flags}`, { at: `${file}:${line}`, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    await act();
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}
