import path from 'node:path';
import { parseYaml, type LocatedYaml } from '../config/positions.js';
import type { Results, RuleChange } from '../engine/results.js';
import { kindOf, mayWrite } from '../github/event-kinds.js';
import { filesAt } from '../github/files.js';
import type { Finding } from '../github/hunks.js';
import { markerOf } from '../github/comment.js';
import { publishReview } from '../github/review.js';
import { isMapping } from '../json.js';
import { logLine } from '../report/formats/escape.js';
import { reviewTexts, type RestoringPart, type ReviewTexts } from '../report/formats/review.js';
import type { FindWords } from '../report/story/cut.js';
import type { Asked } from '../report/story/story.js';
import type { Job } from './evaluate-change.js';

interface ReviewOptions extends Asked {
  find: FindWords | undefined;
  pullNumber: number;
  commentUrl?: string | undefined;
  /** Parts of the changed subject that break rows, the strongest first. */
  parts: readonly RestoringPart[];
}

/** Writes the review of the pull request. A notice says why one is left out. @throws GitHubError */
export async function writeReview(results: Results, { inputs, event, client, world }: Job, options: ReviewOptions): Promise<void> {
  const { pullNumber, commentUrl, parts, ...asked } = options;
  const why = !mayWrite(event)
    ? "the token of a pull request from a fork is read-only. Write the review from a workflow_run workflow with the input 'publish-from'"
    : !kindOf(event.name).names.head && 'the event does not name the commit under test';
  const texts = reviewTexts(results, asked);
  const write = async () => {
    const octokit = await client();
    const { rules_changed: rules = [] } = results;
    // The head's own lines: the checkout may be a merge commit, or the default branch.
    const text = rules.length === 0 ? undefined : await filesAt(octokit, event, event.headSha).read(inputs.config);
    const yaml = text === undefined ? undefined : parseYaml(text, inputs.config);
    const findings = [
      ...parts.map((part): Finding => {
        const id = `part ${JSON.stringify([part.path, part.base, part.head])}`;
        return { ...part, kind: 'attribution', id, body: () => texts.ofPart(part) };
      }),
      ...ruleFindings(rules, texts, inputs.config, yaml),
      ...rowFindings(texts),
    ];
    const { id: gate } = markerOf({ ...event, ...inputs });
    return publishReview(octokit, { event, pullNumber, gate, findings, summary: (count) => texts.ofReview(count, commentUrl) });
  };
  for (const notice of why ? [`No review was written: ${why}.`] : await write()) world.core.notice(logLine(notice));
}

const OF_CONFIGURATION = /^(?:tests|embeddings|seed|budget|deadline)(?:\.|$)/;
const LINE = /^(?<file>.+):(?<line>\d+)$/;

/**
 * One finding for all changed rules of a line. A rule is a key of the configuration, which may stand with the defaults of all tests, or a
 * file that the configuration names.
 */
function ruleFindings(changes: readonly RuleChange[], { ofRules }: ReviewTexts, config: string, yaml: LocatedYaml | undefined): Finding[] {
  const isThere = (way: readonly string[]) =>
    way.reduce<unknown>((value, key) => (isMapping(value) ? value[key] : undefined), yaml?.value) !== undefined;
  const lineOf = (rule: string) => {
    const keys = rule.split('.');
    const ways = [keys, ...[['evaluation'], ['tests', 'defaults'], []].map((start) => [...start, ...keys.slice(3)])];
    const way = ways.find((one) => one.length > 0 && isThere(one)) ?? keys;
    return yaml?.line(way.slice(0, -1), way.at(-1));
  };
  const groups = Map.groupBy(changes, ({ path: rule }) => (OF_CONFIGURATION.test(rule) ? lineOf(rule) : rule));
  return [...groups].map(([place, group]) => {
    const at = typeof place === 'string' ? { path: place } : { path: config, line: place };
    return { kind: 'rule', id: `rule ${group[0]!.path}`, ...at, body: () => ofRules(group) };
  });
}

function rowFindings({ failing }: ReviewTexts): Finding[] {
  return failing.flatMap(({ source, text, body }): Finding[] => {
    const { file, line } = LINE.exec(source)?.groups ?? {};
    if (file === undefined) return [];
    const at = path.posix.normalize(file);
    return [{ kind: 'row', id: `row ${at} ${text}`, path: at, line: Number(line), text, body }];
  });
}
