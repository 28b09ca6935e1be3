/** A million odd texts: every one is a number, a time, a zone or none, and what is recognised as one is valid. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBondPrice } from '#read/values/bond-prices.ts';
import { dateOrderIn, readFileTime } from '#read/values/dates.ts';
import { markOf, readDecimal } from '#read/values/numbers.ts';
import { readAction, readSide } from '#read/values/sides.ts';
import { isZone, offsetOfAbbreviation, utcMsOf } from '#read/values/zones.ts';
import { normaliseHeader } from './headers.ts';

const TEXT_RUNS = process.env['LONG_TESTS'] === '1' ? 1_000_000 : 20_000;
const LONG_TIMEOUT_MS = 3_600_000;

function checkDecimal(text: string | null | undefined): void {
  if (typeof text === 'string' && !/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text))
    throw new Error(`decimal ${text}`);
}

test(
  'any text is a number, none, or no number; any text is a time, none, or no time',
  () => {
    const signs = fc.constantFrom(
      ..."0123456789.,-+()$€% \u00a0\u202f'’eE:;/TZAPM年月日\u2212\u2014",
      'Lots',
      'USD',
      'Mar',
      '2026',
      '2026-03-02',
      '3/2/26',
      '09:31',
      'N/A',
    );
    const texts = fc.oneof(
      { weight: 3, arbitrary: fc.array(signs, { maxLength: 14 }).map((parts) => parts.join('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    );
    fc.assert(
      fc.property(texts, (text) => {
        checkDecimal(readDecimal(text, '.'));
        checkDecimal(readDecimal(text, ','));
        checkDecimal(readBondPrice(text, 'ZN'));
        markOf(text);
        const time = readFileTime(text, 'dmy');
        if (time) {
          const { year, month, day, hour, minute, second, millisecond } = time;
          const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
          expect([utc.getUTCMonth() + 1, utc.getUTCDate(), utc.getUTCHours()]).toEqual([month, day, hour]);
          expect(utcMsOf({ ...time, offsetMinutes: null }, 'UTC')).toBe(utc.getTime());
        }
        dateOrderIn(text);
        readSide(text);
        readAction(text);
        normaliseHeader(text);
        offsetOfAbbreviation(text);
      }),
      { numRuns: TEXT_RUNS },
    );
  },
  LONG_TIMEOUT_MS,
);

test('any text is a zone that converts or none', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom('UTC', 'EST5EDT', '+05:30', 'GMT+1')),
      (text) => {
        const time = readFileTime('2026-03-02 09:31', 'ymd');
        if (isZone(text) && time) expect(Number.isSafeInteger(utcMsOf(time, text))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
