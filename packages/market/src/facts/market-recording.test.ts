import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FLOW_EVENT_TYPES } from '#events/event-types.ts';
import { MINUTE_MS } from '#time/durations.ts';
import {
  type MarketRecording,
  packRecording,
  RECORDED_LEVELS,
  type RecordedFinding,
  type RecordedMinute,
  unpackRecording,
} from './market-recording.ts';

const START_MS = Date.UTC(2026, 2, 1, 23);

const ticks = fc.integer({ min: 15_000, max: 20_000 });
const count = fc.nat({ max: 5000 });
const sizes = fc.array(count, { minLength: RECORDED_LEVELS, maxLength: RECORDED_LEVELS });

/** One minute; its place in time is decided by the recording. */
const minute = fc
  .record({
    prices: fc.array(ticks, { minLength: 4, maxLength: 4 }),
    volume: count,
    buyVolume: count,
    sellVolume: count,
    trades: count,
    vwap: fc.option(fc.integer({ min: 1_500_000, max: 2_000_000 })),
    bidTicks: ticks,
    spread: fc.integer({ min: 1, max: 9 }),
    bidSizes: sizes,
    askSizes: sizes,
    pause: fc.integer({ min: 1, max: 90 }),
  })
  .map(({ prices, vwap, bidTicks, spread, bidSizes, askSizes, pause, ...volumes }) => ({
    pause,
    bar: {
      openTicks: prices[0]!,
      closeTicks: prices[1]!,
      highTicks: Math.max(...prices),
      lowTicks: Math.min(...prices),
      vwapTicks: vwap === null ? null : vwap / 100,
      ...volumes,
    },
    book: { bidTicks, askTicks: bidTicks + spread, bidSizes, askSizes },
  }));

const finding: fc.Arbitrary<RecordedFinding> = fc
  .record({
    knownMs: fc.nat({ max: 10_000_000 }),
    id: fc.string(),
    type: fc.constantFrom(...FLOW_EVENT_TYPES),
    sub: fc.option(fc.string()),
    side: fc.constantFrom('bid', 'ask'),
    priceTicks: ticks,
    zoneHeightTicks: fc.option(fc.nat({ max: 20 })),
    size: count,
    exact: fc.boolean(),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    startedMs: fc.nat({ max: 10_000_000 }),
    detectedMs: fc.nat({ max: 10_000_000 }),
    endedMs: fc.option(fc.nat({ max: 10_000_000 })),
    description: fc.string(),
  })
  .map((drawn) => ({
    ...drawn,
    knownMs: START_MS + drawn.knownMs,
    startedMs: START_MS + drawn.startedMs,
    detectedMs: START_MS + drawn.detectedMs,
    endedMs: drawn.endedMs === null ? null : START_MS + drawn.endedMs,
    confidence: drawn.confidence === null ? null : drawn.confidence + 0,
  }));

const recording: fc.Arbitrary<MarketRecording> = fc
  .record({
    seed: fc.nat(),
    drawn: fc.array(minute, { minLength: 1, maxLength: 20 }),
    findings: fc.array(finding, { maxLength: 5 }),
  })
  .map(({ seed, drawn, findings }) => {
    let startMs = START_MS;
    const minutes = drawn.map(({ pause, bar, book }): RecordedMinute => {
      startMs += pause * MINUTE_MS;
      return { bar: { startMs, ...bar }, book };
    });
    return { symbol: 'ES', seed, minutes, findings };
  });

test('what was written down is read again unchanged, through a file', () => {
  fc.assert(
    fc.property(recording, (written) => {
      const file = JSON.stringify(packRecording(written));
      expect(unpackRecording(JSON.parse(file))).toEqual(written);
    }),
  );
});

test('a recording of nothing is refused', () => {
  expect(() => packRecording({ symbol: 'ES', seed: 1, minutes: [], findings: [] })).toThrow(
    'expected a recording of at least one minute',
  );
});
