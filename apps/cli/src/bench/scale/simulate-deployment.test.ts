import { expect, test } from 'vitest';
import { SERVICE_TIMES } from '#testing/service-times.ts';
import { loadsOf } from './arithmetic.ts';
import type { Deployment } from './deployment.ts';
import { simulateDeployment } from './simulate-deployment.ts';

const DEPLOYMENT: Deployment = {
  ...{ instruments: 40, owners: 2, natsServers: 3, natsCores: 4, webs: 9 },
  ...{ realTimeSockets: 2500, delayedSockets: 1500, networkBytesPerMs: 250_000 },
};
const RUN = { seed: 7, seconds: 6 };

test('the same seed gives the same figures, another one others', () => {
  const first = simulateDeployment(SERVICE_TIMES, DEPLOYMENT, RUN);
  expect(simulateDeployment(SERVICE_TIMES, DEPLOYMENT, RUN)).toEqual(first);
  expect(simulateDeployment(SERVICE_TIMES, DEPLOYMENT, { ...RUN, seed: 8 })).not.toEqual(first);
});

test('stations are as busy as the arithmetic says', () => {
  const { loads } = simulateDeployment(SERVICE_TIMES, DEPLOYMENT, { ...RUN, seconds: 20 });
  for (const [station, expected] of Object.entries(loadsOf(SERVICE_TIMES, DEPLOYMENT))) {
    const load = loads[station as keyof typeof loads];
    expect([station, Math.abs(load / expected - 1) < 0.1]).toEqual([station, true]);
  }
});

test('frames are as many as sockets and rates say', () => {
  const { frames } = simulateDeployment(SERVICE_TIMES, DEPLOYMENT, RUN);
  const expected = 3 * RUN.seconds * (2500 * 10 + 1500 * 2);
  expect(Math.abs(frames / expected - 1)).toBeLessThan(0.1);
});

test('a web process with more sockets than it can write to falls further and further behind', () => {
  const ageOf = (realTimeSockets: number, seconds: number) =>
    simulateDeployment(SERVICE_TIMES, { ...DEPLOYMENT, realTimeSockets }, { seed: 7, seconds }).ageMs.p99;
  expect(ageOf(2500, 6)).toBeLessThan(150);
  expect(ageOf(20_000, 12)).toBeGreaterThan(1.5 * ageOf(20_000, 6));
});

test('without sockets nobody waits for a frame', () => {
  const { loads, frames, ageMs } = simulateDeployment(
    SERVICE_TIMES,
    { ...DEPLOYMENT, realTimeSockets: 0, delayedSockets: 0 },
    RUN,
  );
  expect([loads.webNetwork, frames, ageMs.p99]).toEqual([0, 0, Number.NaN]);
});
