/** Messages of a book by order in whole events: in order, once each, and what is missing by its numbers. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DepthSequence, splitAfter } from './depth-sequence.ts';
import { holeBeyond, joinedHole, type NumberHole } from './number-hole.ts';
import { Numbering } from './numbering.ts';
import { SnapshotWait } from './snapshot-wait.ts';

/** Takes messages and ends; keeps what comes out. */
class Rig {
  readonly events: (readonly number[])[] = [];
  readonly lost: (NumberHole | null)[] = [];
  isSparse = false;
  readonly sequence = new DepthSequence(
    {
      onEvent: ({ frames }) => this.events.push(frames.map(([sequence]) => sequence)),
      onLost: (hole) => this.lost.push(hole),
    },
    () => this.isSparse,
  );

  frame(sequenceNumber: number, exchangeOrderId = 'a'): void {
    this.sequence.take({ sequenceNumber, exchangeOrderId: [exchangeOrderId] });
  }

  event(...sequences: number[]): void {
    for (const sequence of sequences) this.frame(sequence);
    this.sequence.end(sequences.at(-1));
  }
}

describe('depth messages', () => {
  let rig: Rig;
  beforeEach(() => {
    vi.useFakeTimers();
    rig = new Rig();
    rig.sequence.startFrom(10, false);
  });
  afterEach(() => {
    rig.sequence.close();
    vi.useRealTimers();
  });

  test('make an event when its end is sent, not before', () => {
    rig.frame(11);
    rig.frame(12);
    expect(rig.events).toEqual([]);
    rig.sequence.end(12);
    expect(rig.events).toEqual([[11, 12]]);
  });

  test('that share a number are of one event', () => {
    rig.frame(11, 'a');
    rig.frame(11, 'b');
    rig.sequence.end(11);
    expect(rig.events).toEqual([[11, 11]]);
  });

  test('that come twice count once, before and after their event', () => {
    rig.frame(11);
    rig.event(11);
    rig.event(11);
    expect(rig.events).toEqual([[11]]);
    expect(rig.sequence.duplicates).toBe(2);
    expect(rig.lost).toEqual([]);
  });

  test('that a snapshot holds are dropped', () => {
    rig.event(9, 10);
    expect(rig.events).toEqual([]);
    expect(rig.lost).toEqual([]);
  });

  test('that came ahead wait for the missing ones', () => {
    rig.event(12);
    vi.advanceTimersByTime(150);
    expect(rig.events).toEqual([]);
    rig.event(11);
    // The end of the first is not known yet when its message closes the hole: both are one event
    expect(rig.events).toEqual([[11, 12]]);
    vi.advanceTimersByTime(1000);
    expect(rig.lost).toEqual([]);
  });

  test('behind a hole that stays are reported as a loss after 200 ms', () => {
    rig.event(12);
    vi.advanceTimersByTime(199);
    expect(rig.lost).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rig.lost).toEqual([{ first: 11, last: 11 }]);
    expect(rig.events).toEqual([[12]]);
  });

  test('that wait behind a hole come before the snapshot that holds them', () => {
    rig.event(13);
    rig.frame(15);
    rig.sequence.releaseUpTo(14);
    expect(rig.events).toEqual([[13]]);
    rig.sequence.startFrom(14, false);
    rig.sequence.end(15);
    expect(rig.events).toEqual([[13], [15]]);
    vi.advanceTimersByTime(1000);
    expect(rig.lost).toEqual([]);
  });

  test('with holes are whole where other instruments have the numbers', () => {
    rig.isSparse = true;
    rig.event(25);
    rig.event(40, 41);
    expect(rig.events).toEqual([[25], [40, 41]]);
    vi.advanceTimersByTime(1000);
    expect(rig.lost).toEqual([]);
  });

  test('that come after a later event are a loss', () => {
    rig.isSparse = true;
    rig.event(25);
    rig.frame(20);
    expect(rig.lost).toEqual([null]);
  });

  test('whose end never comes are an event anyway', () => {
    rig.frame(11);
    vi.advanceTimersByTime(200);
    expect(rig.events).toEqual([[11]]);
    expect(rig.lost).toEqual([]);
  });

  test('of a gateway that sends no ends are events of their own before long', () => {
    for (const sequence of [11, 12, 13]) {
      rig.frame(sequence);
      vi.advanceTimersByTime(200);
    }
    rig.frame(14);
    expect(rig.events).toEqual([[11], [12], [13], [14]]);
  });

  test('of a venue that counts from the beginning again are a loss, and continue from its snapshot', () => {
    rig.sequence.startFrom(1_000_000, false);
    for (let sequence = 1; sequence <= 256; sequence += 1) rig.frame(sequence);
    expect(rig.lost).toEqual([null]);
    rig.sequence.startFrom(256, true);
    rig.event(257);
    expect(rig.events).toEqual([[257]]);
  });

  test('whose numbers are shared by different orders are all kept, those that are the same once', () => {
    for (const order of ['a', 'b', 'a', 'c', 'b']) rig.frame(11, order);
    rig.sequence.end(11);
    expect([rig.events, rig.sequence.duplicates]).toEqual([[[11, 11, 11]], 2]);
  });

  test('without a number have the next one, an end without a number ends what is there', () => {
    rig.frame(11);
    rig.sequence.take({ exchangeOrderId: ['b'] });
    rig.sequence.end(undefined);
    expect(rig.events).toEqual([[11, 12]]);
  });

  test('are counted where they come behind later ones', () => {
    for (const sequence of [11, 14, 12, 13, 15]) rig.frame(sequence);
    rig.frame(15, 'beside');
    expect(rig.sequence.reordered).toBe(2);
  });

  test('that wait are known, the first of them by its number', () => {
    expect([rig.sequence.isWaiting, rig.sequence.firstWaiting]).toEqual([false, null]);
    rig.frame(14, 'late');
    rig.frame(12, 'first');
    expect(rig.sequence.firstWaiting).toMatchObject({ exchangeOrderId: ['first'] });
    rig.sequence.releaseUpTo(14);
    expect([rig.sequence.isWaiting, rig.sequence.ended, rig.sequence.highest]).toEqual([false, 14, 14]);
  });

  test('behind several holes are one loss, from the first missing number to the last', () => {
    for (const sequence of [12, 15, 16]) rig.event(sequence);
    vi.advanceTimersByTime(200);
    expect(rig.lost).toEqual([{ first: 11, last: 14 }]);
    expect(rig.events).toEqual([[12, 15, 16]]);
  });

  test('before the first snapshot begin with what is there', () => {
    const fresh = new Rig();
    fresh.event(500);
    vi.advanceTimersByTime(200);
    expect([fresh.events, fresh.lost]).toEqual([[[500]], []]);
    fresh.sequence.close();
  });

  test('in thousands behind a hole are not waited with any longer', () => {
    for (let sequence = 12; sequence <= 4107; sequence += 1) rig.frame(sequence);
    expect(rig.lost).toEqual([]);
    rig.frame(4108);
    expect([rig.lost, rig.events[0]?.length]).toEqual([[{ first: 11, last: 11 }], 4097]);
  });

  test('below a snapshot are a new count after two hundred and fifty-six of them in a row', () => {
    for (let count = 0; count < 255; count += 1) rig.frame(5);
    rig.event(11);
    for (let count = 0; count < 255; count += 1) rig.frame(5);
    expect(rig.lost).toEqual([]);
    rig.frame(5);
    expect(rig.lost).toEqual([null]);
  });

  test('that a restart makes void are gone, whatever they waited for', () => {
    rig.event(13);
    rig.sequence.startFrom(2, true);
    rig.event(3);
    vi.advanceTimersByTime(1000);
    expect([rig.events, rig.lost, rig.sequence.highest]).toEqual([[[3]], [], 3]);
  });

  test('after the closing of the flow are not reported by a timer', () => {
    rig.event(13);
    rig.sequence.close();
    vi.advanceTimersByTime(1000);
    expect([rig.events, rig.lost]).toEqual([[], []]);
  });

  test('shuffled within a window and repeated come out in order, once each', () => {
    const shuffles = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      moves: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 60, maxLength: 60 }),
      copies: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    });
    fc.assert(
      fc.property(shuffles, ({ count, moves, copies }) => {
        const one = new Rig();
        const numbers = Array.from({ length: count }, (_, index) => index + 1);
        const sent = numbers
          .flatMap((number, index) => (copies[index] === true ? [number, number] : [number]))
          .map((number, index) => ({ number, at: index + (moves[index % 60] ?? 0) }))
          .toSorted((a, b) => a.at - b.at);
        for (const { number } of sent) one.event(number);
        expect(one.events.flat()).toEqual(numbers);
        expect(one.lost).toEqual([]);
        one.sequence.close();
      }),
    );
  });
});

test('an event is split after a number, and nothing of it is lost', () => {
  const frames = [3, 4, 4, 6].map((sequence, at) => [sequence, { exchangeOrderId: [`${at}`] }] as const);
  for (let last = 2; last <= 7; last += 1) {
    const [before, beyond] = splitAfter({ frames }, last);
    expect(before.frames.every(([sequence]) => sequence <= last)).toBe(true);
    expect(beyond.frames.every(([sequence]) => sequence > last)).toBe(true);
    expect([...before.frames, ...beyond.frames]).toEqual(frames);
  }
});

describe('a hole in the numbers', () => {
  test('joins another from the first to the last of both', () => {
    expect(joinedHole(null, { first: 5, last: 7 })).toEqual({ first: 5, last: 7 });
    expect(joinedHole({ first: 5, last: 7 }, { first: 9, last: 9 })).toEqual({ first: 5, last: 9 });
    expect(joinedHole({ first: 5, last: 9 }, { first: 3, last: 6 })).toEqual({ first: 3, last: 9 });
  });

  test.each([
    [4, { first: 5, last: 7 }],
    [5, { first: 6, last: 7 }],
    [6, { first: 7, last: 7 }],
    [7, null],
    [8, null],
  ])('of 5 to 7 is, after a snapshot of %i, %j', (sequence, left) => {
    expect(holeBeyond({ first: 5, last: 7 }, sequence)).toEqual(left);
    expect(holeBeyond(null, sequence)).toBeNull();
  });
});

test.each([
  ['nothing yet', [], [false, true]],
  ['two harmless holes', [true, true], [false, true]],
  ['three: the numbers are those of other instruments too', [true, true, true], [true, false]],
  ['a loss: the numbers can be trusted', [false], [false, false]],
  ['a loss among harmless ones, whichever came first', [true, true, true, false], [false, false]],
  ['harmless ones after a loss', [false, true, true, true], [false, false]],
])('what the numbers of a gateway mean is known by %s', (_, looks, [isSparse, isOpen]) => {
  const numbering = new Numbering();
  for (const wasHarmless of looks) numbering.learn(wasHarmless);
  expect([numbering.isSparse, numbering.isOpen]).toEqual([isSparse, isOpen]);
});

test('a snapshot is waited for longer each time, up to four seconds, until the book was sound for ten', () => {
  vi.useFakeTimers();
  const wait = new SnapshotWait();
  const next = () => {
    wait.lost();
    return wait.next();
  };
  expect(Array.from({ length: 8 }, next)).toEqual([100, 200, 400, 800, 1600, 3200, 4000, 4000]);
  vi.advanceTimersByTime(10_000);
  expect(next()).toBe(4000);
  vi.advanceTimersByTime(10_001);
  expect([next(), next()]).toEqual([100, 200]);
  vi.useRealTimers();
});
