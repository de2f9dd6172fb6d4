import path from 'node:path';
import { parseYaml, type LocatedYaml } from '../config/positions.ts';
import { isKeyOfConfiguration, lineOfRule } from '../config/rule-places.ts';
import { lineOfField } from '../config/subject-places.ts';
import { MAX_LINES, type AttributedPart } from '../engine/attribution/schema.ts';
import type { Results, RuleChange } from '../engine/results.ts';
import type { Client } from '../github/client.ts';
import { parsePlace } from '../github/annotations.ts';
import { gateIdentityOf } from '../github/comment.ts';
import { eventKind, mayWrite } from '../github/event-kinds.ts';
import type { EventContext } from '../github/event.ts';
import { filesAt } from '../github/files.ts';
import type { Finding, RestoredLines } from '../github/place-findings.ts';
import { publishReview } from '../github/review.ts';
import { logLine } from '../report/formats/escape.ts';
import { reviewTexts, type RestoringPart, type ReviewTexts } from '../report/formats/review.ts';
import { partSentence, strongestFirst } from '../report/story/attribution.ts';
import type { Mask } from '../report/story/mask.ts';
import type { StoryOptions } from '../report/story/story.ts';
import type { Job } from './job.ts';

interface ReviewOptions extends StoryOptions {
  mask: Mask | undefined;
  pullNumber: number;
  commentUrl?: string;
}

export function restoringParts(
  results: Results,
  baseBranch?: string,
): (RestoringPart & AttributedPart)[] {
  const { attribution } = results;
  if (!attribution) return [];
  return strongestFirst(attribution).map((part) => ({
    ...part,
    sentence: partSentence(part, results, baseBranch),
  }));
}

/**
 * Writes the review of the pull request, or a notice that says why not.
 * @throws GitHubError
 */
export async function writeReview(
  results: Results,
  job: Job,
  options: ReviewOptions,
): Promise<void> {
  const reason = whyNoReview(results, job);
  const notices =
    reason === undefined
      ? await publishFindings(results, job, options)
      : [`No review was written: ${reason}.`];
  for (const notice of notices) job.environment.core.notice(logLine(notice));
}

function whyNoReview({ outcome }: Results, { event }: Job): string | undefined {
  if (!mayWrite(event)) return 'the token of a pull request from a fork is read-only';
  if (!eventKind(event.name).names.head) return 'the event does not name the commit under test';
  return outcome === 'error' || outcome === 'skipped' ? 'this run has no verdict' : undefined;
}

async function publishFindings(
  results: Results,
  { inputs, event, client }: Job,
  options: ReviewOptions,
): Promise<string[]> {
  const { pullNumber, commentUrl, ...wording } = options;
  const { rules_changed: rules = [] } = results;
  const octokit = await client();
  const parts = restoringParts(results, wording.base);
  const needsConfigurationFile =
    rules.length > 0 || parts.some((part) => part.path === inputs.config);
  // Read the lines of the head: the checkout may be a merge commit or the default branch.
  const file = needsConfigurationFile
    ? await configAtHead(octokit, event, inputs.config)
    : undefined;
  const texts = reviewTexts(results, wording);
  const configuration = { path: inputs.config, file };
  const findings = [
    ...partFindings(parts, texts, configuration),
    ...ruleFindings(rules, texts, configuration),
    ...rowFindings(texts),
  ];
  const { id: gate } = gateIdentityOf({ ...event, ...inputs });
  return publishReview(octokit, {
    event,
    pullNumber,
    gate,
    findings,
    summary: (count) => texts.describeReview(count, commentUrl),
  });
}

async function configAtHead(
  client: Client,
  event: EventContext,
  name: string,
): Promise<LocatedYaml | undefined> {
  const text = await filesAt(client, event, event.headSha).read(name);
  return text === undefined ? undefined : parseYaml(text, name);
}

/** The configuration of the head; without a file if it is not needed or does not exist. */
interface Configuration {
  path: string;
  file: LocatedYaml | undefined;
}

function partFindings(
  parts: readonly (RestoringPart & AttributedPart)[],
  { describePart }: ReviewTexts,
  configuration: Configuration,
): Finding[] {
  return parts.map((part) => ({
    kind: 'attribution',
    id: `part ${JSON.stringify([part.path, part.base, part.head])}`,
    path: part.path,
    base: part.base,
    head: part.head,
    ...placeOfPart(part, configuration),
    body: () => describePart(part),
  }));
}

/** The lines of a prompt file with those of the base, or the line of a key of the configuration. */
function placeOfPart(
  part: AttributedPart,
  { path: configPath, file }: Configuration,
): { restored?: RestoredLines; line?: number } {
  const { field, line, head, base } = part;
  if (part.filled || part.mixed) return {};
  if (part.path === configPath) return file ? { line: lineOfField(field, file, line) } : {};
  // The report holds at most MAX_LINES lines of a part, and does not say whether there are more.
  const mayBeCut = Math.max(head.length, base.length) >= MAX_LINES;
  return line === undefined || mayBeCut ? {} : { restored: { firstLine: line, head, base } };
}

/** Returns a finding for each line with changed rules, and for each changed file. */
function ruleFindings(
  changes: readonly RuleChange[],
  { describeRules }: ReviewTexts,
  { path: configPath, file }: Configuration,
): Finding[] {
  const findingAt = (
    place: { path: string; line?: number | undefined },
    rules: readonly RuleChange[],
  ): Finding => ({
    kind: 'rule',
    id: `rule ${rules[0]?.path}`,
    ...place,
    body: () => describeRules(rules),
  });
  const changedKeys = changes.filter(({ path: rule }) => isKeyOfConfiguration(rule));
  const changedFiles = changes.filter((change) => !changedKeys.includes(change));
  const keysByLine = Map.groupBy(changedKeys, ({ path: rule }) => file && lineOfRule(rule, file));
  return [
    ...[...keysByLine].map(([line, rules]) => findingAt({ path: configPath, line }, rules)),
    ...changedFiles.map((change) => findingAt({ path: change.path }, [change])),
  ];
}

function rowFindings({ failingRows }: ReviewTexts): Finding[] {
  return failingRows.flatMap(({ source, text, body }): Finding[] => {
    const { file, startLine: line } = parsePlace(source) ?? {};
    if (file === undefined || line === undefined) return [];
    const dataFile = path.posix.normalize(file);
    return [{ kind: 'row', id: `row ${dataFile} ${text}`, path: dataFile, line, text, body }];
  });
}
