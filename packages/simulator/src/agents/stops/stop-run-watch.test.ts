import { expect, test } from 'vitest';
import { labelled } from '#testing/labelled-session.ts';

test('a run is level-driven when at least three of its stops had been placed beyond one level', () => {
  const often = { stopClustersPerHour: 20, singleStopsPerHour: 150, huntsPerHour: 8 };
  const { tape, labels } = labelled('ES', 41, 2.5, often);
  const runs = labels.filter(({ type }) => type === 'stop_run');
  const driven = runs.filter(({ params }) => params['levelDriven'] === true);
  expect(driven.length).toBeGreaterThan(2);
  for (const run of runs) {
    const { stops, stopsAtLevel, levelDriven, levelKind, outcome } = run.params;
    expect(levelDriven).toBe(Number(stopsAtLevel) >= 3);
    expect(levelKind === 'none').toBe(levelDriven === false);
    expect(Number(stopsAtLevel)).toBeLessThanOrEqual(Number(stops));
    expect(['reversal', 'continuation', 'open']).toContain(outcome);
    expect(run.tEvidentNs).toBeGreaterThanOrEqual(run.t0Ns);
    expect(run.tEvidentNs).toBeLessThanOrEqual(run.t1Ns);
    expect(run.orderIds.length).toBe(stops);
    // A stop that meets no liquidity up to its protection rests: it cannot have traded more than it had.
    expect(tape.by(run.orderIds)).toBeGreaterThan(0);
  }
  for (const { params, side, priceLowTicks, priceHighTicks } of driven) {
    const level = Number(params['levelTicks']);
    if (side === 'bid') expect(priceHighTicks).toBeGreaterThan(level);
    else expect(priceLowTicks).toBeLessThan(level);
  }
});
