import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** As a distribution installs it, or wherever CHROMIUM says; undefined where there is none. */
export const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => file !== undefined && existsSync(file),
);

/** Nothing that it does of itself may reach the network: what a page asks for is looked at. */
export async function openBrowser(executablePath = CHROMIUM) {
  if (executablePath === undefined) throw new Error('There is no Chromium here: install it, or say in CHROMIUM where it is.');
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
