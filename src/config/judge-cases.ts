import {
  CASE_KINDS,
  MIN_CASES,
  MAX_CASES,
  readTeamCase,
  type CaseKind,
  type TeamCases,
} from '../engine/judges/team-cases.ts';
import { ConfigError } from '../errors.ts';
import { isMapping, jsonIn, quoted } from '../json.ts';
import { mergeProblems } from './problems.ts';

const FORM = `Write one JSON object a line: {"kind": "${CASE_KINDS.join(' | ')}", what the judge sees, "verdict": …}. docs/tests/judges.md lists the fields of each kind.`;
/** Maximum number of faulty lines that an error names. */
const MOST_PROBLEMS = 10;

/**
 * Reads a file of known cases for a judge.
 *
 * @throws ConfigError that names each faulty line, for fewer than 20 cases of a kind, and for more
 * than 500 in all
 */
export function judgeCasesIn(text: string, file: string): TeamCases {
  const cases = new Map<CaseKind, unknown[]>();
  const problems: ConfigError[] = [];
  let total = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || problems.length === MOST_PROBLEMS) continue;
    total += 1;
    const result = caseIn(line);
    if ('problem' in result)
      problems.push(
        new ConfigError(result.problem, { where: `${file}:${index + 1}`, remedy: FORM }),
      );
    else {
      const casesOfKind = cases.get(result.kind) ?? [];
      casesOfKind.push(result.teamCase);
      cases.set(result.kind, casesOfKind);
    }
  }
  if (problems.length > 0) throw mergeProblems(problems);
  if (total === 0) throw new ConfigError('the file has no case', { where: file, remedy: FORM });
  if (total > MAX_CASES)
    throw new ConfigError(`the file has ${total} cases`, {
      where: file,
      remedy: `Keep at most ${MAX_CASES}, since each case is a request to the judge.`,
    });
  for (const [kind, casesOfKind] of cases)
    if (casesOfKind.length < MIN_CASES)
      throw new ConfigError(
        `${casesOfKind.length} case${casesOfKind.length === 1 ? '' : 's'} of kind ${quoted(kind)} cannot show whether a judge is right in 95 % of them`,
        { where: file, remedy: `Write at least ${MIN_CASES} cases of the kind, or none.` },
      );
  return Object.fromEntries(cases) as TeamCases;
}

function caseIn(line: string): { kind: CaseKind; teamCase: unknown } | { problem: string } {
  const entry = jsonIn(line);
  if (!isMapping(entry)) return { problem: 'the line is not a JSON object' };
  const { kind: kindName, ...fields } = entry;
  const kind = CASE_KINDS.find((name) => name === kindName);
  if (kind === undefined) return { problem: `unknown kind ${quoted(kindName)}` };
  const result = readTeamCase(kind, fields);
  return 'problem' in result ? result : { kind, teamCase: result.teamCase };
}
