import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COL_TIME_HI,
  COL_TIME_LO,
  joinNs,
  nsHi,
  nsLo,
  ROW_LENGTH,
  rowTimeMs,
  rowTimeNs,
  rowWholeMs,
} from './market-event.ts';

const times = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n });

function rowAt(ns: bigint): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_TIME_HI] = nsHi(ns);
  row[COL_TIME_LO] = nsLo(ns);
  return row;
}

test('a split time joins to itself', () => {
  fc.assert(
    fc.property(times, (ns) => {
      expect(joinNs(nsHi(ns), nsLo(ns))).toBe(ns);
      expect(rowTimeNs(rowAt(ns), 0)).toBe(ns);
    }),
  );
});

test('whole milliseconds are exact, to the last nanosecond before the next one', () => {
  fc.assert(
    fc.property(times, (ns) => {
      expect(rowWholeMs(rowAt(ns), 0)).toBe(Number(ns / 1_000_000n));
      const whole = ns - (ns % 1_000_000n);
      expect(rowTimeMs(rowAt(whole), 0)).toBe(Number(whole / 1_000_000n));
      expect(rowWholeMs(rowAt(whole + 999_999n), 0)).toBe(Number(whole / 1_000_000n));
    }),
  );
});
