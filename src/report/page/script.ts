/** The script of the page, as text. Each function goes in as it was compiled: they use nothing from outside of themselves. */
import { chooser } from './choose.js';
import { client, type ClientParts } from './client.js';
import { rowView } from './row-view.js';
import { tableView } from './table-view.js';
import { unpack } from './unpack.js';

const PARTS: ClientParts = { chooser, rowView, tableView, unpack };

/** Undefined becomes no letter of it: what it holds is ours alone, and the same for every report. */
export function pageScript(): string {
  const parts = Object.entries(PARTS).map(([name, part]) => `${name}: ${String(part)}`);
  return `'use strict';\n(${String(client)})({\n${parts.join(',\n')}\n});`;
}
