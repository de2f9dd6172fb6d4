import { asCsv } from './csv.js';
import type { ReportFormat } from './format.js';
import { asHtml } from './html.js';
import { asJson } from './json.js';
import { asJUnit } from './junit.js';

/** Every form in which a report is written. */
export const FORMATS: readonly ReportFormat[] = [asJson, asHtml, asCsv, asJUnit];
