import type { Config } from '../config/config.ts';
import { configOf } from '../config/rules.ts';
import type { RulesComparison } from '../config/rules-comparison.ts';
import { DEFAULT_SEQUENTIAL_MAX_REGRESSION } from '../engine/methods/test-run.ts';
import type { ChangedPart } from '../engine/attribution/parts.ts';
import type { Results } from '../engine/results.ts';
import { ConfigError, ReportedError } from '../errors.ts';
import { quotedName } from '../json.ts';
import { wrapText } from '../report/formats/layout.ts';
import { blockLines } from '../report/formats/terminal-blocks.ts';
import { attributionBlocks, attributionSentence } from '../report/story/attribution.ts';
import {
  effectSentences,
  effectsBlock,
  effectsPlanSentence,
} from '../report/story/part-effects.ts';
import { quantity } from '../report/story/words.ts';
import { attributeAll, type EffectsPlan } from '../run/attribute-all.ts';
import { changedParts } from '../run/changed-parts.ts';
import type { EvaluateOptions } from '../run/options.ts';
import { evaluate } from '../run/run.ts';
import { redact } from '../secrets.ts';
import { EXIT, type CommandLine, type Terminal } from './command.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { showProgress } from './progress-bar.ts';

/** Names the change that broke rows. Exit status 1 if rows broke. */
export async function runAttribute({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printJson, layout, secrets } = terminal;
  const workingOptions = await evaluateOptions(options, terminal);
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const parts = changedParts(baseConfigOf(workingOptions.config), config);
  const comparingOptions = comparedWithBase(workingOptions, config);
  if (options.all) return showEffects(comparingOptions, { options, terminal });
  const { results } = await showProgress(terminal, (onProgress) =>
    evaluate({ ...comparingOptions, onProgress }),
  );
  const shownResults = redact(results, secrets);
  const { problem, report } = shownResults;
  if (problem) throw new ReportedError(problem);
  const broken = report.reduce((sum, { baseline }) => sum + (baseline?.broken ?? 0), 0);
  if (options.json) printJson({ broken, attribution: shownResults.attribution ?? null });
  else {
    const sentence =
      attributionSentence(shownResults, nameOfBase(workingOptions.config)) ??
      unattributed(shownResults, broken, parts);
    const lines = [
      ...wrapText(sentence, layout, 0),
      ...attributionBlocks(shownResults).flatMap((block) => ['', ...blockLines(block, layout)]),
    ];
    print(`${lines.join('\n')}\n`);
  }
  if (broken > 0) return EXIT.fail;
  return unjudgedTests(shownResults).length > 0 ? EXIT.error : EXIT.pass;
}

function comparedWithBase(options: EvaluateOptions, config: Config): EvaluateOptions {
  const compare = { with: 'base' as const, max_regression: DEFAULT_SEQUENTIAL_MAX_REGRESSION };
  const tests = config.tests.map((test) => ({
    ...test,
    compare: test.compare ?? compare,
    attribution: true,
  }));
  return { ...options, config: { ...options.config, rules: { config: { ...config, tests } } } };
}

/** Prints the effect of each change, also for a head that passes. */
async function showEffects(
  comparingOptions: EvaluateOptions,
  { options, terminal }: Pick<CommandLine, 'options'> & { terminal: Terminal },
): Promise<number> {
  const { print, printJson, note, layout, secrets } = terminal;
  const onPlan = (plan: EffectsPlan) => {
    note(`${effectsPlanSentence(plan)}\n`);
  };
  const effects = redact((await attributeAll({ ...comparingOptions, onPlan })).effects, secrets);
  if (options.json) printJson(effects);
  else {
    const sentences = effectSentences(effects).flatMap((sentence) => wrapText(sentence, layout, 0));
    print(`${[...sentences, '', ...blockLines(effectsBlock(effects), layout)].join('\n')}\n`);
  }
  return EXIT.pass;
}

function nameOfBase({ base }: RulesComparison): string | undefined {
  return base && !('problem' in base) ? base.name : undefined;
}

function baseConfigOf({ base, path }: RulesComparison): Config {
  const refusal = (message: string, remedy: string) =>
    new ConfigError(message, { where: '--base', remedy });
  if (!base)
    throw refusal('there is no base to compare with', 'Name a commit: --base origin/main.');
  if ('problem' in base) throw base.problem;
  const { name, rules } = base;
  if ('config' in rules || 'problem' in rules) return configOf(rules, path);
  throw refusal(
    `the ${name} has no configuration to compare with`,
    `Name a commit that has ${path}.`,
  );
}

/** Names of the tests that could not be judged: whether their rows broke is unknown. */
function unjudgedTests({ report }: Results): string[] {
  const unjudged = report.filter(({ outcome }) => outcome === 'error');
  return [...new Set(unjudged.map(({ test_type }) => quotedName(test_type)))];
}

function unattributed(results: Results, broken: number, parts: readonly ChangedPart[]): string {
  if (broken === 0) {
    const unjudged = unjudgedTests(results);
    if (unjudged.length === 0) return 'No row broke since the base.';
    const cause = results.results.find(({ error }) => error)?.error?.message;
    const because = cause === undefined ? '' : ` ${cause}`;
    return `Whether rows broke is unknown: ${unjudged.join(', ')} could not be judged.${because}`;
  }
  const rows = `${quantity(broken, 'row')} broke`;
  if (parts.length === 0) return `${rows}, and neither model nor prompts changed since the base.`;
  return `${rows}, too few for a regression.`;
}
