import type { Config } from '../config/config.js';
import { ConfigError } from '../errors.js';
import { shutdownDate, type Meter, type Settings } from '../models/index.js';
import { keyIn, sectionOf } from '../models/settings.js';
import type { Connection } from '../models/settings.js';
import { quoted } from '../json.js';
import { distinct } from './distinct.js';

const DAY = 24 * 3600 * 1000;

/** So long before a model ends a run speaks of it. */
const NOTICE_DAYS = 60;

/** A model that ends on a day that its hub has announced. */
export interface Ending {
  settings: Settings;
  date: Date;
}

/** When those end that are asked, as far as their hub says; each name is looked up once. */
export async function endingsOf(
  everybody: readonly Settings[],
  { connection, meter }: { connection: Connection; meter: Meter },
): Promise<Ending[]> {
  const named = distinct(everybody, ({ hub, name }) => `${hub}\n${name}`);
  const aside = meter.aside();
  try {
    const found = await Promise.all(named.map(async (settings) => ({ settings, date: await shutdownDate(settings, connection, aside) })));
    return found.flatMap(({ settings, date }) => (date === undefined ? [] : [{ settings, date }]));
  } finally {
    await aside.accounts.wire.close();
  }
}

/** @returns what there is to say of models that end soon. @throws ConfigError for a model or a judge that has ended. */
export function refuseEnded(endings: readonly Ending[], config: Pick<Config, 'placeOf'>, now = Date.now()): string[] {
  return endings.flatMap(({ settings, date }) => {
    const days = Math.ceil((date.getTime() - now) / DAY);
    if (days > NOTICE_DAYS) return [];
    const section = sectionOf(settings);
    const key = keyIn(section, 'name');
    const what = quoted(`${settings.hub}/${settings.name}`);
    const day = date.toISOString().slice(0, 10);
    const other = `Choose another one in \`${key}\`.`;
    if (days > 0) return [`${what} will be shut down on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}, says its hub. ${other}`];
    // Who scores may turn out not to be needed.
    if (section !== 'model' && section !== 'judge') return [`${what} was shut down on ${day}, says its hub. ${other}`];
    throw new ConfigError(`${what} was shut down on ${day}, says its hub`, { where: config.placeOf(key) ?? key, remedy: other });
  });
}
