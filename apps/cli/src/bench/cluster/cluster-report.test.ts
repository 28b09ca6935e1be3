import { expect, test } from 'vitest';
import type { ClusterFigures, WireRow } from './cluster-figures.ts';
import { clusterGoals, clusterSection } from './cluster-report.ts';
import { serviceTimesOf } from './service-times.ts';

const row = (instruments: number, readers: number, more: Partial<WireRow> = {}): WireRow => ({
  ...{
    instruments,
    readers,
    withViews: Math.min(43, instruments),
    bytesPerUpdate: 500,
    natsBytesPerUpdate: 9000,
  },
  ...{
    updatesPerSecond: instruments * 10,
    storedPerSecond: instruments * 10,
    ownerRssMb: 300,
    webRssMb: 300,
  },
  ...{ publishMs: { p50: 2, p99: null }, ageMs: { p50: 5, p99: 9 } },
  owners: 0.02 + instruments * 0.004,
  nats: 0.03 + instruments * (0.002 + readers * 0.0003),
  web: 0.01 + Math.min(43, instruments) * 0.003,
  ...more,
});
const reference = { microsPerMessage: 5, messagesPerSecond: 1e5, p50Ms: 40, p99Ms: 90 };
const FIGURES: ClusterFigures = {
  date: '2026-01-01',
  fanOut: [
    {
      ...{ sockets: 10_000, load: 0.5, floor: reference, socketIo: { ...reference, microsPerMessage: 11 } },
      web: {
        ...{ microsPerFrame: 7, framesPerSecond: 1e5, bytesPerFrame: 2350, ages: { p50Ms: 70, p99Ms: 160 } },
        ...{ socketsAtEnd: 10_100, cpuShare: 0.7, rssMb: 600 },
      },
    },
  ],
  wire: { load: 0.4, rows: [row(1, 1), row(40, 1), row(100, 1), row(100, 3)] },
  takeover: {
    ...{ load: 0.3, instruments: 4, readySeconds: 20, idle: { postgres: 0.02, web: 0.1 } },
    takeovers: [4000, 4500, 6000].map((ms) => ({
      firstMs: ms - 200,
      wireMs: ms - 100,
      bookMs: ms,
      barsMs: ms,
    })),
    returns: { sockets: 2, killed: [{ lost: 1, backMs: [1200] }] },
  },
  usage: { people: 5000, microsPerRow: 30 },
};

test('goals are ratios to the reference programs of the same run, and percentiles', () => {
  expect(clusterGoals(FIGURES).map(({ reached, met }) => `${reached.split(' ')[0]} ${met}`)).toEqual([
    '1.40× true',
    '0.64× true',
    '160 false',
    'p50 false',
    'p50 false',
    'p50 true',
  ]);
});

test('service times are what one more instrument, reader or frame costs', () => {
  const times = serviceTimesOf(FIGURES);
  expect(times?.ownerMicrosPerUpdate).toBeCloseTo(400);
  expect(times?.webMicrosPerUpdate).toBeCloseTo(300);
  expect(times?.natsMicrosPerDelivery).toBeCloseTo(30);
  expect(times?.natsMicrosPerUpdate).toBeCloseTo(200);
  expect(times?.postgresMicrosPerInstrumentSecond).toBeCloseTo(5000);
});

test('without the reference programs there are no service times, and the section says why', () => {
  const without = { ...FIGURES, fanOut: [] };
  expect(serviceTimesOf(without)).toBeNull();
  expect(clusterSection(without)).toContain('The fan-out was not measured');
  expect(clusterSection(FIGURES)).not.toMatch(/NaN|undefined|null/);
});
