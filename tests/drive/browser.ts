/** Starts the browsers of the tests: Chromium with windows, or its shell without, which costs half as much a person. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { watchPages } from './open-pages.ts';

const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
] as const;

/** Without a GPU the software compositor is faster than emulated GL, and machines without one behave alike. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--lang=en-GB', '--font-render-hinting=none'] as const;

async function executable(preferred: readonly string[]): Promise<string> {
  const installed = preferred.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const packaged = await import('@sparticuz/chromium');
  return packaged.default.executablePath();
}

/** A product that starts may first simulate a history: on a busy machine half a minute without a response. */
const PATIENCE_MS = 90_000;

async function launch(preferred: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await executable(preferred),
    args: [...ARGUMENTS],
    headless: true,
  });
  // Every page of every person waits as long: a browser has no setting for it
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    watchPages(context);
    return context;
  };
  return browser;
}

/** Chromium as a desktop has it; close it when done. Open pages with `{ locale: 'en-GB', timezoneId: … }`. */
export function launchBrowser(): Promise<Browser> {
  return launch(INSTALLED);
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of all files of a worker, which ends with it; each person has a context of their own, and closes that. It is
 * the shell where there is one: without notifications of a desktop, and with its own measure of what moves on a page.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launch([SHELL, ...INSTALLED]).then((browser) => {
    browser.once('disconnected', () => {
      shared = undefined;
    });
    return browser;
  });
  return shared;
}
