import {
  type DepthChange,
  DepthLevels,
  joinAllPrints,
  type PackedFlowExcerpt,
  type PrintRows,
} from '@undertow/market';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import text from './excerpt.json?raw';
import { decodeExcerpt, type Excerpt } from './excerpt.ts';
import { ExcerptPlayer } from './excerpt-player.ts';

const MINUTE = 60_000;
let excerpt: Excerpt;
beforeAll(async () => {
  excerpt = await decodeExcerpt(JSON.parse(text) as PackedFlowExcerpt);
});

/** What a listener has received, as panes keep it. */
function receivedFrom(player: ExcerptPlayer) {
  const depth = new DepthLevels();
  const lists: PrintRows[] = [];
  const clock: number[] = [];
  player.listen({
    onDepth: (change: DepthChange) => depth.apply(change),
    onPrints: (prints) => lists.push(prints),
    onClock: (nowMs) => clock.push(nowMs),
  });
  return { depth, prints: () => joinAllPrints(lists), clock };
}

describe('the recorded stretch of the workspace', () => {
  test('has ten minutes to play, and depth and executions before them', () => {
    expect(excerpt.endMs - excerpt.startMs).toBe(10 * MINUTE);
    const { past } = new ExcerptPlayer(excerpt);
    expect(past.at(-1)?.depth.length).toBeGreaterThan(250);
    expect(joinAllPrints(past.map(({ prints }) => prints)).times.length).toBeGreaterThan(1000);
    for (const { depth, prints } of past) {
      expect(depth.every(({ atMs }) => atMs < excerpt.startMs)).toBe(true);
      expect(prints.times.every((timeMs) => timeMs < excerpt.startMs)).toBe(true);
    }
  });

  test('has at least three kinds of events while it plays', () => {
    const played = excerpt.findings.filter(({ knownMs }) => knownMs > excerpt.startMs);
    expect(new Set(played.map(({ type }) => type)).size).toBeGreaterThanOrEqual(3);
  });

  test('never crosses: the best bid stays below the best ask', () => {
    const player = new ExcerptPlayer(excerpt);
    const { depth } = receivedFrom(player);
    while (!player.isOver) {
      player.advance(1000);
      const levels = depth.whole()?.levels ?? new Int32Array();
      const asks = levels.findIndex((_, at) => at % 4 === 0 && levels[at] !== levels[0]);
      expect(asks).toBeGreaterThan(0);
      expect(levels[1]).toBeLessThan(levels[asks + 1] as number);
    }
  });
});

describe('playing it', () => {
  test('shows each execution once, in order, however the time passes', () => {
    const all = joinAllPrints(excerpt.spans.map(({ prints }) => prints));
    const count = all.times.filter((timeMs) => timeMs < excerpt.endMs).length;
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 40_000, noNaN: true }), { maxLength: 200 }),
        (steps) => {
          const player = new ExcerptPlayer(excerpt);
          const { prints } = receivedFrom(player);
          for (const step of steps) player.advance(step);
          expect(prints().times).toEqual(all.times.filter((timeMs) => timeMs < player.nowMs));
          player.advance(20 * MINUTE);
          expect(prints().times.length).toBe(count);
          expect(player.isOver).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('gives a later listener the depth that the others have', () => {
    const player = new ExcerptPlayer(excerpt);
    const first = receivedFrom(player);
    player.advance(333_333.3);
    const second = receivedFrom(player);
    expect(second.depth.whole()).toEqual(first.depth.whole());
    expect(second.prints()).toEqual(first.prints());
    expect(second.clock).toEqual([player.nowMs]);
  });

  test('knows of no event before it was found, and takes it back when the detector does', () => {
    const player = new ExcerptPlayer(excerpt);
    while (!player.isOver) {
      const found = player.findings();
      expect(found.every(({ knownMs }) => knownMs <= player.nowMs)).toBe(true);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      player.advance(10_000);
    }
    expect(player.findings().some(({ endedMs }) => endedMs !== null)).toBe(true);
  });

  test('stops at its end', () => {
    const player = new ExcerptPlayer(excerpt);
    player.advance(60 * MINUTE);
    expect(player.nowMs).toBe(excerpt.endMs);
    player.advance(1);
    expect(player.nowMs).toBe(excerpt.endMs);
  });
});
