import {
  INSTRUMENTS,
  type Instrument,
  instrumentBySymbol,
  joinNs,
  NO_PRICE,
  orderIdString,
} from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusOf } from './market-mode.ts';
import { loginError, outcomeOf } from './rp-code.ts';
import { messageTime, splitMs, splitTime } from './split-time.ts';
import { NO_ID, priceOf, splitId, ticksOf } from './wire-price.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const CL = instrumentBySymbol('CL') as Instrument;

describe('prices', () => {
  test('the noise of doubles is rounded away', () => {
    expect(ticksOf(CL, 4151.900000000001)).toBe(415_190);
    expect(ticksOf(CL, 0.1 + 0.2)).toBe(30);
    expect(ticksOf(ES, -0.25)).toBe(-1);
  });

  test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, 4567.13, 1e300])('%s is no price', (price) => {
    expect(ticksOf(ES, price)).toBe(NO_PRICE);
  });

  test('ticks of every product round-trip through the wire', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        fc.integer({ min: -100_000, max: 10_000_000 }),
        (instrument, ticks) => {
          expect(ticksOf(instrument, priceOf(instrument, ticks))).toBe(ticks);
        },
      ),
    );
  });
});

describe('prices off the tick', () => {
  test.each([
    ['a tenth of a tick above', 4567.025, 18_268],
    ['a tenth of a tick below', 4566.975, 18_268],
    ['more than a tenth above', 4567.026, NO_PRICE],
    ['more than a tenth below', 4566.974, NO_PRICE],
    ['half a tick', 4567.125, NO_PRICE],
    ['a billion ticks', 250_000_000, 1_000_000_000],
    ['more than a billion ticks', 250_000_000.25, NO_PRICE],
    ['less than minus a billion ticks', -250_000_000.25, NO_PRICE],
    ['zero', 0, 0],
  ])('%s is what it can be read as', (_, price, ticks) => {
    expect(ticksOf(ES, price)).toBe(ticks);
  });

  test('are the same above and below zero', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INSTRUMENTS),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (instrument, price) => {
          const [above, below] = [ticksOf(instrument, price), ticksOf(instrument, -price)];
          if (above === NO_PRICE) expect(below).toBe(NO_PRICE);
          // Both zeros are zero ticks
          else expect(below + above === 0).toBe(true);
        },
      ),
    );
  });
});

describe('order ids', () => {
  test('every 64-bit number is split and joined exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (id) => {
        const { hi, lo } = splitId(id.toString());
        expect(orderIdString(hi, lo)).toBe(id.toString());
        expect([hi | 0, lo | 0]).toEqual([hi, lo]);
      }),
    );
  });

  test.each([undefined, '', 'abc', '-5', '1.5', '18446744073709551616'])('%s is no order id', (text) => {
    expect(splitId(text)).toBe(NO_ID);
  });
});

describe('times', () => {
  test('seconds and nanoseconds are joined exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.integer({ min: 0, max: 999_999_999 }),
        (seconds, nanos) => {
          const { hi, lo } = splitTime(seconds, nanos);
          expect(joinNs(hi, lo)).toBe(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
        },
      ),
    );
  });

  test('the text of the exchange precedes that of the gateway', () => {
    const gateway = { ssboe: 1_700_000_000, usecs: 5 };
    expect(messageTime(gateway)).toEqual(splitTime(1_700_000_000, 5000));
    expect(messageTime({ ...gateway, sourceSsboe: 1_699_999_999, sourceNsecs: 7 })).toEqual(
      splitTime(1_699_999_999, 7),
    );
    expect(messageTime({ ...gateway, sourceSsboe: 1_699_999_999, sourceUsecs: 7 })).toEqual(
      splitTime(1_699_999_999, 7000),
    );
    expect(messageTime({})).toBeNull();
    expect(messageTime({ ssboe: 1, usecs: -1 })).toBeNull();
  });

  test('milliseconds keep their microseconds', () => {
    expect(splitMs(1_700_000_000_123.456)).toEqual(splitTime(1_700_000_000, 123_456_000));
  });
});

describe('response codes', () => {
  test.each([
    [undefined, { kind: 'done' }],
    [[], { kind: 'done' }],
    [['0'], { kind: 'done' }],
    [['7', 'no data'], { kind: 'empty' }],
    [
      ['7', 'an error occurred while parsing data.'],
      { kind: 'refused', code: '7', text: 'an error occurred while parsing data.' },
    ],
    [['13', 'permission denied'], { kind: 'refused', code: '13', text: 'permission denied' }],
    [['6'], { kind: 'refused', code: '6', text: '' }],
  ])('%j is %j', (rpCode, outcome) => {
    expect(outcomeOf(rpCode)).toEqual(outcome);
  });

  test.each([
    ['13', 'permission denied', 'login_denied'],
    ['13', 'incorrect password', 'wrong_password'],
    ['6', 'bad input', 'login_rejected'],
    ['1', 'an error occurred', 'login_failed'],
    ['13', 'session limit exceeded', 'session_limit'],
    ['7', 'no data', 'maintenance'],
    ['6', 'unknown system', 'unknown_system'],
    ['99', '', 'login_failed'],
  ])('a login refused with %s %s is %s', (code, text, fault) => {
    expect(loginError({ code, text }).fault).toBe(fault);
  });

  test('the text of a gateway about a login is not copied into our messages', () => {
    expect(loginError({ code: '13', text: 'alice / secret' }).message).not.toMatch(/alice|secret/);
  });
});

describe('market modes', () => {
  test.each([
    ['Pre Open', 0],
    ['Open', 1],
    ['Halted', 2],
    ['Closed', 3],
    ['PREOPEN', 0],
    ['Opening Auction', 0],
    ['Pre-Open No Cancel', 0],
    ['Trading', 1],
    ['Fast Market', 1],
    ['Continuous Trading', 1],
    ['Trading Halted', 2],
    ['Suspended', 2],
    ['Pause', 2],
    ['Market frozen', 2],
    ['Freeze', 2],
    ['Closing', 3],
    ['End of Day', 3],
    ['Not available for trading', 3],
    ['', null],
    ['Group Schedule', null],
    [undefined, null],
  ])('%s is status %s', (mode, status) => {
    expect(statusOf(mode)).toBe(status);
  });
});
