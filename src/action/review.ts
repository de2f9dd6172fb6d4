import path from 'node:path';
import { parseYaml } from '../config/positions.js';
import {
  restoredLines,
  restoredValue,
  type LocatedFile,
  type Restored,
} from '../config/restore.js';
import { keysOfField } from '../config/subject-places.js';
import { MOST_LINES, type AttributedPart } from '../engine/attribution/schema.js';
import type { Results, RuleChange } from '../engine/results.js';
import type { Client } from '../github/client.js';
import { markerOf } from '../github/comment.js';
import { eventKind, mayWrite } from '../github/event-kinds.js';
import type { EventContext } from '../github/event.js';
import { filesAt } from '../github/files.js';
import type { InlineComment } from '../github/hunks.js';
import { publishReview } from '../github/review.js';
import { isMapping } from '../json.js';
import { logLine } from '../report/formats/escape.js';
import { reviewTexts, type RestoringPart, type ReviewTexts } from '../report/formats/review.js';
import { partSentence, strongestFirst } from '../report/story/attribution.js';
import type { Mask } from '../report/story/mask.js';
import type { StoryOptions } from '../report/story/story.js';
import type { Job } from './job.js';

interface ReviewOptions extends StoryOptions {
  mask: Mask | undefined;
  pullNumber: number;
  commentUrl?: string;
}

export function restoringParts(
  results: Results,
  base?: string,
): (RestoringPart & AttributedPart)[] {
  const { attribution } = results;
  if (!attribution) return [];
  return strongestFirst(attribution).map((part) => ({
    ...part,
    sentence: partSentence(part, results, base),
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
  for (const notice of notices) job.world.core.notice(logLine(notice));
}

function whyNoReview({ outcome }: Results, { event }: Job): string | undefined {
  if (!mayWrite(event))
    return "the token of a pull request from a fork is read-only. Write the review from a workflow_run workflow with the input 'publish-from'";
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
  const isNamed = rules.length > 0 || parts.some((part) => part.path === inputs.config);
  // Read the lines of the head: the checkout may be a merge commit or the default branch.
  const file = isNamed ? await configAtHead(octokit, event, inputs.config) : undefined;
  const texts = reviewTexts(results, wording);
  const findings = [
    ...parts.map((part): InlineComment => {
      const id = `part ${JSON.stringify([part.path, part.base, part.head])}`;
      const restored = restoredPart(part, inputs.config, file);
      return { ...part, kind: 'attribution', id, restored, body: () => texts.describePart(part) };
    }),
    ...ruleFindings(rules, texts, { path: inputs.config, yaml: file?.yaml }),
    ...rowFindings(texts),
  ];
  const isPublished = inputs.publishFrom !== undefined;
  const findingsWithOrigin = findings.map((finding) => ({
    ...finding,
    body: () => texts.warnOfOrigin(finding.body()),
  }));
  const { id: gate } = markerOf({ ...event, ...inputs });
  return publishReview(octokit, {
    event,
    pullNumber,
    gate,
    findings: isPublished ? findingsWithOrigin : findings,
    summary: (count) => texts.describeReview(count, commentUrl),
  });
}

async function configAtHead(
  client: Client,
  event: EventContext,
  name: string,
): Promise<LocatedFile | undefined> {
  const text = await filesAt(client, event, event.headSha).read(name);
  return text === undefined ? undefined : { path: name, text, yaml: parseYaml(text, name) };
}

/**
 * Returns the lines of a part and their text in the base: in the file of a prompt, or at the key of
 * the configuration.
 */
function restoredPart(
  {
    field,
    path: partPath,
    line,
    filled,
    mixed,
    head,
    base,
    old: oldValue = null,
    new: newValue = null,
  }: AttributedPart,
  config: string,
  file: LocatedFile | undefined,
): Restored | undefined {
  // The report holds the first lines of a long part only.
  const isCut = Math.max(head.length, base.length) >= MOST_LINES;
  if (filled || mixed || isCut) return undefined;
  if (partPath !== config) return line === undefined ? undefined : { firstLine: line, head, base };
  if (!file) return undefined;
  const keys = keysOfField(field, file.yaml);
  if (line !== undefined) return restoredLines(file, keys, { line, head, base });
  return restoredValue(file, keys, { old: oldValue, current: newValue });
}

type Configuration = { path: string; yaml: LocatedFile['yaml'] | undefined };
const CONFIGURATION_RULE = /^(?:model|tests|embeddings|seed|budget|deadline)(?:\.|$)/;
const ROW_PLACE = /^(?<file>.+):(?<line>\d+)$/;

/**
 * Returns one finding for all changed rules of a line. A rule is a key of a test, a key of the
 * defaults of all tests, or a file.
 */
function ruleFindings(
  changes: readonly RuleChange[],
  { describeRules }: ReviewTexts,
  config: Configuration,
): InlineComment[] {
  const { yaml } = config;
  const isSet = (keyPath: readonly string[]) =>
    keyPath.reduce<unknown>(
      (value, key) => (isMapping(value) ? value[key] : undefined),
      yaml?.value,
    ) !== undefined;
  const lineOf = (rule: string) => {
    const keys = rule.split('.');
    const testKeys = keys.slice(3);
    // A rule of a test may be set in the section for all tests.
    const shared = [['evaluation'], ['tests', 'defaults'], []].map((start) => [
      ...start,
      ...testKeys,
    ]);
    const keyPath = testKeys.length === 0 ? keys : ([keys, ...shared].find(isSet) ?? keys);
    // The comment on a removed key is at its parent. A removed top-level key gets none.
    if (keyPath.length === 1 && !isSet(keyPath)) return undefined;
    return yaml?.lineOf(keyPath.slice(0, -1), keyPath.at(-1));
  };
  const groups = Map.groupBy(changes, ({ path: rule }) =>
    CONFIGURATION_RULE.test(rule) ? lineOf(rule) : rule,
  );
  return [...groups].map(([place, group]) => {
    const position =
      typeof place === 'string' ? { path: place } : { path: config.path, line: place };
    return {
      kind: 'rule',
      id: `rule ${group[0]?.path}`,
      ...position,
      body: () => describeRules(group),
    };
  });
}

function rowFindings({ failingRows }: ReviewTexts): InlineComment[] {
  return failingRows.flatMap(({ source, text, body }): InlineComment[] => {
    const { file, line } = ROW_PLACE.exec(source)?.groups ?? {};
    if (file === undefined) return [];
    const dataFile = path.posix.normalize(file);
    const id = `row ${dataFile} ${text}`;
    return [{ kind: 'row', id, path: dataFile, line: Number(line), text, body }];
  });
}
