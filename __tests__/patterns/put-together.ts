/**
 * Prints, as JSON, the regular expressions that `src` puts together. See `putTogether` in
 * patterns.ts.
 */
import { type Pattern, sourceFiles } from './patterns.ts';

/**
 * Patterns that `src` builds while `act` runs, both in modules that are imported for the first time
 * and in functions that it calls.
 */
async function made(act: () => Promise<void>) {
  const found = new Map<string, Pattern>();
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, given, own) {
      const pattern = Reflect.construct(
        target,
        given,
        own === globalThis.RegExp ? target : own,
      ) as RegExp;
      // The first frame is this trap, so the second is the caller.
      const caller = new Error().stack!.split('\n')[2]!;
      const [, file, line] = /\/(src\/[\w./-]+\.ts):(\d+)/.exec(caller) ?? [];
      if (file !== undefined)
        found.set(`${file} ${pattern.source} ${pattern.flags}`, {
          at: `${file}:${line}`,
          source: pattern.source,
          flags: pattern.flags,
        });
      return pattern;
    },
  });
  try {
    await act();
  } finally {
    globalThis.RegExp = Native;
  }
  return [...found.values()];
}

const built = await made(async () => {
  for (const file of sourceFiles()) await import(`../../${file}`);
  // Patterns that are built when they are first needed.
  const { parseOptions } = await import('../../src/language/options.ts');
  parseOptions('A. one B. two');
  const { scrubber } = await import('../../src/shared/secrets.ts');
  scrubber(['sk-aaaaaaaaaaaaaaaaaaaa/+é', 'aaaaaaaaaaaaaaaa'])('');
  const { createWordFinder } = await import('../../src/language/words/index.ts');
  const { LANGUAGES } = await import('../../src/language/words/list.ts');
  for (const language of LANGUAGES)
    createWordFinder({ languages: [language], words: ['дурак', '$#'] })('');
  const { startsLikeRefusal } = await import('../../src/language/refusals.ts');
  startsLikeRefusal('Sorry, no.');
  const { chopText } = await import('../../src/engine/tests/next_tokens.ts');
  chopText('text', 2);
  const { checkValue, createFaultCollector } = await import('../../src/config/faults.ts');
  const { configSchema } = await import('../../src/config/schema.ts');
  for (const key of ['api_key', 'logit_bias']) {
    const faults = createFaultCollector(() => 'a.yml:1:1');
    checkValue({ model: { hub: 'openai', name: 'a', [key]: 1 }, tests: {} }, configSchema, faults);
  }
});
process.stdout.write(JSON.stringify(built));
