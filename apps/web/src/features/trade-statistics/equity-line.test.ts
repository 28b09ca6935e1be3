/** The drawing of the equity curve. */
import { expect, test } from 'vitest';
import { EQUITY_BOX, equityLine } from './equity-line.ts';

const DAYS = [
  { day: '2026-10-01', equity: '120.00', drawdown: '0.00' },
  { day: '2026-10-02', equity: '-40.50', drawdown: '160.50' },
  { day: '2026-10-05', equity: '60.00', drawdown: '60.00' },
];

test('the curve begins at nothing, passes every day and marks the deepest fall', () => {
  const line = equityLine(DAYS, 760);
  expect(line.curve.split('L')).toHaveLength(4);
  expect(line.curve.startsWith(`M${EQUITY_BOX.left.toFixed(1)} ${line.zeroY.toFixed(1)}`)).toBe(true);
  expect(line.deepest).toMatchObject({ day: '2026-10-02', drawdown: '160.50' });
  expect(line.deepest?.y).toBeGreaterThan(line.zeroY);
  expect(line.values.some(({ value }) => value === 0)).toBe(true);
});

test.each([3, 1400, 4001, 9998])(
  'the mark of the deepest drawdown is a point of the curve, on day %d of 10,000',
  (fallen) => {
    const days = Array.from({ length: 10_000 }, (_, at) => ({
      day: new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10),
      equity: at === fallen ? '-900' : String(at % 700),
      drawdown: at === fallen ? '9000' : '0',
    }));
    const { deepest, curve } = equityLine(days, 760);
    expect(curve.slice(1).split('L')).toContain(`${deepest?.x.toFixed(1)} ${deepest?.y.toFixed(1)}`);
  },
);

test('a journal of 10,000 days is drawn with a curve of at most 1,502 points and keeps its last day', () => {
  const days = Array.from({ length: 10_000 }, (_, at) => ({
    day: new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10),
    equity: String(at % 700),
    drawdown: at === 7001 ? '9000' : '0',
  }));
  const line = equityLine(days, 760);
  expect(line.curve.split('L').length).toBeLessThanOrEqual(1503);
  expect(line.curve).toMatch(/ \d+\.\d$/);
  expect(line.deepest?.day).toBe(days[7001]?.day);
  expect(line.days.length).toBeLessThanOrEqual(7);
});

test('a journal that never fell has no deepest day, and one without days still has a frame', () => {
  expect(equityLine(DAYS.slice(0, 1), 760).deepest).toBeNull();
  expect(equityLine([], 760).values.length).toBeGreaterThan(0);
});
