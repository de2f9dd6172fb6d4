// Plays one pull request through the built command line, and reads what it names.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startModelServer } from '../../__tests__/support/model-server.ts';
import { CONFIG, GOOD_NAME, PROMPT } from './cases.mjs';
import { modelOf } from './model.mjs';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

function filesOf({ lines, name = GOOD_NAME, temperature = 0 }, url, test) {
  const configuration = `model:
  hub: openai
  base_url: ${url}/v1
  name: ${name}
  retries: 0
  parameters:
    temperature: ${temperature}
  system_prompt_file: ${PROMPT}
${test.keys}
evaluation: { compare: base }
tests:
  sensitivity:
    ${test.test}
`;
  return { [CONFIG]: configuration, [PROMPT]: `${lines.join('\n')}\n`, ...test.rows };
}

async function put(root, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Commits the base, changes it to the head, and runs the gate. */
export async function playPull(pull, test, cli) {
  const model = modelOf(pull, test);
  const server = await startModelServer({ answer: model.answer });
  const root = await mkdtemp(path.join(tmpdir(), 'pull-'));
  const git = (...words) => run('git', ['-C', root, ...words]);
  try {
    await put(root, filesOf(pull.base, server.url, test));
    await git('init', '--quiet');
    await git('add', '--all');
    const author = ['-c', 'user.name=player', '-c', 'user.email=player@example.com'];
    await git(...author, 'commit', '--quiet', '--message', 'base');
    await put(root, filesOf(pull.head, server.url, test));
    const report = await reportOf(cli, root);
    return { pull, ...readFinding(pull, report), calibrations: model.calibrations };
  } finally {
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
}

async function reportOf(cli, cwd) {
  // Without a key in the job a loopback address needs no grant.
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const words = [cli, 'run', '--base', 'HEAD', '--json'];
  const options = { cwd, env, maxBuffer: MOST_BYTES };
  const { stdout } = await run(process.execPath, words, options).catch((error) => error);
  const from = stdout?.indexOf('{') ?? -1;
  if (from < 0) throw new Error(`no report: ${JSON.stringify(stdout)}`);
  return JSON.parse(stdout.slice(from));
}

/** Whether a place of the report, such as `a.txt:1, 6 and 11`, is or holds the wanted one. */
function isAt(place, wanted) {
  if (place === wanted) return true;
  const [file, lines = ''] = place.split(/:(?=[\d])/);
  const [own, line] = wanted.split(/:(?=[\d])/);
  return file === own && lines.split(/, | and /).includes(line);
}

export function readFinding({ places, sentence, apart }, { outcome, attribution, usage }) {
  const named = attribution?.parts?.filter((part) => part.is_named) ?? [];
  const isRight = ({ name, places: lines }) =>
    places.some((wanted) => isAt(name, wanted)) &&
    (sentence === undefined || lines.some(({ head }) => head.includes(sentence)));
  const wrong = named.filter((part) => !isRight(part)).length;
  const right = named.length - wrong;
  return {
    outcome,
    kind: attribution?.kind ?? 'none at all',
    why: attribution?.why,
    isRight: wrong === 0 && (apart ? right > 0 : right === places.length) && places.length > 0,
    isWrong: wrong > 0,
    /** The guilty line is named beside others, since too many parts were joined. */
    isJoined: right > 0 && !named.some(({ name }) => places.includes(name)),
    requests: attribution?.requests ?? 0,
    all: usage.requests,
  };
}
