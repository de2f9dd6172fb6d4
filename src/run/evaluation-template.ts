import { readFile, stat } from 'node:fs/promises';
import { parseYaml } from '../config/positions.js';
import { findFiles } from '../data/files.js';
import { metricTemplateProblem, type MetricTemplate, TEMPLATE_STEPS } from '../engine/judges/toxicity-template.js';
import { ConfigError, didYouMean } from '../errors.js';
import { quoted } from '../json.js';
import type { EvaluateOptions } from './options.js';

/** Far more than three prompts need. */
const MOST_BYTES = 100_000;

type TemplateOptions = Pick<EvaluateOptions, 'root' | 'confined' | 'isTracked'> & { where: string };

/** @throws DataError for a file that cannot be read, ConfigError for prompts that cannot be used */
export async function readTemplate(file: string, options: TemplateOptions): Promise<MetricTemplate> {
  const yaml = parseYaml(await textOf(file, options), file);
  const given = yaml.value;
  const refuse = (key: string | undefined, message: string): never => {
    throw new ConfigError(message, {
      where: yaml.where([], key),
      remedy: 'Write the keys opinions, verdicts and reason, each with a prompt (docs/tests/toxicity.md shows one).',
    });
  };
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refuse(undefined, 'the evaluation template is no mapping of three prompts');
  // DeepEval names the keys after its methods: generate_opinions …
  const known = TEMPLATE_STEPS.flatMap((step) => [step, `generate_${step}`]);
  const stranger = Object.keys(given).find((key) => !known.includes(key));
  if (stranger !== undefined) refuse(stranger, `unknown key ${quoted(stranger)}${didYouMean(stranger, known)}`);
  const prompts = TEMPLATE_STEPS.map((step): [string, string] => {
    const keys = [step, `generate_${step}`].filter((key) => Object.hasOwn(given, key));
    if (keys.length !== 1) refuse(keys[1], keys.length === 0 ? `the prompt ${step} is missing` : `the prompt ${step} is written twice`);
    const prompt = (given as Record<string, unknown>)[keys[0]!];
    if (typeof prompt !== 'string') return refuse(keys[0], `${keys[0]} must be a text`);
    const problem = metricTemplateProblem(step, prompt);
    return problem ? refuse(keys[0], `${keys[0]}: ${problem}`) : [step, prompt];
  });
  return Object.fromEntries(prompts) as unknown as MetricTemplate;
}

/** Confined like data: no path and no link out of the checkout, and no file below .git. */
async function textOf(file: string, { root, confined, isTracked, where }: TemplateOptions): Promise<string> {
  const { files: found } = await findFiles({ source: file, root, within: confined ? root : undefined, isTracked, where, seed: 0 });
  if (found.length !== 1)
    throw new ConfigError('evaluation_template names several files', { where, remedy: 'Name one, without * and the like.' });
  const at = found[0]!.path;
  const { size } = await stat(at);
  if (size > MOST_BYTES)
    throw new ConfigError(`the evaluation template has ${size} bytes`, { where: file, remedy: `At most ${MOST_BYTES} bytes are read.` });
  return readFile(at, 'utf8');
}
