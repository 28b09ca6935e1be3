/** The lines of drawings: where each lies, what it is called, and that a rule keeps the same line. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changed, faultsOf } from '#testing/schema-faults.ts';
import { DECIMAL, INSTANT, orNull, type ValueKind, wordOf } from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  alertLine,
  alertLineOf,
  drawnLine,
  FIBONACCI_LEVELS,
  fibonacciTicks,
  LINE_PARTS,
  type LinePart,
  lineName,
  lineOfAlert,
  partsOf,
  partWords,
} from './drawing-lines.ts';
import { DRAWING_KINDS, DRAWING_POINTS, DRAWING_WORDS, type Drawing, type DrawingKind } from './drawings.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const ZB = instrumentBySymbol('ZB') as Instrument;

/** A drawing through prices of ES, a minute apart, from 15:00 UTC on. */
const drawn = (kind: DrawingKind, ...prices: readonly string[]): Drawing => ({
  id: 'd1',
  kind,
  points: prices.map((price, minute) => ({
    at: new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString(),
    price,
  })),
  text: '',
  contract: 'ESZ6',
});
const START_MS = Date.UTC(2026, 10, 20, 15);

describe('the parts of a kind', () => {
  test.each<[DrawingKind, readonly LinePart[]]>([
    ['trend_line', ['line']],
    ['ray', ['line']],
    ['horizontal', ['line']],
    ['rectangle', ['top', 'bottom']],
    ['fibonacci', ['0', '0.236', '0.382', '0.5', '0.618', '0.786', '1']],
    ['measure', []],
    ['arrow', []],
    ['text', []],
    ['long_position', ['entry', 'target', 'stop']],
    ['short_position', ['entry', 'target', 'stop']],
  ])('of %s are %j', (kind, parts) => {
    expect(partsOf(kind)).toEqual(parts);
  });

  test('are all those that there are, and the levels of a retracement are its numbers', () => {
    expect(new Set(DRAWING_KINDS.flatMap((kind) => partsOf(kind)))).toEqual(new Set(LINE_PARTS));
    expect(partsOf('fibonacci').map(Number)).toEqual([...FIBONACCI_LEVELS]);
  });

  test('of another kind make no line', () => {
    const all = drawn('long_position', '5000.00', '5010.00', '4996.00').points;
    for (const kind of DRAWING_KINDS) {
      const drawing = { ...drawn(kind), points: all.slice(0, DRAWING_POINTS[kind]) };
      for (const part of LINE_PARTS) {
        const expected = partsOf(kind).includes(part);
        expect([kind, part, drawnLine(ES, drawing, part) !== null]).toEqual([kind, part, expected]);
        expect([kind, part, alertLineOf(ES, drawing, part) !== null]).toEqual([kind, part, expected]);
      }
    }
  });
});

describe('a line', () => {
  test.each<[DrawingKind, LinePart, readonly string[], number, string]>([
    ['horizontal', 'line', ['5000.00'], 20_000, 'both'],
    ['rectangle', 'top', ['5000.00', '5010.00'], 20_040, 'right'],
    ['rectangle', 'bottom', ['5000.00', '5010.00'], 20_000, 'right'],
    ['rectangle', 'top', ['5010.00', '5000.00'], 20_040, 'right'],
    ['rectangle', 'bottom', ['5010.00', '5000.00'], 20_000, 'right'],
    ['fibonacci', '0', ['5000.00', '5010.00'], 20_040, 'right'],
    ['fibonacci', '1', ['5000.00', '5010.00'], 20_000, 'right'],
    // 20,040 - 0.236 * 40 = 20,030.56; * 0.382: 20,024.72; * 0.618: 20,015.28; * 0.786: 20,008.56
    ['fibonacci', '0.236', ['5000.00', '5010.00'], 20_031, 'right'],
    ['fibonacci', '0.382', ['5000.00', '5010.00'], 20_025, 'right'],
    ['fibonacci', '0.5', ['5000.00', '5010.00'], 20_020, 'right'],
    ['fibonacci', '0.618', ['5000.00', '5010.00'], 20_015, 'right'],
    ['fibonacci', '0.786', ['5000.00', '5010.00'], 20_009, 'right'],
    ['long_position', 'entry', ['5000.00', '5010.00', '4996.00'], 20_000, 'right'],
    ['long_position', 'target', ['5000.00', '5010.00', '4996.00'], 20_040, 'right'],
    ['long_position', 'stop', ['5000.00', '5010.00', '4996.00'], 19_984, 'right'],
    ['short_position', 'target', ['5000.00', '4990.00', '5004.00'], 19_960, 'right'],
    ['short_position', 'stop', ['5000.00', '4990.00', '5004.00'], 20_016, 'right'],
  ])(
    'of %s, its %s through %j, is level at %d ticks and continues to %s',
    (kind, part, prices, ticks, extent) => {
      const end = { atMs: START_MS, priceTicks: ticks };
      expect(drawnLine(ES, drawn(kind, ...prices), part)).toEqual({ from: end, to: end, extent });
    },
  );

  test('that is level begins at the earlier point, whichever was drawn first', () => {
    const { points, ...rest } = drawn('rectangle', '5000.00', '5010.00');
    const reversed = { ...rest, points: points.toReversed() };
    expect(drawnLine(ES, reversed, 'top')).toEqual(drawnLine(ES, { ...rest, points }, 'top'));
  });

  test.each<[DrawingKind, string, string]>([
    ['trend_line', 'none', 'none'],
    ['ray', 'right', 'left'],
  ])(
    'of %s goes from the earlier to the later point and continues to %s, or to %s where it was drawn backwards',
    (kind, forward, backward) => {
      const { points, ...rest } = drawn(kind, '5000.00', '5010.00');
      const from = { atMs: START_MS, priceTicks: 20_000 };
      const to = { atMs: START_MS + 60_000, priceTicks: 20_040 };
      expect(drawnLine(ES, { ...rest, points }, 'line')).toEqual({ from, to, extent: forward });
      expect(drawnLine(ES, { ...rest, points: points.toReversed() }, 'line')).toEqual({
        from,
        to,
        extent: backward,
      });
    },
  );

  test('through two points of one instant is upright, and continues to the right', () => {
    const { points, ...rest } = drawn('ray', '5000.00', '5010.00');
    const upright = { ...rest, points: points.map((point) => ({ ...point, at: points[0]?.at ?? '' })) };
    expect(drawnLine(ES, upright, 'line')).toMatchObject({
      from: { atMs: START_MS, priceTicks: 20_000 },
      to: { atMs: START_MS, priceTicks: 20_040 },
      extent: 'right',
    });
  });

  test('without points is none', () => {
    for (const kind of DRAWING_KINDS)
      for (const part of partsOf(kind)) expect(drawnLine(ES, drawn(kind), part)).toBeNull();
  });

  test('at a price that the instrument cannot have is refused, in words with the nearest one', () => {
    expect(() => drawnLine(ES, drawn('horizontal', '5000.10'), 'line')).toThrow(
      'ES moves in 0.25. Try 5000.00.',
    );
    expect(() => drawnLine(ZB, drawn('horizontal', '117.8'), 'line')).toThrow(RangeError);
    expect(drawnLine(ZB, drawn('horizontal', '117.8125'), 'line')?.from.priceTicks).toBe(3770);
  });
});

describe('a level of a retracement', () => {
  const ticks = fc.integer({ min: -40_000, max: 400_000 });

  test('is whole, between the points, and moves from the second point to the first', () => {
    fc.assert(
      fc.property(ticks, ticks, (first, second) => {
        const levels = FIBONACCI_LEVELS.map((level) => fibonacciTicks(first, second, level));
        expect([levels[0], levels.at(-1)]).toEqual([second, first]);
        const rising = first >= second ? levels : levels.toReversed();
        expect(rising).toEqual(rising.toSorted((one, other) => one - other));
        for (const level of levels)
          expect([Number.isInteger(level), Object.is(level, -0)]).toEqual([true, false]);
      }),
    );
  });

  test('of a mirrored move lies on the other side, half a tick apart at most', () => {
    fc.assert(
      fc.property(ticks, ticks, fc.constantFrom(...FIBONACCI_LEVELS), (first, second, level) => {
        const sum = fibonacciTicks(first, second, level) + fibonacciTicks(second, first, level);
        expect(Math.abs(sum - first - second)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the name of a line', () => {
  test('has the words of its part', () => {
    expect(LINE_PARTS.map((part) => partWords(part))).toEqual([
      ...['Line', 'Top', 'Bottom', '0%', '23.6%', '38.2%', '50%', '61.8%', '78.6%', '100%'],
      ...['Entry', 'Target', 'Stop'],
    ]);
  });

  test.each(DRAWING_KINDS)(
    'of a %s without text is the kind, and the part where there are several',
    (kind) => {
      expect(lineName({ kind, text: '' }, 'line')).toBe(DRAWING_WORDS[kind]);
      expect(lineName({ kind, text: '  ' }, 'stop')).toBe(`${DRAWING_WORDS[kind]} stop`);
    },
  );

  test('is the drawing’s own text of at most sixty characters, never half of one', () => {
    expect(lineName({ kind: 'ray', text: '  My trend ' }, 'line')).toBe('My trend');
    expect(lineName({ kind: 'fibonacci', text: 'Open' }, '0.5')).toBe('Open 50%');
    expect(lineName({ kind: 'ray', text: 'x'.repeat(61) }, 'line')).toBe('x'.repeat(60));
    const cut = lineName({ kind: 'ray', text: `${'x'.repeat(59)}👍` }, 'line');
    expect([cut.length, cut.isWellFormed()]).toEqual([60, true]);
  });

  test('of any drawing fits in a rule', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom(...LINE_PARTS),
        (text, part) => {
          expect(lineName({ kind: 'long_position', text }, part).length).toBeLessThanOrEqual(80);
        },
      ),
    );
  });
});

describe('a line as a rule keeps it', () => {
  const LINE = {
    name: 'Trend line',
    from: { at: '2026-11-20T15:00:00.000Z', price: '5000.00' },
    to: { at: '2026-11-20T15:01:00.000Z', price: '5010.00' },
    extent: 'none',
    contract: 'ESZ6',
  };

  test.each<[string, ValueKind]>([
    ['name', { taken: ['', 'x'.repeat(80)], refused: ['x'.repeat(81), 'a\nb', '\u202ea', 'a\0', 7, null] }],
    ['from.at', INSTANT],
    ['from.price', DECIMAL],
    ['to.at', INSTANT],
    ['to.price', DECIMAL],
    ['extent', wordOf(['none', 'right', 'left', 'both'])],
    ['contract', orNull({ taken: ['ESZ6', 'x'.repeat(16)], refused: ['x'.repeat(17), 6, null] })],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(alertLine, LINE, field, kind)).toEqual(kind);
  });

  test('is whole and has nothing else', () => {
    expect(optionalPaths(alertLine, LINE)).toEqual([]);
    expect(faultsOf(alertLine, changed(changed(LINE, 'from.ticks', 1), 'color', 'red'))).toEqual([
      ...['unknown: from.ticks', 'unknown: color'],
    ]);
  });

  test('is that of the drawing, and the same line again in ticks', () => {
    const drawing = { ...drawn('trend_line', '5000.00', '5010.00'), contract: null };
    expect(alertLineOf(ES, drawing, 'line')).toEqual({ ...LINE, contract: null });
    expect(lineOfAlert(ES, { ...LINE, extent: 'none' })).toEqual(drawnLine(ES, drawing, 'line'));
    expect(() => lineOfAlert(ES, { ...LINE, extent: 'none', to: { ...LINE.to, price: '5000.10' } })).toThrow(
      RangeError,
    );
  });
});
