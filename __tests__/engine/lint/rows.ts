import { fitRows } from './fit-rows.js';
import type { LabelledRow } from './label.js';
import { moreRows } from './more-rows.js';
import { unfitRows } from './unfit-rows.js';

export const rows: LabelledRow[] = [...fitRows, ...unfitRows, ...moreRows];
