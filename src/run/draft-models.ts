import type { Config } from '../config/config.ts';
import { thrownAsRowError } from '../engine/asking/breaker.ts';
import type { Model } from '../engine/model.ts';
import type { AskJudgeModel } from '../engine/scorers/scorer.ts';
import { ConfigError } from '../errors.ts';
import {
  Accounts,
  concurrencyOf,
  createModel,
  hostOf,
  Meter,
  ROOMY_SELF_TOKENS,
  selfJudge,
  type ModelSettings,
} from '../models/index.ts';
import { connectionOf } from './connect-models.ts';
import { missingKeyError, missingKeys } from './missing-keys.ts';
import type { EvaluateOptions } from './options.ts';

/** The models that write and check rows, and what a user should know before the first request. */
export interface DraftModels {
  write: AskJudgeModel;
  check: AskJudgeModel;
  /** `openai/gpt-x at api.openai.com`, the writing model first; equal ones are listed once. */
  hosts: string[];
  /** Requests so far. */
  readonly requests: number;
  /** Ends the open connections. */
  close: () => Promise<void>;
}

/**
 * Connects the model of the configuration, without its prompts, to write rows. The judge checks
 * them; without a judge the same model does. Sends nothing.
 * @throws ConfigError for a model that cannot be asked or has no key
 */
export async function connectDraftModels(
  config: Config,
  options: EvaluateOptions,
): Promise<DraftModels> {
  const connection = connectionOf(options, config);
  const missing = missingKeys(config, connection);
  if (missing.length > 0) throw missingKeyError(missing, options.config.ref === 'local');
  const writer = writerOf(config);
  const judge = config.tests.find((test) => test.judge && !test.judge.isSelf)?.judge;
  const { budget, concurrency } = config;
  const accounts = new Accounts({ ...concurrencyOf(concurrency), proxy: options.proxy });
  const meter = new Meter(budget.max_requests, accounts);
  const writingModel = await createModel(writer, connection, meter);
  const checkingModel =
    judge === undefined ? writingModel : await createModel(judge, connection, meter);
  const askedSettings = [writer, judge].filter((settings) => settings !== undefined);
  const hosts = askedSettings.map((settings) => {
    const { overrides, endpoints } = options;
    const host = hostOf(settings, { baseUrl: overrides.baseUrl, endpoints });
    const model = `${settings.hub}/${settings.name}`;
    return host === undefined ? `${model} in this process` : `${model} at ${host}`;
  });
  return {
    write: askerOf(writingModel),
    check: askerOf(checkingModel),
    hosts: [...new Set(hosts)],
    get requests() {
      return meter.requests;
    },
    close: () => accounts.wire.close(),
  };
}

/** Returns the model without the product's prompts, and with room for a list of rows. */
function writerOf({ model, placeOf }: Config): ModelSettings {
  const settings = selfJudge(model, ROOMY_SELF_TOKENS);
  if (settings === undefined)
    throw new ConfigError('an application behind hub http writes no rows', {
      where: placeOf('model.hub') ?? 'model.hub',
      remedy: 'Name a model for it: --hub openai --model NAME.',
    });
  const { isSelf: _self, ...writer } = settings;
  return { ...writer, section: 'model' };
}

function askerOf(model: Model): AskJudgeModel {
  return async (prompt, format) => {
    try {
      const { text } = await model.answer(prompt, format);
      return text;
    } catch (error) {
      return thrownAsRowError(error);
    }
  };
}
