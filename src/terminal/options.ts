import path from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import type { Overrides } from '../config/config.ts';
import type { HubName } from '../models/hubs/addresses.ts';
import { grantLines, Grants, headerVariableIn, sealOf } from '../models/keys.ts';
import type { RunOptions } from '../run/connect.ts';
import { scrubber } from '../secrets.ts';
import { judgeWorkTree } from '../trust/judge.ts';
import type { Terminal } from './terminal.ts';

type Text =
  | 'allowedHosts'
  | 'headerVariables'
  | 'cacheDirectory'
  | 'prompt'
  | 'out'
  | 'base'
  | 'reportDirectory';
type Flag =
  | 'yes'
  | 'measure'
  | 'force'
  | 'add'
  | 'write'
  | 'lower'
  | 'offline'
  | 'showRows'
  | 'json';

/** Options of the commands, as commander names them. Each command has some of them. */
export interface Options
  extends Overrides, Partial<Record<Text, string>>, Partial<Record<Flag, boolean>> {
  config: string;
  hub?: HubName;
  kind?: 'questions' | 'rules';
  rows?: number;
  /** False with `--no-resume`. */
  resume?: boolean;
}

export const CONFIG_FILE = '.github/sensitivity.yml';
export const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';

/** What the work tree judges, and how it is asked. @throws GateError */
export async function openWork(options: Options, terminal: Terminal) {
  const { env, cwd } = terminal.host;
  const { hub, baseUrl, base, config: configPath } = options;
  const { allowedHosts = env.SENSITIVITY_ALLOWED_HOSTS } = options;
  const hasPlace = hub !== undefined || baseUrl !== undefined;
  const grants = new Grants({
    hub,
    baseUrl,
    apiKey: hasPlace ? env.SENSITIVITY_API_KEY : undefined,
    allowedHosts: grantLines(allowedHosts),
    headerVariables: grantLines(options.headerVariables).map(headerVariableIn),
    env,
    isTerminal: true,
  });
  terminal.scrub = scrubber(grants.secrets);
  const { cacheDirectory = cacheFolder(env) } = options;
  const directory = path.resolve(cwd(), cacheDirectory);
  const runOptions: RunOptions = {
    grants,
    env,
    store: {
      directory,
      scope: cwd(),
      isFresh: options.resume === false,
      seal: sealOf(grants.secrets),
    },
    signal: terminal.signal,
    progress: terminal.progress,
    log: terminal.note,
  };
  const datasets = { url: env.HF_DATASETS_SERVER, token: env.HF_TOKEN, env };
  const work = { root: cwd(), base, configPath, overrides: options, env, datasets };
  const judged = await judgeWorkTree(work);
  /** The models that judge, beside the model itself. */
  const judges = judged.config.tests.flatMap(({ judge }) =>
    typeof judge === 'object' ? judge : [],
  );
  return { judged, judges, runOptions };
}
