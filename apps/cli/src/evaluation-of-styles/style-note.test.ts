import type { RowReached } from '@undertow/detection';
import { expect, test } from 'vitest';
import { STYLE_FOLDS } from './style-folds.ts';
import { styleSection } from './style-note.ts';

const figure = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });

/** The fields that the table shows. */
const row = (name: string, precision: number): RowReached =>
  ({
    row: name,
    precision: figure(precision),
    recall: figure(0.5),
    falseAlarmsPerHour: figure(0.2),
    found: 5,
    labels: 10,
  }) as RowReached;

test('an event is measured in the style that its training excluded, makers by every row', () => {
  const folds = STYLE_FOLDS.filter(({ name }) => name === 'makers-fixed' || name === 'mechanics-2');
  const rows = [row('spoofing', 0.7), row('stop_run', 0.9), row('support', 0.1)];
  const section = styleSection(
    folds.map((fold) => ({ fold, rows })),
    { date: '2026-11-27', commit: 'abc' },
  );
  expect(section).toContain('`undertow evaluate-styles`, 2026-11-27, commit abc.');
  expect(section.split('\n').filter((line) => line.startsWith('| s'))).toEqual([
    '| spoofing | fixed | 0.70 (0.60–0.80) | 0.50 (0.40–0.60) | 0.20 (0.10–0.30) | 5 of 10 |',
    '| stop_run | fixed | 0.90 (0.80–1.00) | 0.50 (0.40–0.60) | 0.20 (0.10–0.30) | 5 of 10 |',
    '| spoofing | pegged | 0.70 (0.60–0.80) | 0.50 (0.40–0.60) | 0.20 (0.10–0.30) | 5 of 10 |',
  ]);
});
