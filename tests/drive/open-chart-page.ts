/** Builds the chart alone, serves it under the product's content security policy and opens it in Chromium. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** As strict as the product's for everything that a chart could break: no inline script, no inline style, no eval. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

async function build(directory: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = join(ROOT, 'apps/web/vite.chart-page.config.ts');
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', config, '--outDir', directory]);
}

async function serve(directory: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://chart').pathname);
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const file = path === '/' ? '/index.html' : path;
    readFile(join(directory, file)).then(
      (bytes) =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(file)] ?? '', 'content-security-policy': POLICY })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

export interface ChartLook {
  readonly theme?: 'light' | 'dark';
  readonly palette?: 'cvd';
  /** The page is on a touch screen. */
  readonly hasTouch?: boolean;
}

export interface ChartBrowser {
  readonly browser: Browser;
  /** A fresh page with an empty chart in it. Errors of the page are kept in `errors`. */
  open(size: ChartSize, look?: ChartLook): Promise<ChartTestPage>;
  close(): Promise<void>;
}

export interface ChartTestPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/** One build, one server, one browser for all pictures of a file. */
export async function openChartBrowser(): Promise<ChartBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'undertow-chart-'));
  await build(directory);
  const server = await serve(directory);
  const browser = await launchBrowser();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    browser,
    async open(size, look = {}) {
      const context = await browser.newContext({
        viewport: size,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        hasTouch: look.hasTouch ?? false,
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(address);
      await page.evaluate(({ theme, palette }) => {
        document.documentElement.className = theme ?? 'light';
        if (palette !== undefined) document.documentElement.dataset['palette'] = palette;
      }, look);
      return { page, errors };
    },
    async close() {
      await browser.close();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
