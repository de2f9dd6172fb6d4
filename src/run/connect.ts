import { createEmbed } from '../engine/embed.ts';
import { createJudge, type CalibratedJudge, type JudgeModel } from '../engine/judge/judge.ts';
import { createSubject } from '../engine/subject.ts';
import type { Embed, Model, Subject } from '../engine/types.ts';
import { canonical } from '../json.ts';
import type { SubjectConfig, TestConfig } from '../config/config.ts';
import type { Endpoints } from '../models/endpoint.ts';
import { createEmbedder, createModel, type Door } from '../models/index.ts';
import type { EndpointSettings, ModelSettings } from '../models/settings.ts';
import type { RunOptions } from './types.ts';
import { selfJudge } from './self-judge.ts';

type Section = Door['section'];

/** What the models of a run are opened with. */
export function doorOf(
  { grants, env, headerVariables }: RunOptions,
  endpoints: Endpoints,
): Omit<Door, 'section'> {
  return { endpoints, grants, env, headerVariables };
}

/** The models of a run. One that is named twice is one, so that equal questions are asked once. */
export class Models {
  private readonly door: Omit<Door, 'section'>;
  private readonly models = new Map<string, Promise<Model>>();
  private readonly judges = new Map<string, Promise<CalibratedJudge>>();
  private embed: Promise<Embed> | undefined;

  constructor(door: Omit<Door, 'section'>) {
    this.door = door;
  }

  model(settings: ModelSettings, section: Section = 'model'): Promise<Model> {
    const key = canonical([section, settings]);
    const model = this.models.get(key) ?? this.open(settings, section);
    this.models.set(key, model);
    return model;
  }

  private async open(settings: ModelSettings, section: Section): Promise<Model> {
    return createModel(settings, { ...this.door, section });
  }

  /** A model with the prompts of a configuration, and the columns that rows fill in. */
  async subject(subject: SubjectConfig, columns: readonly string[]): Promise<Subject> {
    return createSubject(await this.model(subject.model), promptsOf(subject, columns));
  }

  /** The judge of a test; undefined where it has none. */
  async judgeOf(test: TestConfig, self: ModelSettings): Promise<CalibratedJudge | undefined> {
    const { judge, setup } = test;
    const isOneAtATime = setup.metric?.async_mode === false;
    const settings = judge === 'self' ? selfJudge(self) : judge;
    if (settings === undefined || settings === 'off') return undefined;
    const key = canonical([settings, isOneAtATime]);
    const known = this.judges.get(key) ?? this.openJudge(settings, judge === 'self', isOneAtATime);
    this.judges.set(key, known);
    return known;
  }

  private async openJudge(
    settings: ModelSettings,
    isSelf: boolean,
    isOneAtATime: boolean,
  ): Promise<CalibratedJudge> {
    const judgeModel: JudgeModel = { model: await this.model(settings, 'judge') };
    if (isSelf) judgeModel.role = 'the model itself';
    const store = this.door.store?.calibrations;
    return createJudge(judgeModel, { store, id: canonical(settings), isOneAtATime });
  }

  embedder(settings: EndpointSettings): Promise<Embed> {
    const door: Door = { ...this.door, section: 'embeddings' };
    const embed = this.embed ?? createEmbedder(settings, door).then(createEmbed);
    this.embed = embed;
    return embed;
  }

  /** The calibrations of the judges so far. */
  async calibrations(): Promise<CalibratedJudge['calibrations']> {
    const judges = await Promise.all(this.judges.values());
    return judges.flatMap(({ calibrations }) => calibrations);
  }
}

export function promptsOf(
  { prompt, system_prompt: system, variables }: SubjectConfig,
  columns: readonly string[],
) {
  const texts = Object.entries(variables).map(([name, { text }]) => [name, text]);
  return {
    prompt: prompt?.text,
    system: system?.text,
    variables: Object.fromEntries(texts) as Record<string, string>,
    columns,
  };
}
