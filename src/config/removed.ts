/**
 * The names of version 1 that version 2 lacks, each with the sentence that says what to write
 * instead.
 * CHANGELOG.md lists the same names and sentences.
 */
export const REMOVED = {
  inputs: {
    attribute:
      'Remove it. A red pull request names the change that broke the model by itself (`evaluation.attribution`).',
    baseline: 'Remove it, and write `compare: base` under `evaluation`.',
    check: 'Remove it. The job is the check: make it a required status check.',
    history: 'Remove it. `compare: base` asks the base and the head in the same minutes.',
    merge: 'Remove it. One job asks 200 rows at a time.',
    'on-budget':
      'Remove it. A run that needs more than `max-requests` ends before its first request.',
    prove: 'Remove it. `sensitivity check` says how many rows a pass and a fail need.',
    'publish-from': 'Remove it. Run the gate where its report is to be published.',
    resume: 'Remove it. Leave the step with `actions/cache` out to ask everything anew.',
    shard: 'Remove it. One job asks 200 rows at a time; a matrix over models is a gate for each.',
    'upload-artifact':
      'Remove it, and upload `report-directory` in a step with `actions/upload-artifact`.',
    watch: 'Remove it. On `schedule`, the gate runs by its minima.',
  },
  commands: {
    attribute: 'Run `sensitivity run --base REF`: a red run names the change that broke the model.',
    compare: 'Run `sensitivity run --base REF`: it asks both sides the same rows.',
    convert: 'Write the file by hand: docs/coming-from.md has a table for each tool.',
    doctor: 'Run `sensitivity check`.',
    explain: 'Run `sensitivity run --show-rows`.',
    merge: 'Run `sensitivity run`: it asks 200 rows at a time.',
    plan: 'Run `sensitivity check --offline`.',
    prove: 'Run `sensitivity check`: it says how many rows a pass and a fail need.',
    validate: 'Run `sensitivity check --offline`.',
  },
  options: {
    all: 'Write `--show-rows`.',
    baseline: 'Write `--base REF`.',
    deadline: 'Write `deadline` in the configuration.',
    'fail-on-regression': 'Write `compare: base` under `evaluation`, and run with `--base REF`.',
    fresh: 'Run `sensitivity run --no-resume --show-rows`.',
    markdown: 'Open `report.html` in the report directory of a run.',
    'on-budget':
      'Leave it out. A run that needs more than `--max-requests` ends before its first request.',
    output: 'Leave it out.',
    release: 'Leave it out. docs/releases.md prints the workflow.',
    repeat: 'Leave it out.',
    report: 'Run `sensitivity run --show-rows`.',
    require: 'Leave it out.',
    shard: 'Leave it out. A run asks 200 rows at a time.',
    suggest: 'Write `--measure`.',
    test: 'Run `sensitivity run --show-rows`.',
  },
  /** By the end of their path in the configuration; `*` is any test. */
  keys: {
    'budget.max_cost': 'Write `budget.max_requests`.',
    'budget.max_tokens':
      'Write `budget.max_requests`, and limit each answer in `model.parameters`.',
    'budget.on_budget':
      'Remove it. A run that needs more than `max_requests` ends before its first request.',
    'budget.prices': 'Remove it. `sensitivity check` prints requests and tokens.',
    cache: 'Remove it. The store of `cache-directory` keeps the answers of an interrupted run.',
    'columns.cluster': 'Remove it. Keep one row of those that belong together.',
    baseline: 'Write `compare: base`.',
    'evaluation.watch_rows': 'Remove it. On `schedule`, the gate runs by its minima.',
    decision: 'Remove it. A file with a section `model` is decided as its rows are answered.',
    'judge.cases':
      'Remove it. Name another model under `judge` if the built-in known cases are not enough.',
    flaky: 'Write `advisory: true`.',
    lint: 'Remove it. Rows that cannot show whether the model read the "not" are left out, and listed.',
    obfuscation: 'Remove it, and name a `judge`, which reads disguised words.',
    'parameters.pattern':
      'Write the perturbed text into a column, and name it in `data.columns.perturbed`.',
    'parameters.replacement':
      'Write the perturbed text into a column, and name it in `data.columns.perturbed`.',
    'parameters.wordsPerSwap': 'Write `swaps`: a number, or a list of them.',
    repeats: 'Remove it. Rows are asked until they decide the test.',
    'sensitivity.word_order_answers': 'Write `word_order`, or `contrast` over pairs of your own.',
    'sensitivity.*.prompt': 'Write `model.prompt`, which all tests use.',
    'sensitivity.*.prompt_file': 'Write `model.prompt_file`, which all tests use.',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

/** The start of a message about a name that is gone; what to write instead follows it. */
export const IS_GONE = 'is gone in version 2';

/** The sentence on a name of version 1; undefined for any other name. */
export function removedName(kind: keyof typeof REMOVED, name: string): string | undefined {
  const names: Readonly<Record<string, string>> = REMOVED[kind];
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** The sentence on a key of version 1, by its path from the root of the file. */
export function removedKey(path: readonly (string | number)[]): string | undefined {
  const isAtEnd = (key: string) => {
    const steps = key.split('.');
    const end = path.slice(-steps.length);
    return steps.every((step, i) => step === '*' || step === String(end[i]));
  };
  return Object.entries(REMOVED.keys).find(([key]) => isAtEnd(key))?.[1];
}
