import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM } from '../../scripts/chromium.mjs';

export { openBrowser } from '../../scripts/chromium.mjs';

/** For what needs a browser: skipped where there is none. */
export const inBrowser = CHROMIUM === undefined ? describe.skip : describe;

/** A page of a file, and what it did that a report must not do. */
export interface Watched {
  page: Page;
  /** Requests but for the file itself, dialogs, errors, and what its policy refused. */
  misdeeds: string[];
  close: () => Promise<void>;
}

export async function openFile(browser: Browser, file: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const misdeeds: string[] = [];
  const address = `file://${file}`;
  context.on('request', (request) => {
    if (!request.url().startsWith(address)) misdeeds.push(`asks for ${request.url()}`);
  });
  context.on('page', () => misdeeds.push('opens another page'));
  page.on('dialog', (dialog) => {
    misdeeds.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => misdeeds.push(`fails: ${error.message}`));
  // What its policy refuses, a browser tells there.
  page.on('console', (message) => misdeeds.push(message.text()));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(address)) misdeeds.push(`goes to ${frame.url()}`);
  });
  await page.goto(address);
  return { page, misdeeds, close: () => context.close() };
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that keeps people from reading or using a page: rule, element, what is wrong. */
export async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(
    `${AXE}; axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`,
  );
}
