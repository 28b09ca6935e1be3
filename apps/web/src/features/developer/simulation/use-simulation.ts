/** The simulation of a developer page: made with the page, ended with it. */
import { INSTRUMENTS, type Instrument } from '@undertow/market';
import { useEffect, useState } from 'react';
import { useObservable } from '#lib/state/observable.ts';
import { Simulation, type SimulationState } from './simulation.ts';
import { SIMULATED_INSTRUMENTS } from './simulation-settings.ts';
import { createWorkerMinutes } from './worker-minutes.ts';

export interface RunningSimulation {
  readonly simulation: Simulation;
  readonly state: SimulationState;
}

export function useSimulation(intervalMs: number, mostEvents: number): RunningSimulation {
  const [simulation] = useState(() => {
    const instrument = (SIMULATED_INSTRUMENTS[0] ?? INSTRUMENTS[0]) as Instrument;
    const source = createWorkerMinutes();
    return new Simulation({ source, instrument, intervalMs, mostEvents, nowMs: () => performance.now() });
  });
  useEffect(() => () => simulation.close(), [simulation]);
  return { simulation, state: useObservable(simulation.state) };
}
