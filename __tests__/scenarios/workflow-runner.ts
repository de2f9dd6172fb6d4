/**
 * Runs the features of a workflow that our pages use: jobs in order, legs of a matrix, expressions,
 * artifacts, shell steps, and our action from its sources.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { OURS, type Job, type Step, type Workflow } from './printed.ts';
import { runAction, type ActionRun, type Finished } from '../support/run-action.ts';
import { COMPILED, SOURCES } from '../support/run-process.ts';

export interface World {
  /** Folder for all that the jobs write. */
  root: string;
  event: NonNullable<ActionRun['event']>;
  /** What a checkout has. */
  files: Record<string, string>;
  /** Variables of every step. */
  env: Record<string, string>;
  secret: (name: string) => string;
  token: string;
  /** Replaces an address of the page by the one on this machine. */
  moved: (value: string) => string;
  /** Tells GitHub of the commit that a job has checked out. */
  onCheckout?: (sha: string) => void;
}

export interface GateRun extends Finished {
  job: string;
  inputs: Record<string, string>;
}

export interface Ran {
  gates: GateRun[];
  /** The files that actions/attest signed, by name. */
  attested: Record<string, string>[];
  /** Command lines of the stand-ins for `gh`, `curl` and `ollama`. */
  called: string[];
}

const { inputs: INPUTS } = parse(await readFile('action.yml', 'utf8')) as {
  inputs: Record<string, { default?: string }>;
};
/** Actions that change nothing for ours. */
const WITHOUT_EFFECT = /^actions\/(?:cache(?:\/restore|\/save)?|setup-node)@/;

const CALLED = `#!/bin/sh
echo "$(basename "$0") $*" >> "$CALLED"
case "$*" in *" download "*)
  while [ $# -gt 1 ]; do case "$1" in --name) name="$2";; --dir) dir="$2";; esac; shift; done
  mkdir -p "$dir"; cp "$ARTIFACTS/$name"/* "$dir";;
esac
`;
const NPX = `#!/bin/sh
while [ "\${1#-}" != "$1" ]; do shift; done
case "$1" in github:${OURS}|github:${OURS}\#*) shift;; *) echo "npx $1?" >&2; exit 9;; esac
exec "${process.execPath}" "${path.join(SOURCES, 'cli.js')}" "$@"
`;

/** Commands that a job's shell finds before the machine's own. */
export async function commands(root: string): Promise<string> {
  const bin = path.join(root, 'bin');
  await mkdir(bin, { recursive: true });
  const scripts = { npx: NPX, gh: CALLED, curl: CALLED, ollama: CALLED };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(bin, name), script);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}

type Contexts = Record<string, unknown>;

/** Evaluates a name of the contexts, or `NAME == 'a' && 'b' || 'c'`. */
function valueOf(expression: string, contexts: Contexts): string {
  const [, name, wanted, so, otherwise] =
    /^([\w.-]+) == '([^']*)' && '([^']*)' \|\| '([^']*)'$/.exec(expression) ?? [];
  if (name !== undefined) return valueOf(name, contexts) === wanted ? so! : otherwise!;
  const value = expression
    .split('.')
    .reduce<unknown>((at, key) => (at as Contexts | undefined)?.[key], contexts);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Error(`the test does not model the expression \${{ ${expression} }}`);
  return String(value);
}

const written = (value: unknown, contexts: Contexts) =>
  String(value).replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) =>
    valueOf(expression, contexts),
  );

const allWritten = (values: Record<string, unknown> = {}, contexts: Contexts = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, written(value, contexts)]),
  );

function legsOf({ strategy }: Job): Record<string, unknown>[] {
  return Object.entries(strategy?.matrix ?? {}).reduce<Record<string, unknown>[]>(
    (legs, [name, values]) =>
      legs.flatMap((leg) => values.map((value) => ({ ...leg, [name]: value }))),
    [{}],
  );
}

export async function runWorkflow(workflow: Workflow, world: World): Promise<Ran> {
  const artifacts = path.join(world.root, 'artifacts');
  await mkdir(artifacts, { recursive: true });
  const bin = await commands(world.root);
  const ran: Ran = { gates: [], attested: [], called: [] };
  for (const [name, job] of Object.entries(workflow.jobs)) {
    for (const [index, leg] of legsOf(job).entries()) {
      const root = await mkdtemp(path.join(world.root, 'job-'));
      await mkdir(path.join(root, 'work'));
      await mkdir(path.join(root, 'temp'));
      const contexts: Contexts = {
        github: {
          token: world.token,
          event_name: world.event.name,
          ref: 'refs/pull/7/merge',
          event: world.event.payload,
          run_id: 42,
          run_attempt: 1,
          repository: 'octo-org/octo-repo',
          ref_name: 'v2.0.0',
        },
        secrets: new Proxy({}, { get: (_, name) => world.secret(String(name)) }),
        runner: { temp: path.join(root, 'temp') },
        matrix: leg,
        strategy: { 'job-index': index },
        steps: {},
      };
      const place = { root, artifacts, bin, contexts, world, name, ran };
      for (const step of job.steps) await runStep(step, place);
    }
  }
  return ran;
}

interface Place {
  root: string;
  artifacts: string;
  bin: string;
  contexts: Contexts;
  world: World;
  name: string;
  ran: Ran;
}

/** Where a shell's script runs: `work` and `temp` below `root`. */
type ShellPlace = Pick<Place, 'root' | 'bin' | 'artifacts'>;

async function runStep(step: Step, place: Place): Promise<void> {
  const { root, artifacts, contexts, world, ran } = place;
  const work = path.join(root, 'work');
  const env = { ...world.env, ...allWritten(step.env, contexts) };
  const given = allWritten(step.with, contexts);
  if (step.run !== undefined) {
    ran.called.push(...(await inShell(written(step.run, contexts), env, place)));
  } else if (step.uses!.startsWith(`${OURS}@`)) {
    const inputs = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, world.moved(value)]),
    );
    const finished = await gate(inputs, env, place);
    if (step.id !== undefined)
      (contexts.steps as Contexts)[step.id] = { outputs: finished.outputs };
    ran.gates.push({ ...finished, job: place.name, inputs });
  } else if (step.uses!.startsWith('actions/checkout@')) {
    await checkOut(work, world.files);
  } else if (step.uses!.startsWith('actions/upload-artifact@')) {
    if (given.path === '') throw new Error(`${given.name!}: there is nothing to upload`);
    const from = path.resolve(work, given.path!);
    // The files of a folder stand at the root of the artifact.
    const isFolder = (await stat(from)).isDirectory();
    await cp(from, path.join(artifacts, given.name!, isFolder ? '' : path.basename(from)), {
      recursive: true,
    });
  } else if (step.uses!.startsWith('actions/attest@')) {
    const signed = given['subject-path']!.trim().split(/\s*\n\s*/);
    const files = signed.map(
      async (file) =>
        [path.basename(file), await readFile(path.resolve(work, file), 'utf8')] as const,
    );
    ran.attested.push(Object.fromEntries(await Promise.all(files)));
  } else if (!WITHOUT_EFFECT.test(step.uses!)) {
    throw new Error(`the test does not model the action ${step.uses!}`);
  }
}

async function gate(
  inputs: Record<string, string>,
  env: Record<string, string>,
  { root, contexts, world }: Place,
): Promise<Finished> {
  const unknown = Object.keys(inputs).filter((name) => !(name in INPUTS));
  if (unknown.length > 0) throw new Error(`there is no input ${unknown.join()}`);
  const defaults = Object.entries(INPUTS).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  const workspace = path.join(root, 'work');
  // GitHub's server here knows no merge commit of a pull request.
  const isKnown = !world.event.name.startsWith('pull_request');
  const commit: Record<string, string> = {};
  if (isKnown && existsSync(path.join(workspace, '.git'))) {
    const sha = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: workspace, encoding: 'utf8' });
    commit.GITHUB_SHA = sha.trim();
    world.onCheckout?.(commit.GITHUB_SHA);
  }
  return runAction({
    event: world.event,
    workspace,
    withoutGit: true, // Where a step has checked out, git is there.
    inputs: {
      ...allWritten(Object.fromEntries(defaults) as Record<string, string>, contexts),
      ...inputs,
    },
    env: { RUNNER_TEMP: path.join(root, 'temp'), ...commit, ...env },
  });
}

export async function checkOut(work: string, files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(work, name)), { recursive: true });
    await writeFile(path.join(work, name), content);
  }
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  const git = (...words: string[]) =>
    execFileSync('git', [...author, ...words], { cwd: work, stdio: 'pipe' });
  git('init', '--quiet', '--template=');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'all');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

/** Returns the calls of stand-in commands, a line each. */
export async function inShell(
  script: string,
  env: Record<string, string>,
  { root, bin, artifacts }: ShellPlace,
): Promise<string[]> {
  const called = path.join(root, 'called.txt');
  await writeFile(called, '');
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: path.join(root, 'work'),
    env: {
      ...{
        PATH: `${bin}:${process.env.PATH}`,
        TMPDIR: path.join(root, 'temp'),
        HOME: root,
        CALLED: called,
        ARTIFACTS: artifacts,
        ...COMPILED,
      },
      ...{
        GITHUB_STEP_SUMMARY: path.join(root, 'summary.md'),
        GITHUB_REPOSITORY: 'octo-org/octo-repo',
      },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [code, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}: ${said.join('\n')}`);
  return (await readFile(called, 'utf8')).split('\n').filter(Boolean);
}
