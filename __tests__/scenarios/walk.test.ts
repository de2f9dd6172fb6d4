import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { config, CONFIG_PATH, gitHub, modelServer, scenario } from '../support/scenario.ts';

/**
 * CONTRIBUTING.md follows one row of `add_negation` from the configuration to the comment. A
 * function of each file that it names runs on that way.
 */

/** A new file on a row's way needs a reason: this number goes down, or says why in the commit. */
const MOST_FILES = 271;
const MOST_NAMED = 50;

const statements = Array.from({ length: 40 }, (_, i) => `The house number ${i + 1} is red.`);

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/** The files of src of which a function was called; each file's first entry is the file itself. */
function filesThatRan(folder: string): Set<string> {
  const ran = new Set<string>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Coverage;
    for (const { url, functions } of result) {
      const file = /\/src\/(.*\.ts)$/.exec(url)?.[1];
      const isCalled = functions.slice(1).some(({ ranges }) => ranges[0]!.count > 0);
      if (file !== undefined && isCalled) ran.add(file);
    }
  }
  return ran;
}

function filesOfTheWalk(): string[] {
  const text = readFileSync(path.resolve('CONTRIBUTING.md'), 'utf8');
  const walk = text.slice(text.indexOf('## A walk'), text.indexOf('## Modules'));
  return [...walk.matchAll(/^\| `([\w/.-]+\.ts)` \|/gm)].map(([, file]) => file!);
}

it("each file of CONTRIBUTING's walk runs between a row's configuration and its comment", async () => {
  const model = await modelServer({
    answer: (prompt) => (/ not /.test(prompt) ? 'False' : 'True'),
  });
  const github = await gitHub();
  const folder = mkdtempSync(path.join(tmpdir(), 'walk-'));
  const ended = await scenario({
    github,
    fresh: true,
    env: { NODE_V8_COVERAGE: folder },
    files: {
      [CONFIG_PATH]: config(model).replace('{ method: pair, min_pass_rate: 0.70 }', '{}'),
      'evals/statements.txt': statements.join('\n'),
    },
  });
  const { outputs } = ended;
  expect(outputs.outcome).toBe('pass');
  expect(outputs['comment-url']).toContain('issuecomment');
  const ran = filesThatRan(folder);
  const named = filesOfTheWalk();
  expect(named.filter((file) => !ran.has(file))).toEqual([]);
  expect(named.length).toBeLessThanOrEqual(MOST_NAMED);
  expect(named.length).toBeGreaterThan(MOST_NAMED / 2);
  expect(ran.size).toBeLessThanOrEqual(MOST_FILES);
});
