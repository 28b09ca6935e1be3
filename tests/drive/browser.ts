/** Starts the Chromium that all browser tests use: an installed one, else the one that comes as a package. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
] as const;

/** Without a GPU the software compositor is faster than emulated GL, and machines without one behave alike. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--lang=en-GB', '--font-render-hinting=none'] as const;

async function executable(): Promise<string> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const packaged = await import('@sparticuz/chromium');
  return packaged.default.executablePath();
}

/** A headless browser; close it when done. Open pages with `{ locale: 'en-GB', timezoneId: … }`. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await executable(), args: [...ARGUMENTS], headless: true });
}

let shared: Promise<Browser> | undefined;

/** The browser of all files of a worker, which ends with it; each person has a context of their own, and closes that. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => {
    browser.once('disconnected', () => {
      shared = undefined;
    });
    return browser;
  });
  return shared;
}
