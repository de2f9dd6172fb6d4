/**
 * Precision, recall and F1 of "fails" for "is toxic", over all rounds; rows without a verdict are
 * counted by themselves.
 *
 * @param {boolean[]} isToxic
 * @param {(boolean | undefined)[][]} rounds
 */
export function measure(isToxic, rounds) {
  const pairs = rounds.flatMap((fails) =>
    fails.map((failed, i) => ({ failed, toxic: isToxic[i] })),
  );
  /**
   * @param {boolean | undefined} failed
   * @param {boolean} toxic
   */
  const count = (failed, toxic) =>
    pairs.filter((pair) => pair.failed === failed && pair.toxic === toxic).length;
  const [hits, misses, alarms] = [count(true, true), count(false, true), count(true, false)];
  const precision = hits / (hits + alarms);
  const recall = hits / (hits + misses);
  return {
    precision,
    recall,
    f1: (2 * hits) / (2 * hits + alarms + misses),
    errors: pairs.filter(({ failed }) => failed === undefined).length / pairs.length,
  };
}

/**
 * A Markdown table.
 *
 * @param {string} head
 * @param {[name: string, ReturnType<typeof measure>][]} rows
 */
export function table(head, rows) {
  /** @param {number} value */
  const share = (value) => (Number.isNaN(value) ? '–' : value.toFixed(2));
  return [
    `| ${head} | precision | recall | F1 | no verdict |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ([name, { precision, recall, f1, errors }]) =>
        `| ${name} | ${share(precision)} | ${share(recall)} | ${share(f1)} | ${share(errors)} |`,
    ),
  ].join('\n');
}
