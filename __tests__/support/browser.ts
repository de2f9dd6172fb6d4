import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM } from '../../scripts/chromium.mjs';

export { openBrowser } from '../../scripts/chromium.mjs';

/** A `describe` for tests in a browser, skipped without one. */
export const inBrowser = CHROMIUM === undefined ? describe.skip : describe;

/** A page of a file, with everything it did that a report must not do. */
export interface WatchedPage {
  page: Page;
  /** Requests but for the file itself, dialogs, errors, and what its policy refused. */
  misdeeds: string[];
  /** The page may show another file. */
  close: () => void;
}

interface Opening {
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
}

/**
 * Idle pages, without and with JavaScript: a new one is a process, and three times the work of
 * reading a file.
 */
const idle = new WeakMap<Browser, [Page[], Page[]]>();

export async function openFile(
  browser: Browser,
  file: string,
  { colorScheme = 'light', javaScriptEnabled = true }: Opening = {},
): Promise<WatchedPage> {
  if (!idle.has(browser)) idle.set(browser, [[], []]);
  const pages = idle.get(browser)![javaScriptEnabled ? 1 : 0];
  const page = pages.pop() ?? (await (await browser.newContext({ javaScriptEnabled })).newPage());
  const context = page.context();
  await Promise.all([
    page.setViewportSize({ width: 1280, height: 900 }),
    page.emulateMedia({ colorScheme }),
  ]);
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
  // A browser reports there what the page's policy refuses.
  page.on('console', (message) => misdeeds.push(message.text()));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(address)) misdeeds.push(`goes to ${frame.url()}`);
  });
  await page.goto(address);
  const close = () => {
    context.removeAllListeners();
    page.removeAllListeners();
    pages.push(page);
  };
  return { page, misdeeds, close };
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Accessibility violations that axe finds on a page: rule, element, message. */
export async function barriersOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${AXE}; 0`);
  return page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly: rules })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ': ' + failureSummary)))`,
  );
}
