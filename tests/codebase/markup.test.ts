/** Text stays text: no source of the web application turns a string into markup, script or a URL. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../apps/web/src/', import.meta.url));
const MAKES_MARKUP =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment|document\.write|\beval\(|new Function\(|srcdoc|javascript:/i;

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);

test('T24 no source of the web application makes markup from text', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(MAKES_MARKUP.test('<p dangerouslySetInnerHTML={{ __html: text }} />')).toBe(true);
  expect(sources.filter((name) => MAKES_MARKUP.test(readFileSync(join(WEB, name), 'utf8')))).toEqual([]);
});
