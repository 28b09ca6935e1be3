/** Every public page describes itself in its HTML; every other page requests not to be indexed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPER_PATHS, PUBLIC_PAGES, SIGNED_IN_PATHS } from '@undertow/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#testing/app.ts';

const SHELL = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta name="description" content="Default" />
    <title>Undertow</title>
  </head>
  <body><div id="root"></div></body>
</html>
`;

let app: TestApp;
let webDist: string;
beforeAll(async () => {
  webDist = mkdtempSync(join(tmpdir(), 'undertow-head-'));
  writeFileSync(join(webDist, 'index.html'), SHELL);
  app = await openTestApp({ webDist });
});
afterAll(async () => {
  await app.close();
  rmSync(webDist, { recursive: true });
});

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text = '') => text.replace(/&(\w+|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
const contentOf = (html: string, name: string) =>
  unescaped(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1]);

test.each(PUBLIC_PAGES.map((page) => [page.path, page] as const))(
  '%s has its own title, description, address and card',
  async (path, { title, description, indexed }) => {
    const { body, headers } = await app.http.inject({ url: `${path}?variant=<script>` });
    expect(unescaped(/<title>([^<]*)<\/title>/.exec(body)?.[1])).toBe(`${title} · Undertow`);
    expect(contentOf(body, 'description')).toBe(description);
    expect(contentOf(body, 'og:description')).toBe(description);
    expect(contentOf(body, 'og:url')).toBe(TEST_ORIGIN + path);
    expect(contentOf(body, 'og:image')).toBe(`${TEST_ORIGIN}/social-card.png`);
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image');
    expect(body).toContain(`<link rel="canonical" href="${TEST_ORIGIN}${path}" />`);
    expect(contentOf(body, 'robots')).toBe(indexed ? '' : 'noindex');
    expect(headers['x-robots-tag']).toBe(indexed ? undefined : 'noindex');
    // Nothing of the request is in the document
    expect(body).not.toContain('<script>');
  },
);

test('the page of an event exists, whichever event it is', async () => {
  const statuses = ['/events/2cf556b4300d63dd', '/events/a/b', '/events'].map(
    async (url) => (await app.http.inject({ url })).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
});

test('where the developer pages are off their addresses return 404', async () => {
  const without = await openTestApp({ webDist, developerPages: false });
  const statusAt = async ({ http }: TestApp, url: string) => (await http.inject({ url })).statusCode;
  for (const path of DEVELOPER_PATHS) {
    expect([await statusAt(app, path), await statusAt(without, path)]).toEqual([200, 404]);
  }
  expect(await statusAt(without, '/admin')).toBe(200);
  await without.close();
});

test.each([...SIGNED_IN_PATHS, '/events/one', '/no-such-page', '/terms/more'])(
  '%s requests not to be indexed',
  async (url) => {
    const { body, headers } = await app.http.inject({ url });
    expect(contentOf(body, 'robots')).toBe('noindex');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).not.toMatch(/canonical|og:/);
  },
);

test('each title and description belongs to one page, and has a length that is shown whole', () => {
  expect(new Set(PUBLIC_PAGES.map(({ title }) => title)).size).toBe(PUBLIC_PAGES.length);
  expect(new Set(PUBLIC_PAGES.map(({ description }) => description)).size).toBe(PUBLIC_PAGES.length);
  for (const { path, title, description } of PUBLIC_PAGES) {
    expect(`${title} · Undertow`.length, path).toBeLessThanOrEqual(65);
    expect(description.length, path).toBeGreaterThan(50);
    expect(description.length, path).toBeLessThanOrEqual(200);
  }
});

test('the sitemap lists the pages that may be listed, and robots.txt names it', async () => {
  const sitemap = await app.http.inject({ url: '/sitemap.xml' });
  expect(sitemap.headers['content-type']).toContain('application/xml');
  const listed = [...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(listed).toEqual(PUBLIC_PAGES.filter(({ indexed }) => indexed).map(({ path }) => TEST_ORIGIN + path));
  for (const path of SIGNED_IN_PATHS) expect(listed).not.toContain(TEST_ORIGIN + path);
  const robots = await app.http.inject({ url: '/robots.txt' });
  expect(robots.body).toContain(`Sitemap: ${TEST_ORIGIN}/sitemap.xml`);
  expect(robots.body).toContain('Disallow: /api/');
});
