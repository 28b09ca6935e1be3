/** Drawings: what is stored of one, what is refused in which words, and which lines it has. */
import { formatTicks, type Instrument, instrumentBySymbol, parsePriceTicks } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertLineOf, drawnLine, lineName, lineOfAlert, partsOf } from './drawing-lines.ts';
import { DRAWING_KINDS, DRAWING_POINTS, type Drawing, type DrawingKind, drawing } from './drawings.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const made = (kind: DrawingKind, changes: Partial<Drawing> = {}): Drawing => {
  const prices =
    kind === 'short_position' ? ['5000.00', '4990.00', '5004.00'] : ['5000.00', '5010.00', '4996.00'];
  const points = prices.slice(0, DRAWING_POINTS[kind]).map((price, at) => ({
    at: new Date(Date.UTC(2026, 10, 20, 15, at)).toISOString(),
    price,
  }));
  return { id: 'd1', kind, points, text: '', contract: 'ESZ6', ...changes };
};
const messages = (given: unknown): string =>
  drawing
    .safeParse(given)
    .error?.issues.map(({ message }) => message)
    .join('; ') ?? 'accepted';

test.each(DRAWING_KINDS)('a %s is accepted with its points and with no others', (kind) => {
  expect(messages(made(kind))).toBe('accepted');
  const { points } = made('long_position');
  const count = DRAWING_POINTS[kind] === 3 ? 2 : 3;
  expect(messages(made(kind, { points: points.slice(0, count) }))).toContain(
    `expected ${DRAWING_POINTS[kind]} points, not ${count}`,
  );
});

const point = made('text').points[0];
test.each([
  ['an instant that is none', { points: [{ ...point, at: 'soon' }] }, 'ISO datetime'],
  [
    'an instant of 1970',
    { points: [{ ...point, at: '1970-01-01T00:00:00.000Z' }] },
    'expected an instant from 2022 to 2034',
  ],
  ['a price that is a number', { points: [{ ...point, price: 5000 }] }, 'expected string'],
  ['a price that is none', { points: [{ ...point, price: 'NaN' }] }, 'expected a decimal number in a string'],
  ['a long text', { text: 'x'.repeat(201) }, 'expected at most 200 characters'],
  ['a text with a control character', { text: 'a\u0007' }, 'without control characters'],
  ['an id of another form', { id: '../x' }, 'expected an id of at most 24 letters and digits'],
  ['a contract that is none', { contract: "ES'; --" }, 'expected a contract such as ESZ6'],
  ['a kind that there is not', { kind: 'gann_fan' }, 'expected one of'],
  ['a field that there is not', { color: 'red' }, 'Unrecognized key'],
])('%s is refused', (_, change, words) => {
  expect(messages({ ...made('text'), ...change })).toContain(words);
});

test('a position has its entry between target and stop', () => {
  expect(messages({ ...made('long_position'), kind: 'short_position' })).toBe(
    'expected the entry between target and stop',
  );
});

test('a line keeps its order in time, whichever end was drawn first', () => {
  const [first, second] = made('ray').points as [Drawing['points'][0], Drawing['points'][0]];
  const right = drawnLine(ES, made('ray'), 'line');
  expect(right).toMatchObject({ from: { priceTicks: 20_000 }, to: { priceTicks: 20_040 }, extent: 'right' });
  const left = drawnLine(ES, made('ray', { points: [second, first] }), 'line');
  expect(left).toMatchObject({ from: { priceTicks: 20_000 }, to: { priceTicks: 20_040 }, extent: 'left' });
});

test('names say which line of a drawing it is', () => {
  expect(lineName(made('fibonacci'), '0.618')).toBe('Fibonacci 61.8%');
  expect(lineName(made('rectangle', { text: 'Open range' }), 'top')).toBe('Open range top');
  expect(drawnLine(ES, made('text'), 'line')).toBeNull();
  expect(alertLineOf(ES, made('fibonacci'), '0.5')?.from.price).toBe('5005.00');
});

test('every line of a drawing has prices of the instrument, between its points, and is the same as a rule keeps it', () => {
  const ticks = fc.integer({ min: -4000, max: 40_000 });
  fc.assert(
    fc.property(fc.constantFrom(...DRAWING_KINDS), ticks, ticks, (kind, one, two) => {
      const base = made(kind);
      const points = base.points.map((each, at) => ({
        ...each,
        price: formatTicks(ES, at === 0 ? one : two),
      }));
      const drawn = { ...base, points };
      for (const part of partsOf(kind)) {
        const line = drawnLine(ES, drawn, part);
        const kept = alertLineOf(ES, drawn, part);
        if (line === null || kept === null) throw new Error('a part without a line');
        expect(lineOfAlert(ES, kept)).toEqual(line);
        for (const { price } of [kept.from, kept.to]) {
          expect(parsePriceTicks(ES, price)).toBeGreaterThanOrEqual(Math.min(one, two));
          expect(parsePriceTicks(ES, price)).toBeLessThanOrEqual(Math.max(one, two));
        }
      }
    }),
  );
});
