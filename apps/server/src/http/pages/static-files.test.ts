/** How the built files are served: compressed where the browser accepts it, and never under another name. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#testing/app.ts';

const SCRIPT = `const words = ['${'undertow '.repeat(300)}'];`;

let app: TestApp;
let webDist: string;
beforeAll(async () => {
  webDist = mkdtempSync(join(tmpdir(), 'undertow-static-'));
  mkdirSync(join(webDist, 'assets'));
  writeFileSync(join(webDist, 'index.html'), '<!doctype html>');
  writeFileSync(join(webDist, 'assets/a.js'), SCRIPT);
  writeFileSync(join(webDist, 'assets/a.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(webDist, 'assets/a.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(webDist, 'assets/b.js'), 'small');
  app = await openTestApp({ webDist });
});
afterAll(async () => {
  await app.close();
  rmSync(webDist, { recursive: true });
});

const requested = (url: string, encodings: string) =>
  app.http.inject({ url, headers: { 'accept-encoding': encodings } });

test('a script is sent as the build compressed it, by what the browser accepts, and cached forever', async () => {
  const brotli = await requested('/assets/a.js', 'gzip, deflate, br');
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotli.headers['content-type']).toContain('javascript');
  expect(String(brotli.headers['vary']).toLowerCase()).toContain('accept-encoding');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
  const gzip = await requested('/assets/a.js', 'gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
});

test('a browser that accepts no compression, and a file without one, get the plain text', async () => {
  const plain = await requested('/assets/a.js', 'identity');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
  const small = await requested('/assets/b.js', 'gzip, br');
  expect([small.statusCode, small.headers['content-encoding'], small.body]).toEqual([
    200,
    undefined,
    'small',
  ]);
});

test('the compressed files have no address of their own', async () => {
  expect((await requested('/assets/a.js.br', 'br')).statusCode).toBe(404);
  expect((await requested('/assets/a.js.gz', 'gzip')).statusCode).toBe(404);
});
