/** Drawings as they are stored and changed: limits at and beyond, instants, positions, and what both sides exchange. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changed, faultsOf, messagesOf, partOf } from '#testing/schema-faults.ts';
import { COUNT, DECIMAL, listOf, orNull, type ValueKind, wordOf } from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  DRAWING_ROUTES,
  drawingChange,
  getDrawings,
  removeDrawings,
  saveDrawings,
  storedDrawings,
} from './drawing-routes.ts';
import {
  DRAWING_KINDS,
  DRAWING_WORDS,
  drawing,
  MAX_DRAWING_BYTES,
  MAX_DRAWING_MS,
  MAX_DRAWING_TEXT,
  MAX_DRAWINGS,
  MIN_DRAWING_MS,
  msOfInstant,
} from './drawings.ts';

const DRAWING = {
  id: 'd1',
  kind: 'text',
  points: [{ at: '2026-11-20T15:00:00.000Z', price: '5000.00' }],
  text: 'Open range',
  contract: 'ESZ6',
};

describe('a drawing', () => {
  test.each<[string, ValueKind]>([
    [
      'id',
      { taken: ['a', '0', 'x'.repeat(24)], refused: ['', 'x'.repeat(25), 'A', 'a-b', 'ä', 'a\n', 7, null] },
    ],
    ['kind', { taken: ['text', 'horizontal'], refused: [...wordOf(DRAWING_KINDS).refused, 'ray'] }],
    [
      'text',
      {
        taken: ['', 'x'.repeat(MAX_DRAWING_TEXT), 'Öffnung 👍'],
        refused: ['x'.repeat(MAX_DRAWING_TEXT + 1), 'two\nlines', 'a\u202eb', 'a\0', '\ud83d', null, 7],
      },
    ],
    [
      'contract',
      orNull({
        taken: ['ES', 'ESZ6', 'X'.repeat(16)],
        refused: ['', 'E', 'X'.repeat(17), 'esz6', 'ES Z6', 'ES-Z6', 'ESZ6\n', 6, null],
      }),
    ],
    ['points.0.price', DECIMAL],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(drawing, DRAWING, field, kind)).toEqual(kind);
  });

  test('lies in the years whose holidays are known, the first millisecond and the last', () => {
    const instants: ValueKind = {
      taken: [MIN_DRAWING_MS, MAX_DRAWING_MS - 1].map((ms) => new Date(ms).toISOString()),
      refused: [MIN_DRAWING_MS - 1, MAX_DRAWING_MS].map((ms) => new Date(ms).toISOString()),
    };
    expect(instants.taken).toEqual(['2022-01-01T00:00:00.000Z', '2034-12-31T23:59:59.999Z']);
    expect(kindAt(drawing, DRAWING, 'points.0.at', instants)).toEqual(instants);
    expect(messagesOf(drawing, changed(DRAWING, 'points.0.at', instants.refused[0]))).toEqual([
      'expected an instant from 2022 to 2034',
    ]);
  });

  test('lacks nothing and has nothing else, in itself and in its points', () => {
    expect(optionalPaths(drawing, DRAWING)).toEqual([]);
    expect(faultsOf(drawing, changed(changed(DRAWING, 'points.0.bar', 3), 'color', 'red'))).toEqual([
      ...['unknown: points.0.bar', 'unknown: color'],
    ]);
  });

  test('has one to three points: none and four are refused whatever it is', () => {
    const [point] = DRAWING.points;
    for (const kind of DRAWING_KINDS)
      for (const points of [[], [point, point, point, point]])
        expect(faultsOf(drawing, { ...DRAWING, kind, points })).toContain('points');
  });

  test('has words for every kind, no two the same', () => {
    expect(Object.keys(DRAWING_WORDS)).toEqual(DRAWING_KINDS);
    expect(new Set(Object.values(DRAWING_WORDS)).size).toBe(DRAWING_KINDS.length);
  });
});

describe('a position', () => {
  const position = (kind: string, ...prices: readonly string[]) => ({
    ...DRAWING,
    kind,
    points: prices.map((price) => ({ at: '2026-11-20T15:00:00.000Z', price })),
  });
  const REFUSED = ['expected the entry between target and stop'];

  test.each([
    ['long_position', '5000.00', '5000.25', '4999.75', []],
    ['long_position', '5000.00', '5000.00', '4999.75', REFUSED],
    ['long_position', '5000.00', '5000.25', '5000.00', REFUSED],
    ['long_position', '5000.00', '4990.00', '5010.00', REFUSED],
    ['short_position', '5000.00', '4999.75', '5000.25', []],
    ['short_position', '5000.00', '5000.00', '5000.25', REFUSED],
    ['short_position', '5000.00', '4999.75', '5000.00', REFUSED],
    // Compared as numbers: as text 900 would be above 1000
    ['long_position', '999.75', '1000.25', '998.00', []],
    ['short_position', '-1.00', '-2.00', '-0.50', []],
  ])('%s with entry %s, target %s and stop %s gives %j', (kind, entry, target, stop, messages) => {
    expect(messagesOf(drawing, position(kind, entry, target, stop))).toEqual(messages);
  });

  test('that is mirrored is one of the other kind', () => {
    const price = fc.integer({ min: 1, max: 40_000 }).map((ticks) => (ticks / 4).toFixed(2));
    fc.assert(
      fc.property(price, price, price, (entry, target, stop) => {
        const accepted = (kind: string, ...prices: readonly string[]) =>
          drawing.safeParse(position(kind, ...prices)).success;
        expect(accepted('long_position', entry, target, stop)).toBe(
          accepted('short_position', entry, stop, target),
        );
      }),
    );
  });
});

test('an instant is read as the platform reads it, to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: MIN_DRAWING_MS, max: MAX_DRAWING_MS - 1 }), (timeMs) => {
      expect(msOfInstant(new Date(timeMs).toISOString())).toBe(timeMs);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['2026-11-20T15:00:00Z', Date.UTC(2026, 10, 20, 15)],
  ['2026-11-20T15:00:00.5Z', Date.UTC(2026, 10, 20, 15, 0, 0, 500)],
  // Times 1000 in binary 1000.9999…
  ['2026-11-20T00:00:01.001Z', Date.UTC(2026, 10, 20, 0, 0, 1, 1)],
  ['2026-11-20T23:59:59.999999999Z', Date.UTC(2026, 10, 20, 23, 59, 59, 999)],
])('the instant %s is %d: a finer fraction is cut', (text, timeMs) => {
  expect(faultsOf(drawing, changed(DRAWING, 'points.0.at', text))).toEqual([]);
  expect(msOfInstant(text)).toBe(timeMs);
});

describe('a change of drawings', () => {
  const CHANGE = { basedOn: 3, put: [DRAWING], removed: ['d2'] };

  test.each<[string, ValueKind]>([
    ['basedOn', COUNT],
    ['put', listOf(DRAWING)],
    ['removed', listOf('d2')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(drawingChange, CHANGE, field, kind)).toEqual(kind);
  });

  test('brings at most every drawing of an instrument', () => {
    for (const [field, one] of [
      ['put', DRAWING],
      ['removed', 'd2'],
    ] as const) {
      expect(faultsOf(drawingChange, { ...CHANGE, [field]: Array(MAX_DRAWINGS).fill(one) })).toEqual([]);
      expect(faultsOf(drawingChange, { ...CHANGE, [field]: Array(MAX_DRAWINGS + 1).fill(one) })).toEqual([
        field,
      ]);
    }
  });

  test('names the drawing that is wrong, and a field that it does not know', () => {
    expect(faultsOf(drawingChange, { ...CHANGE, put: [DRAWING, { ...DRAWING, text: 7 }] })).toEqual([
      'put.1.text',
    ]);
    expect(faultsOf(drawingChange, { ...CHANGE, instrumentId: 1 })).toEqual(['unknown: instrumentId']);
    expect(optionalPaths(drawingChange, CHANGE)).toEqual([]);
  });

  test('of all drawings with the longest text fits in its body', () => {
    const longest = {
      ...DRAWING,
      id: 'x'.repeat(24),
      kind: 'long_position',
      text: '€'.repeat(MAX_DRAWING_TEXT),
      contract: 'X'.repeat(16),
      points: ['5000.00', '5010.00', '4996.00'].map((price) => ({ at: '2026-11-20T15:00:00.000Z', price })),
    };
    const bytes = Buffer.byteLength(JSON.stringify({ ...CHANGE, put: Array(MAX_DRAWINGS).fill(longest) }));
    expect(bytes).toBeLessThan(MAX_DRAWING_BYTES);
    expect(saveDrawings.mostBytes).toBe(MAX_DRAWING_BYTES);
  });
});

describe('stored drawings', () => {
  const STORED = { version: 0, drawings: [DRAWING], unreadable: 0 };

  test.each<[string, ValueKind]>([
    ['version', COUNT],
    ['drawings', listOf(DRAWING)],
    ['unreadable', COUNT],
  ])('have %s of its kind', (field, kind) => {
    expect(kindAt(storedDrawings, STORED, field, kind)).toEqual(kind);
  });

  test('of a change also name what another device keeps, and the rules that ended', () => {
    const saved = { ...STORED, kept: ['d2'], endedRules: 1 };
    expect(optionalPaths(saveDrawings.response, saved)).toEqual([]);
    expect(kindAt(saveDrawings.response, saved, 'endedRules', COUNT)).toEqual(COUNT);
    expect(kindAt(saveDrawings.response, saved, 'kept', listOf('d2'))).toEqual(listOf('d2'));
    expect(optionalPaths(getDrawings.response, STORED)).toEqual([]);
  });

  test('are of the instrument in the address', () => {
    for (const { id, params } of [getDrawings, saveDrawings, removeDrawings]) {
      expect([id, partOf(params).parse({ instrumentId: '4' })]).toEqual([id, { instrumentId: 4 }]);
      expect([id, faultsOf(partOf(params), { instrumentId: 'ES' })]).toEqual([id, ['instrumentId']]);
    }
    expect(DRAWING_ROUTES.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
    expect(new Set(DRAWING_ROUTES.map(({ path }) => path)).size).toBe(1);
  });
});
