import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatScaled, scaledOf } from '#numbers/decimal.ts';
import { type PairFill, type Pairing, pairFills } from './pair-fills.ts';

const scaled = (text: string): bigint => scaledOf(text) as bigint;

interface Words extends Partial<Omit<PairFill, 'quantity' | 'price' | 'positionAfter'>> {
  readonly after?: string;
}

let line = 0;
function fill(
  action: 'buy' | 'sell',
  quantity: number,
  price: number,
  timeMs: number,
  more: Words = {},
): PairFill {
  const { after, ...rest } = more;
  line += 1;
  return {
    line,
    book: 'A|ESZ6',
    timeMs,
    sequence: null,
    action,
    quantity: scaled(String(quantity)),
    price: scaled(String(price)),
    commissionMicros: null,
    feesMicros: null,
    pnlMicros: null,
    effect: null,
    positionAfter: after === undefined ? null : scaled(after),
    ...rest,
  };
}

/** `long 2: 2 6000>6001`: side, quantity, legs. */
function textsOf({ positions }: Pairing<PairFill>): string[] {
  return positions.map(
    ({ side, status, quantity, legs }) =>
      `${status} ${side} ${formatScaled(quantity)}: ${legs
        .map(
          (leg) =>
            `${formatScaled(leg.quantity)} ${formatScaled(leg.entryPrice)}>${formatScaled(leg.exitPrice)}`,
        )
        .join(', ')}`,
  );
}

test('flat to flat is one trade, and each exit closes the oldest lots', () => {
  const pairing = pairFills([
    fill('buy', 2, 6000, 1),
    fill('buy', 1, 6002, 2),
    fill('sell', 1, 6004, 3),
    fill('sell', 2, 6006, 4),
    fill('sell', 1, 6010, 5),
    fill('buy', 1, 6008, 6),
  ]);
  expect(textsOf(pairing)).toEqual([
    'closed long 3: 1 6000>6004, 1 6000>6006, 1 6002>6006',
    'closed short 1: 1 6010>6008',
  ]);
  expect(pairing.positions[0]).toMatchObject({ entryMs: 1 });
});

test('a fill larger than the position closes it, opens the other side and splits its commission by quantity', () => {
  const pairing = pairFills([
    fill('buy', 1, 6000, 1, { commissionMicros: 2_000_000 }),
    fill('sell', 3, 6002, 2, { commissionMicros: 6_000_000, feesMicros: 1 }),
    fill('buy', 2, 6001, 3, { commissionMicros: 4_000_000 }),
  ]);
  expect(textsOf(pairing)).toEqual(['closed long 1: 1 6000>6002', 'closed short 2: 2 6002>6001']);
  expect(pairing.positions.map(({ commissionMicros }) => commissionMicros)).toEqual([4_000_000, 8_000_000]);
  expect(pairing.positions.map(({ feesMicros }) => feesMicros)).toEqual([0, 1]);
});

test('what is left open is returned beside the part that was closed', () => {
  const pairing = pairFills([
    fill('sell', 3, 6000, 1, { commissionMicros: 3_000_000 }),
    fill('buy', 1, 5990, 2, { commissionMicros: 1_000_000 }),
  ]);
  expect(textsOf(pairing)).toEqual(['closed short 1: 1 6000>5990', 'open short 2: ']);
  expect(pairing.positions.map(({ commissionMicros }) => commissionMicros)).toEqual([2_000_000, 2_000_000]);
});

test('accounts and contracts never close each other', () => {
  const pairing = pairFills([
    fill('buy', 1, 6000, 1, { book: 'A|ESZ6' }),
    fill('sell', 1, 6001, 2, { book: 'B|ESZ6' }),
    fill('sell', 1, 6002, 3, { book: 'A|ESH7' }),
  ]);
  expect(pairing.positions.every(({ status }) => status === 'open')).toBe(true);
});

test('a file that is newest first is reversed, fills of one second included', () => {
  const newestFirst = [
    fill('buy', 1, 6005, 9),
    fill('sell', 1, 6006, 9),
    fill('sell', 1, 6001, 5),
    fill('buy', 1, 6000, 5),
  ];
  expect(textsOf(pairFills(newestFirst))).toEqual([
    'closed long 1: 1 6000>6001',
    'closed short 1: 1 6006>6005',
  ]);
});

test('sequences order fills of the same instant as numbers, not as text', () => {
  const fills = [
    fill('sell', 1, 6001, 5, { sequence: '10' }),
    fill('buy', 1, 6000, 5, { sequence: '9' }),
    fill('sell', 1, 6003, 6, { sequence: '4101.10' }),
    fill('buy', 1, 6002, 6, { sequence: '4101.9' }),
  ];
  expect(textsOf(pairFills(fills))).toEqual(['closed long 1: 1 6000>6001', 'closed long 1: 1 6002>6003']);
});

test('an exit of what was opened before the file is not a short', () => {
  const { positions, orphans } = pairFills([
    fill('sell', 2, 6000, 1, { effect: 'close' }),
    fill('buy', 1, 6001, 2, { effect: 'open' }),
    fill('sell', 1, 6002, 3, { effect: 'close' }),
  ]);
  expect(positions).toHaveLength(1);
  expect(orphans.map(({ quantity }) => formatScaled(quantity))).toEqual(['2']);
});

test('the position after a fill determines how much of it closed older quantity', () => {
  const { positions, orphans } = pairFills([
    fill('sell', 3, 6000, 1, { after: '-1' }),
    fill('buy', 1, 5999, 2, { after: '0' }),
  ]);
  expect(orphans.map(({ quantity }) => formatScaled(quantity))).toEqual(['2']);
  expect(positions.map(({ side, status, quantity }) => [side, status, formatScaled(quantity)])).toEqual([
    ['short', 'closed', '1'],
  ]);
});

test('P&L booked on the first fill marks it as an exit', () => {
  const { positions, orphans } = pairFills([
    fill('sell', 1, 6000, 1, { pnlMicros: -12_500_000 }),
    fill('buy', 1, 6001, 2, { pnlMicros: 0 }),
    fill('sell', 1, 6002, 3, { pnlMicros: 50_000_000 }),
  ]);
  expect(orphans).toMatchObject([{ pnlMicros: -12_500_000 }]);
  expect(positions).toMatchObject([{ side: 'long', status: 'closed', pnlMicros: 50_000_000 }]);
});

test('an exit larger than the open quantity of the file is reported for the rest', () => {
  const { positions, orphans } = pairFills([
    fill('buy', 1, 6000, 1, { effect: 'open' }),
    fill('sell', 3, 6001, 2, { effect: 'close' }),
  ]);
  expect(positions).toHaveLength(1);
  expect(orphans.map(({ quantity }) => formatScaled(quantity))).toEqual(['2']);
});

const randomFills = fc.array(
  fc.record({
    action: fc.constantFrom('buy', 'sell') as fc.Arbitrary<'buy' | 'sell'>,
    quantity: fc.integer({ min: 1, max: 5 }),
    ticks: fc.integer({ min: 23_900, max: 24_100 }),
    book: fc.constantFrom('A|ES', 'A|NQ', 'B|ES'),
    commission: fc.integer({ min: 0, max: 5_000_000 }),
  }),
  { maxLength: 60 },
);

test('legs, open lots and costs add up to the fills in every case', () => {
  fc.assert(
    fc.property(randomFills, (rows) => {
      const fills = rows.map(({ action, quantity, ticks, book, commission }, index) =>
        fill(action, quantity, ticks / 4, index, { book, commissionMicros: commission }),
      );
      const { positions, orphans } = pairFills(fills);
      expect(orphans).toEqual([]);
      for (const book of ['A|ES', 'A|NQ', 'B|ES']) {
        const own = positions.filter((position) => position.fills[0]?.book === book);
        const left = own.filter(({ status }) => status === 'open');
        const net = fills
          .filter((each) => each.book === book)
          .reduce((sum, each) => sum + (each.action === 'buy' ? each.quantity : -each.quantity), 0n);
        expect(
          left.reduce((sum, { side, quantity }) => sum + (side === 'long' ? quantity : -quantity), 0n),
        ).toBe(net);
      }
      const spent = positions.reduce((sum, { commissionMicros }) => sum + (commissionMicros ?? 0), 0);
      expect(spent).toBe(fills.reduce((sum, { commissionMicros }) => sum + (commissionMicros ?? 0), 0));
    }),
  );
});

/** Reference FIFO: each contract of each fill separately. */
function naiveGross(fills: readonly PairFill[]): Map<string, number> {
  const gross = new Map<string, number>();
  const open = new Map<string, { sign: number; price: number }[]>();
  const contracts = fills.flatMap((each) => Array<PairFill>(Number(each.quantity / 10n ** 12n)).fill(each));
  for (const { book, action, price } of contracts) {
    const lots = open.get(book) ?? [];
    open.set(book, lots);
    const sign = action === 'buy' ? 1 : -1;
    const value = Number(price) / 1e12;
    const lot = lots[0]?.sign === -sign ? lots.shift() : undefined;
    if (lot === undefined) lots.push({ sign, price: value });
    else gross.set(book, (gross.get(book) ?? 0) + lot.sign * (value - lot.price));
  }
  return gross;
}

test('the result equals pairing one contract after the other', () => {
  fc.assert(
    fc.property(randomFills, (rows) => {
      const fills = rows.map(({ action, quantity, ticks, book }, index) =>
        fill(action, quantity, ticks / 4, index, { book }),
      );
      const gross = new Map<string, number>();
      for (const { fills: own, legs, side } of pairFills(fills).positions)
        for (const { quantity, entryPrice, exitPrice } of legs) {
          const book = own[0]?.book ?? '';
          const points = Number((exitPrice - entryPrice) * (quantity / 10n ** 12n)) / 1e12;
          gross.set(book, (gross.get(book) ?? 0) + (side === 'long' ? points : -points));
        }
      for (const [book, value] of naiveGross(fills)) expect(gross.get(book) ?? 0).toBeCloseTo(value, 9);
    }),
  );
});
