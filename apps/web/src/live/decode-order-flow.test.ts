import { depthUpdate, encodeDepth, encodePrints, printsUpdate } from '@undertow/contracts';
import { DepthLevels, INSTRUMENTS, PRINT_STRIDE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeDepth, decodePrints } from './decode-order-flow.ts';

const anyInstrument = fc.constantFrom(...INSTRUMENTS);
const anyPrice = fc.integer({ min: -5000, max: 200_000 });

test('a depth on the wire is the depth that was encoded', () => {
  const level = fc.tuple(
    fc.constantFrom(SIDE_BID, SIDE_ASK),
    anyPrice,
    fc.nat(5000),
    fc.integer({ min: 1, max: 90 }),
  );
  fc.assert(
    fc.property(
      anyInstrument,
      fc.array(level, { maxLength: 30 }),
      fc.boolean(),
      (instrument, levels, hasOrders) => {
        const change = { isWhole: true, levels: Int32Array.from(levels.flat()) };
        const wire = depthUpdate.parse(
          JSON.parse(JSON.stringify(encodeDepth(instrument, change, hasOrders))),
        );
        const [sent, received] = [new DepthLevels(), new DepthLevels()];
        sent.apply(change);
        received.apply(decodeDepth(instrument, wire));
        expect(received.whole()).toEqual(sent.whole());
      },
    ),
    { numRuns: 50 },
  );
});

test('executions on the wire are those that were encoded', () => {
  const print = fc.tuple(
    fc.nat(),
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE),
    anyPrice,
    fc.integer({ min: 1, max: 9999 }),
  );
  fc.assert(
    fc.property(anyInstrument, fc.array(print, { maxLength: 30 }), (instrument, prints) => {
      const rows = Int32Array.from(prints.flat());
      const times = Float64Array.from(prints, (_, n) => 1_795_000_000_000 + n * 7);
      const wire = { isWhole: false, prints: encodePrints(instrument, { times, rows }) };
      const { prints: parsed } = printsUpdate.parse(JSON.parse(JSON.stringify(wire)));
      expect(decodePrints(instrument, parsed)).toEqual({ times, rows });
      expect(rows).toHaveLength(parsed.length * PRINT_STRIDE);
    }),
    { numRuns: 50 },
  );
});

test('orders that a feed without single orders does not count are unknown, in one with them there are none', () => {
  const change = { isWhole: false, levels: Int32Array.of(SIDE_BID, 100, 5, 0, SIDE_ASK, 101, 0, 0) };
  for (const instrument of INSTRUMENTS.slice(0, 1))
    for (const [hasOrders, orders] of [
      [false, null],
      [true, 0],
    ] as const) {
      const { bids, asks } = encodeDepth(instrument, change, hasOrders);
      expect([...bids, ...asks].map(([, , count]) => count)).toEqual([orders, orders]);
    }
});
