/** Failures of the gateway and what follows from each; the venue's present; and how long a snapshot is awaited. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DbnError } from '#dbn/files/dbn-error.ts';
import {
  asDatabentoError,
  DATABENTO_FAULTS,
  DatabentoError,
  type DatabentoFault,
  faultOfCode,
  faultOfRefusal,
  type SessionRetry,
} from './databento-error.ts';
import { SnapshotWatch } from './snapshot-watch.ts';
import { VenueClock } from './venue-clock.ts';

const RETRIES: Readonly<Record<DatabentoFault, SessionRetry>> = {
  key_refused: 'never',
  key_deactivated: 'never',
  connection_limit: 'late',
  invalid_subscription: 'never',
  gateway_error: 'soon',
  replay_aged_out: 'soon',
  gateway_down: 'soon',
  silent: 'soon',
  no_snapshot: 'soon',
  unsupported_version: 'late',
  protocol: 'soon',
};

test.each(DATABENTO_FAULTS)('%s is an error that says when to try again', (fault) => {
  const cause = new Error('below');
  const error = new DatabentoError(fault, 'said', { cause });
  expect([error.name, error.fault, error.message, error.cause]).toEqual([
    'DatabentoError',
    fault,
    'said',
    cause,
  ]);
  expect(error.retry).toBe(RETRIES[fault]);
});

test.each([
  [1, 'key_refused'],
  [2, 'key_deactivated'],
  [3, 'connection_limit'],
  [4, null],
  [5, 'invalid_subscription'],
  [6, 'gateway_error'],
  [7, null],
  [8, 'replay_aged_out'],
  [9, null],
  [255, null],
  [null, null],
])('the code %s of an error record ends the session as %s', (code, fault) => {
  expect(faultOfCode(code)).toBe(fault);
});

test.each([
  ['User authentication failed', 'key_refused'],
  ['API key has been deactivated', 'key_deactivated'],
  ['Deactivated', 'key_deactivated'],
  ['Connection LIMIT reached', 'connection_limit'],
  ['Too many sessions for this team', 'connection_limit'],
  ['', 'key_refused'],
])('a handshake refused with %j is %s', (text, fault) => {
  expect(faultOfRefusal(text)).toBe(fault);
});

test('an error of the gateway stays itself, anything else is something that could not be read', () => {
  const known = new DatabentoError('silent', 'nothing came');
  expect(asDatabentoError(known)).toBe(known);
  const unread = new DbnError('expected more', 7);
  expect(asDatabentoError(unread)).toMatchObject({
    ...{ fault: 'protocol', cause: unread },
    message: 'cannot read it: byte 7 of the decompressed data: expected more',
  });
  expect(asDatabentoError('a text')).toMatchObject({ fault: 'protocol', message: 'cannot read it: a text' });
});

test('a version that we do not know is a fault of its own: trying again at once would not help', () => {
  const error = asDatabentoError(new DbnError('expected DBN version 1, 2 or 3, found version 4', 3));
  expect([error.fault, error.retry]).toEqual(['unsupported_version', 'late']);
});

function clockAt(nowMs: number) {
  const state = { nowMs };
  const warnings: string[] = [];
  const clock = new VenueClock(
    () => state.nowMs,
    (reason) => warnings.push(reason),
  );
  return { clock, state, warnings };
}

test('the present never goes back, whatever clock and rows do', () => {
  const step = fc.record({
    nowMs: fc.integer({ min: 0, max: 200_000 }),
    rowMs: fc.integer({ min: 0, max: 300_000 }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { clock, state } = clockAt(0);
      let reached = 0;
      for (const { nowMs, rowMs } of steps) {
        state.nowMs = nowMs;
        clock.reach(rowMs);
        const present = clock.nowMs();
        expect(present).toBeGreaterThanOrEqual(Math.max(reached, nowMs));
        // What was sent is not in the future, unless its clock is far off
        if (rowMs <= nowMs + 60_000) expect(present).toBeGreaterThanOrEqual(rowMs);
        reached = present;
      }
    }),
    { numRuns: 60 },
  );
});

test('rows up to a minute ahead move the present, those beyond warn once and do not', () => {
  const { clock, warnings } = clockAt(1_000_000);
  clock.reach(1_060_000);
  expect([clock.nowMs(), warnings]).toEqual([1_060_000, []]);
  clock.reach(1_060_001);
  clock.reach(1_200_499);
  expect([clock.nowMs(), warnings]).toEqual([
    1_060_000,
    ["the exchange's time is 60 s ahead of this machine's clock: check the clock"],
  ]);
});

test('a snapshot that nobody requested is watched too, and each instrument for itself', () => {
  const watch = new SnapshotWatch(2);
  watch.begun(1, 0);
  watch.requested(2, 0);
  expect([watch.isAwaited(1), watch.isAwaited(3)]).toEqual([true, false]);
  // Every wait is twice as long
  expect([10_000, 10_001, 20_000, 20_001].map((ms) => watch.overdue(ms))).toEqual([[], [2], [2], [1, 2]]);
  watch.ended(1);
  expect(watch.overdue(99_999)).toEqual([2]);
  watch.clear();
  expect([watch.isAwaited(2), watch.overdue(99_999)]).toEqual([false, []]);
});
