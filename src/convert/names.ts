/**
 * Names that tools and teams give to the columns of a row, the most common ones first. `convert`
 * and `init` look for them.
 */
export const TEXT_COLUMNS =
  'text question statement input query sentence prompt problem message request utterance user_input user_message user_question user_query'.split(
    ' ',
  );
export const OPTION_COLUMNS = 'options choices alternatives answer_choices'.split(' ');
export const ANSWER_COLUMNS =
  'answer ideal correct_answer label expected expected_output expected_answer reference ground_truth gold target'.split(
    ' ',
  );
/** Columns with the texts that a question is about, the bot's own documents first. */
export const CONTEXT_COLUMNS =
  'context retrieval_context contexts passage document documents article evidence knowledge'.split(
    ' ',
  );

/** Returns a name in lower case, without separators: `expected_output` equals `expectedOutput`. */
export function plainColumn(name: string): string {
  return name.replace(/[\s_-]+/g, '').toLowerCase();
}

/** Returns the first value under one of the names; undefined if all are absent or null. */
export function valueUnder(
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
): unknown {
  const byName = new Map(Object.entries(row).map(([name, value]) => [plainColumn(name), value]));
  const presentName = names.find((name) => (byName.get(plainColumn(name)) ?? '') !== '');
  return presentName === undefined ? undefined : byName.get(plainColumn(presentName));
}
