import { AGENT_STYLES, subjectOf } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { othersOf, STYLE_FOLDS } from './style-folds.ts';

test('each style is left out of exactly one training', () => {
  expect(STYLE_FOLDS.flatMap(({ styles }) => styles).toSorted()).toEqual([...AGENT_STYLES].toSorted());
});

test.each(STYLE_FOLDS)('$name is measured where its subjects have no other style', (fold) => {
  const played = AGENT_STYLES.filter((style) => !othersOf(fold).includes(style));
  for (const subject of fold.styles.map(subjectOf))
    expect(played.filter((style) => subjectOf(style) === subject)).toEqual(
      fold.styles.filter((style) => subjectOf(style) === subject),
    );
});
