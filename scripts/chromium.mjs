import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/**
 * Path of Chromium: the variable CHROMIUM, or where distributions install it; undefined without
 * one.
 */
export const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));

/** Chromium sends no requests of its own; those of a page are checked. */
export async function openBrowser(executablePath = CHROMIUM) {
  if (executablePath === undefined)
    throw new Error('There is no Chromium here: install it, or say in CHROMIUM where it is.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
