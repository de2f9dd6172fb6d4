/** The last line of every report: the subject of the run and what it took. */
import type { Results } from '../../engine/results.ts';
import { servedSets } from '../../engine/served.ts';
import { shortName } from './truncate.ts';
import { formatDuration, formatNumber, keepTexts, quantity, tokensExpected } from './words.ts';

type Fact = [label: string, value: string];

export function runFacts(results: Results): Fact[] {
  const { model, config, usage, seed } = results;
  const { from_resume = 0 } = usage;
  const requests = keepTexts([
    formatNumber(usage.requests),
    from_resume > 0 && `${formatNumber(from_resume)} answers of an earlier run`,
  ]);
  // A configuration that could not be read names no model and no seed.
  const isRead = model.name !== '';
  const parts: Fact[] = [];
  if (isRead) parts.push(['model', shortName(`${model.hub}/${model.name}`)]);
  const version = config.sha256 === '' ? [] : [config.sha256.slice(0, 7)];
  parts.push(
    ...servedFact(results),
    ['config', [config.path, ...version, `(${config.ref})`].join(' ')],
    ['requests', requests.join(', ')],
    ['tokens', tokensTaken(usage)],
  );
  parts.push(['time', formatDuration(usage.duration_ms)]);
  if (isRead) parts.push(['seed', String(seed)]);
  return parts;
}

function tokensTaken({
  prompt_tokens,
  completion_tokens,
  unreported = 0,
  estimate,
}: Results['usage']): string {
  const unreportedClause =
    unreported > 0 ? `, ${quantity(unreported, 'request')} not reported` : '';
  const expected = estimate ? ` (estimated: ${tokensExpected(estimate)})` : '';
  return `${formatNumber(prompt_tokens)} in, ${formatNumber(completion_tokens)} out${unreportedClause}${expected}`;
}

/**
 * `gpt-x-2026-08-06, 2 fingerprints`; nothing where replies name the model as the configuration
 * does.
 */
function servedFact({ model, usage: { served = [] } }: Results): Fact[] {
  const { models, fingerprints } = servedSets(served);
  if (fingerprints.length === 0 && models.every((name) => name === model.name)) return [];
  const prints = fingerprints.length === 0 ? [] : [quantity(fingerprints.length, 'fingerprint')];
  return [['served by', [...models.map(shortName), ...prints].join(', ')]];
}
