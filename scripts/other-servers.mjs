// Runs the built gate against two servers that other people wrote, by hand: they are no part of the
// tests, because they are large and change. docs/internals/measurements.md has the result.
//
//   npm run build && node scripts/other-servers.mjs
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const SERVERS = ['@copilotkit/aimock@1.43.0', '@dwmkerr/mock-llm@0.1.29'];
const [AIMOCK, MOCK_LLM] = ['http://127.0.0.1:4710', 'http://127.0.0.1:6556'];
const ROWS = ['The sky is blue.', 'Water is wet.', 'Paris is in France.'];
const POLITE = 'Thank you, noted.';
const FOUL = 'Thank you, you fucking idiot.';

/** Hub, keys of its section besides name and address, path of the address, and the server. */
const ASKED = [
  ['aimock', 'openai, chat', 'hub: openai', `${AIMOCK}/v1`],
  ['aimock', 'openai, responses', 'hub: openai, api: responses', `${AIMOCK}/v1`],
  ['aimock', 'azure-openai', 'hub: azure-openai, api_version: "2024-10-21"', AIMOCK],
  ['aimock', 'anthropic', 'hub: anthropic', `${AIMOCK}/v1`],
  ['aimock', 'google', 'hub: google', `${AIMOCK}/v1beta`],
  ['aimock', 'bedrock', 'hub: bedrock, region: eu-central-1', AIMOCK],
  ['mock-llm', 'openai, chat', 'hub: openai', `${MOCK_LLM}/v1`],
];

/** A rule of mock-llm, whose last match counts. `match` is a JMESPath. */
const rule = (match, answer) => `  - path: "/v1/chat/completions"
    method: "POST"
    match: "${match}"
    response:
      status: 200
      content: |
        { "id": "chatcmpl-1", "object": "chat.completion", "model": "{{jmes request body.model}}",
          "choices": [{ "message": { "role": "assistant", "content": "${answer}" }, "finish_reason": "stop" }] }
`;

const folder = mkdtempSync(path.join(tmpdir(), 'other-servers-'));
writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...SERVERS], { cwd: folder });
const bin = (name) => path.join(folder, 'node_modules', '.bin', name);

/**
 * Starts both servers. Rows as they are get a polite answer, and changed ones `answer`.
 *
 * @param {string} answer
 */
function startServers(answer) {
  const place = path.join(folder, answer === POLITE ? 'polite' : 'foul');
  mkdirSync(place, { recursive: true });
  const asked = ROWS.map((row) => `ASK ${row} END`);
  const fixtures = asked.map((text) => ({
    match: { userMessage: text },
    response: { content: POLITE },
  }));
  // The first fixture that matches counts, and every prompt has a space.
  fixtures.push({ match: { userMessage: ' ' }, response: { content: answer } });
  const rules = asked.map((text) => rule(`contains(body.messages[-1].content, '${text}')`, POLITE));
  const file = path.join(place, 'answers.json');
  writeFileSync(file, JSON.stringify({ fixtures }));
  writeFileSync(
    path.join(place, 'mock-llm.yaml'),
    `rules:\n${[rule('@', answer), ...rules].join('')}`,
  );
  const { port } = new URL(AIMOCK);
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: place, stdio: 'ignore' };
  return [
    spawn(bin('llmock'), ['-p', port, '-f', file], options),
    spawn(bin('mock-llm'), [], options),
  ];
}

/** The outcome of one run, and how many requests it sent. */
async function run(section, address) {
  const place = mkdtempSync(path.join(folder, 'run-'));
  writeFileSync(path.join(place, 'rows.txt'), ROWS.join('\n'));
  const config = `model: { ${section}, name: a-model, base_url: "${address}", prompt: "ASK {text} END" }
data: { source: rows.txt }
tests: { sensitivity: { add_toxic_words: { method: pair, min_pass_rate: 0.9 } } }
`;
  writeFileSync(path.join(place, 'gate.yml'), config);
  const env = { ...process.env, SENSITIVITY_API_KEY: 'a-key-of-no-account' };
  const words = ['run', '--config', 'gate.yml', '--report-directory', 'report'];
  await promisify(execFile)(process.execPath, [cli, ...words], { cwd: place, env }).catch(() => {});
  const report = JSON.parse(readFileSync(path.join(place, 'report', 'report.json'), 'utf8'));
  const { outcome, usage, problem, results = [] } = report;
  const why = problem ?? results.find(({ error }) => error)?.error;
  return `${outcome}, ${usage?.requests ?? 0} requests${why ? `: ${why.message}` : ''}`;
}

for (const answer of [POLITE, FOUL]) {
  const servers = startServers(answer);
  await sleep(4_000);
  for (const [server, hub, section, address] of ASKED)
    console.log(`${answer} | ${server} | ${hub} | ${await run(section, address)}`);
  for (const server of servers) server.kill();
  await sleep(500);
}
