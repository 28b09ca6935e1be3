import {
  type FlowEventType,
  type MarketRecording,
  MINUTE_MS,
  type PackedRecording,
  type RecordedFinding,
  unpackRecording,
} from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONDITIONS, DemoPlayer, type DemoView } from './demo-player.ts';
import text from './recording.json?raw';

const START_MS = Date.UTC(2026, 2, 1, 23);
const BARS = 130;

const finding = (
  type: FlowEventType,
  hour: number,
  change: Partial<RecordedFinding> = {},
): RecordedFinding => ({
  knownMs: START_MS + hour * 60 * MINUTE_MS,
  id: `${type}-${hour}`,
  type,
  sub: null,
  side: 'bid',
  priceTicks: 18_000,
  zoneHeightTicks: null,
  size: 10,
  exact: false,
  confidence: 0.7,
  startedMs: START_MS,
  detectedMs: START_MS,
  endedMs: null,
  description: `${type} of hour ${hour}`,
  ...change,
});

/** A market that rises a tick a minute; of each condition one finding at the end of every hour. */
function market(findings?: readonly RecordedFinding[], bars = BARS): MarketRecording {
  const minutes = Array.from({ length: bars * 10 }, (_, at) => ({
    bar: {
      startMs: START_MS + at * MINUTE_MS,
      openTicks: 18_000 + at,
      highTicks: 18_001 + at,
      lowTicks: 18_000 + at,
      closeTicks: 18_001 + at,
      volume: 3,
      buyVolume: 2,
      sellVolume: 1,
      trades: 2,
      vwapTicks: 18_000,
    },
    book: {
      bidTicks: 18_000 + at,
      askTicks: 18_001 + at,
      bidSizes: [1, 2, 3, 4, 5],
      askSizes: [5, 4, 3, 2, 1],
    },
  }));
  const hourly = Array.from({ length: bars / 6 }, (_, hour) =>
    CONDITIONS.map((type) => finding(type, hour + 1)),
  );
  return { symbol: 'ES', seed: 1, minutes, findings: findings ?? hourly.flat() };
}

function played(byMs: number, recording = market()): DemoView {
  const player = new DemoPlayer(recording);
  for (let left = byMs; left > 0; left -= 200) player.advance(Math.min(200, left));
  return player.view();
}

describe('bars', () => {
  test('are fifty at first', () => {
    expect(played(0).bars).toHaveLength(50);
  });

  test('become one more every two seconds', () => {
    expect(played(1_999).bars).toHaveLength(50);
    expect(played(2_000).bars).toHaveLength(51);
    expect(played(20_000).bars).toHaveLength(60);
  });

  test('are never more than a hundred', () => {
    expect(played(100_000).bars).toHaveLength(100);
    const { bars } = played(120_000);
    expect(bars).toHaveLength(100);
    expect(bars[0]?.startMs).toBe(START_MS + 10 * 10 * MINUTE_MS);
  });

  test('are of ten minutes, and the newest one forms minute by minute', () => {
    const volumes = [0, 200, 400, 1_800, 2_000].map((ms) => played(ms).bars.at(-1)?.volume);
    expect(volumes).toEqual([3, 6, 9, 30, 3]);
    const { bars } = played(1_000);
    expect((bars[1]?.startMs ?? 0) - (bars[0]?.startMs ?? 0)).toBe(10 * MINUTE_MS);
    expect(bars.at(-1)).toMatchObject({ openTicks: 18_490, highTicks: 18_496, closeTicks: 18_496 });
  });
});

describe('conditions', () => {
  test('are five, in the order of the specification, five seconds each', () => {
    const seen = Array.from({ length: 6 }, (_, turn) => played(turn * 5_000).condition);
    expect(seen.map(({ type }) => type)).toEqual([
      'iceberg',
      'absorption',
      'spoofing',
      'support',
      'stop_run',
      'iceberg',
    ]);
    expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 1]);
    expect(played(4_999).condition).toMatchObject({ type: 'iceberg', leftMs: 1 });
  });

  test('show the newest finding of their type that was known by then', () => {
    // Forty-nine bars and a minute are eight hours and eleven minutes.
    expect(played(0).condition.event?.finding.id).toBe('iceberg-8');
    expect(played(5_000).condition.event?.finding.id).toBe('absorption-8');
    expect(played(10_000).condition.event?.finding.id).toBe('spoofing-9');
  });

  test('prefer a valid event to a withdrawn one, and give the time of a withdrawal', () => {
    const taken = finding('iceberg', 2, { endedMs: START_MS + 3 * 60 * MINUTE_MS });
    const shown = (findings: RecordedFinding[]): DemoView['condition'] =>
      played(0, market(findings)).condition;
    expect(shown([finding('iceberg', 1), taken])).toMatchObject({
      event: { finding: { id: 'iceberg-1' } },
      endedMs: null,
    });
    expect(shown([taken])).toMatchObject({ event: { finding: { id: 'iceberg-2' } }, endedMs: taken.endedMs });
    // Not known yet in the ninth hour.
    const later = finding('iceberg', 2, { endedMs: START_MS + 20 * 60 * MINUTE_MS });
    expect(shown([later]).endedMs).toBeNull();
  });

  test('say that nothing was found rather than show another finding', () => {
    const { condition, events } = played(0, market([finding('support', 1), finding('iceberg', 20)]));
    expect(condition).toMatchObject({ type: 'iceberg', event: null });
    expect(events.map(({ finding: { type } }) => type)).toEqual(['support']);
  });
});

describe('events', () => {
  test('carry the confidence that was recorded, and 0.85 where none is', () => {
    const stated = played(0, market([finding('iceberg', 1, { confidence: 0.62 })]));
    const unstated = played(0, market([finding('iceberg', 1, { confidence: null })]));
    expect(stated.condition.event?.confidence).toBe(0.62);
    expect(unstated.condition.event?.confidence).toBe(0.85);
  });

  test('expire five minutes after they were shown, and are taken away every thirty seconds', () => {
    const icebergs = Array.from({ length: 60 }, (_, hour) => finding('iceberg', hour + 1));
    const sweeping = new DemoPlayer(market(icebergs, 300));
    const first = sweeping.view().condition.event;
    expect((first?.expiresMs ?? 0) - (first?.shownMs ?? 0)).toBe(300_000);
    const oldest = (): number => sweeping.view().events.at(-1)?.shownMs ?? Number.NaN;
    sweeping.advance(300_000 - 1);
    expect(oldest()).toBe(-25_000);
    sweeping.advance(1);
    expect(oldest()).toBe(25_000);
    // Expired at 325 s, swept at 330 s.
    sweeping.advance(29_999);
    expect(oldest()).toBe(25_000);
    sweeping.advance(1);
    expect(oldest()).toBe(50_000);
  });

  test('are the newest first, each of them once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 80 }), (steps) => {
        const player = new DemoPlayer(market());
        for (const step of steps) player.advance(step);
        const { events, playedMs } = player.view();
        const shown = events.map(({ shownMs }) => shownMs);
        expect(shown).toEqual(shown.toSorted((a, b) => b - a));
        expect(new Set(events.map(({ finding: { id } }) => id)).size).toBe(events.length);
        for (const event of events) {
          expect(event.shownMs).toBeLessThanOrEqual(playedMs);
          expect(event.expiresMs).toBeGreaterThan(playedMs - 30_000);
        }
      }),
    );
  });
});

describe('at the end of the recording', () => {
  /** The last bar of 130 begins with second 160 and is whole two seconds later. */
  const END_MS = 162_000;

  test('the session begins again, from its fifty bars and its first condition', () => {
    const { round, ...again } = played(END_MS);
    const { round: first, ...begun } = played(0);
    expect([first, round]).toEqual([1, 2]);
    expect(again).toEqual(begun);
  });

  test('it was shown to its last minute', () => {
    expect(played(END_MS - 1).bars.at(-1)?.closeTicks).toBe(18_000 + BARS * 10);
  });
});

test('however the time is divided, the same is on screen', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 25 }), (steps) => {
      const player = new DemoPlayer(market());
      for (const step of steps) player.advance(step);
      const whole = new DemoPlayer(market());
      whole.advance(steps.reduce((sum, step) => sum + step, 0));
      expect(player.view()).toEqual(whole.view());
    }),
    { numRuns: 30 },
  );
});

describe('the recording of the demo', () => {
  const recording = unpackRecording(JSON.parse(text) as PackedRecording);

  test('has five prices a side, a quarter of a point apart', () => {
    expect(recording.symbol).toBe('ES');
    for (const { book } of recording.minutes) {
      expect([book.bidSizes.length, book.askSizes.length]).toEqual([5, 5]);
      expect(book.askTicks).toBeGreaterThan(book.bidTicks);
      expect([book.bidSizes[0], book.askSizes[0]].every((size) => (size ?? 0) > 0)).toBe(true);
    }
  });

  test('fills every condition from the first picture to the end with something the detectors found near its bars', () => {
    const player = new DemoPlayer(recording);
    for (let turn = 0; player.view().round === 1; turn += 1) {
      const { condition, bars } = player.view();
      const { event, type } = condition;
      expect(event?.finding.type).toBe(type);
      expect(event?.finding.knownMs).toBeLessThanOrEqual((bars.at(-1)?.startMs ?? 0) + 10 * MINUTE_MS);
      expect(type).toBe(CONDITIONS[turn % 5]);
      player.advance(5_000);
    }
  });

  test('has no finding that its own bars do not reach', () => {
    const low = Math.min(...recording.minutes.map(({ bar }) => bar.lowTicks));
    const high = Math.max(...recording.minutes.map(({ bar }) => bar.highTicks));
    for (const { priceTicks, exact, confidence, startedMs, detectedMs, knownMs } of recording.findings) {
      expect(priceTicks).toBeGreaterThan(low - 40);
      expect(priceTicks).toBeLessThan(high + 40);
      expect(startedMs).toBeLessThanOrEqual(detectedMs);
      expect(detectedMs).toBeLessThanOrEqual(knownMs);
      expect(exact ? 1 : (confidence ?? 1)).toBeGreaterThanOrEqual(0.6);
    }
  });
});
