/** What moves on the pages: an animation paints every frame for as long as it runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const STYLES = new URL('../../apps/web/src/', import.meta.url);

/** Waiting shapes and the dot of a live feed; data that changes ten times a second is marked with a still colour. */
const MOVING = ['.skeleton', '.spin', '.pulse'];

test('only what waits and the dot of a live feed are animated', () => {
  const sheets = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  const animated = sheets.flatMap((file) => {
    const text = readFileSync(new URL(file, STYLES), 'utf8');
    return [...text.matchAll(/([^{}]+)\{[^{}]*\banimation:(?! none)[^{}]*\}/g)].map(([, selector]) =>
      (selector ?? '').trim(),
    );
  });
  expect(animated.toSorted()).toEqual(MOVING.toSorted());
});
