import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DepthSequence } from './depth-sequence.ts';
import type { NumberHole } from './number-hole.ts';

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
