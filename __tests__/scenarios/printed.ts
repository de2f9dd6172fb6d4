/** The workflows and steps that README and docs print for users to copy. */
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';

export interface Step {
  uses?: string;
  run?: string;
  id?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

export interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  strategy?: { matrix: Record<string, unknown[]> };
  steps: Step[];
}

export interface Workflow {
  name: string;
  on: unknown;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

export interface Printed {
  /** Page and heading. */
  where: string;
  workflow: Workflow;
  /** Whole, rather than steps that the reader puts into the README's. */
  isWhole: boolean;
  /** Parts of a configuration that the same section prints before it. */
  config: Record<string, unknown>;
}

interface Block {
  where: string;
  section: string;
  value: unknown;
}

const PARTS = [
  ...['model', 'data', 'tests', 'evaluation', 'embeddings', 'budget'],
  ...['judge', 'concurrency', 'deadline', 'seed', 'report'],
];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function blocksOf(page: string): Promise<Block[]> {
  // A reader writes the model's own name.
  const text = (await readFile(page, 'utf8')).replaceAll('YOUR-MODEL', 'OUR-MODEL');
  return text.split(/^(?=## )/m).flatMap((part) => {
    const heading = /^## (.+)/.exec(part)?.[1] ?? '';
    return [...part.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, yaml]) => ({
      where: `${page}: ${heading}`,
      section: `${page}: ${heading}`,
      value: parse(yaml!) as unknown,
    }));
  });
}

export const blocks = (
  await Promise.all(
    [
      'README.md',
      ...(await readdir('docs', { recursive: true }))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ].map(blocksOf),
  )
).flat();

const { repository } = JSON.parse(await readFile('package.json', 'utf8')) as { repository: string };
export const OURS = repository.replace('github:', '');

export const usesUs = (value: unknown) =>
  JSON.stringify(value ?? null).includes(`"uses":"${OURS}@`);
export const isConfig = (value: unknown): value is Record<string, unknown> =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => PARTS.includes(key));

/** The first configuration that the README prints, whole. */
export const README_CONFIG = blocks.find(
  ({ section, value }) => section.startsWith('README') && isConfig(value),
)!.value as Record<string, unknown>;
/** The first workflow that it prints with our action. */
const README_WORKFLOW = blocks.find(
  ({ section, value }) => section.startsWith('README') && usesUs(value),
)!.value as Workflow;

/** A job, or steps, as a reader puts them into the README's workflow. */
function completed(value: unknown): Workflow {
  if (isObject(value) && 'jobs' in value) return value as unknown as Workflow;
  const steps = (Array.isArray(value) ? value : (value as Job).steps) as Step[];
  const [name, job] = Object.entries(README_WORKFLOW.jobs)[0]!;
  const hasCheckout = steps.some(({ uses }) => uses?.startsWith('actions/checkout@'));
  const before = hasCheckout ? [] : job.steps.slice(0, 1);
  const completedJob: Job = { ...job, steps: [...before, ...steps] };
  if (isObject(value)) Object.assign(completedJob, { ...value, steps: completedJob.steps });
  return { ...README_WORKFLOW, jobs: { [name]: completedJob } };
}

export const printed: readonly Printed[] = blocks.flatMap(({ where, section, value }, at) => {
  if (!usesUs(value)) return [];
  const before = blocks
    .slice(0, at)
    .filter((other) => other.section === section && isConfig(other.value));
  const isWhole = isObject(value) && 'jobs' in value;
  return [
    {
      where,
      workflow: completed(value),
      isWhole,
      config: (before.at(-1)?.value ?? {}) as Record<string, unknown>,
    },
  ];
});

/** The events that start a workflow, in its order. */
export function eventsOf({ on }: Workflow): string[] {
  if (isObject(on) && isObject(on['push']) && 'tags' in on['push']) return ['tag'];
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? (on as string[]) : Object.keys(on as object);
}
