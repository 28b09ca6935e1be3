/** The claims of the public pages are in the claims file: no other marketing text contains a percentage or praise. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../apps/web/', import.meta.url));
const MARKETING = 'src/features/marketing';
const CLAIMS = `${MARKETING}/claims/claims.ts`;
const PUBLIC_PAGES = 'src/pages/public';
/** The others show legal texts, notices or nothing. */
const PAGES = /^(?!terms|privacy|compliance|notices|not-found).*\.tsx$/;

/** A figure with a percent sign, except the name of the interval beside every rate. */
const PERCENTAGE = /\d\s?%(?! intervals?\b)/;
/** Praise that would need proof. The best bids and asks of a book are no praise. */
const PRAISE =
  /\b(?:best(?! (?:bid|ask|price|level)s?\b)|fastest|leading|most (?:accurate|advanced|powerful|trusted)|world.class|guarantee[ds]?|proven|revolutionary|powerful|unlock|cheap(?:er|est)|unbeatable|ultimate|unrivalled|risk.free|number one)\b/i;

function textOf(file: string): string {
  // Comments are not shown to anybody.
  return readFileSync(join(WEB, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function sources(): readonly string[] {
  const ofMarketing = readdirSync(join(WEB, MARKETING), { recursive: true, encoding: 'utf8' })
    .map((name) => `${MARKETING}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name) && name !== CLAIMS);
  const ofPages = readdirSync(join(WEB, PUBLIC_PAGES))
    .filter((name) => PAGES.test(name))
    .map((name) => `${PUBLIC_PAGES}/${name}`);
  return [...ofMarketing, ...ofPages, 'index.html'];
}

const offending = (pattern: RegExp): readonly string[] =>
  sources().flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('the patterns find what they are meant to find', () => {
  expect(sources().length).toBeGreaterThan(20);
  for (const text of ['90% accurate', '60-80 % less', 'right 92%']) expect(PERCENTAGE.test(text)).toBe(true);
  expect(PERCENTAGE.test('95% interval')).toBe(false);
  for (const text of ['The best signals', 'cheaper than a desk', 'Unlock the market', 'guaranteed'])
    expect(PRAISE.test(text)).toBe(true);
  expect(PRAISE.test('ten best asks above and ten best bids below')).toBe(false);
});

test('marketing text outside the claims file contains no percentage', () => {
  expect(offending(PERCENTAGE)).toEqual([]);
});

test('marketing text outside the claims file contains no praise', () => {
  expect(offending(PRAISE)).toEqual([]);
});

test('the unproven claim is shown nowhere', () => {
  const all = readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  const holders = all.filter((name) => /60\s?(?:-|–|to)\s?80\s?%/.test(textOf(`src/${name}`)));
  expect(holders.map((name) => `src/${name}`)).toEqual([CLAIMS]);
});
