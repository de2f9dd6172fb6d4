/** Texts that break reports, logs and comments. A new one goes into hostile-corpus.json. */
import corpus from './hostile-corpus.json' with { type: 'json' };

const LONG: readonly [text: string, times: number][] = [
  ...[...'.&<\n:#( '].map((sign): [string, number] => [sign, 2_000]),
  ...['x', '`'].map((sign): [string, number] => [sign, 5_000]),
  ...['\u202E', '@a ', '</code>', '\u{1D54F}'].map((text): [string, number] => [text, 500]),
];

const CORPUS: Readonly<Record<keyof typeof corpus, readonly string[]>> = {
  ...corpus,
  markdown: [...corpus.markdown, `${'`'.repeat(500)}x${'`'.repeat(499)}`],
  shapes: [
    ...corpus.shapes,
    ...LONG.map(([text, times]) => text.repeat(times)),
    `a${'\u0301'.repeat(3_000)}`,
  ],
};

export const HOSTILE: readonly string[] = Object.values(CORPUS).flat();
