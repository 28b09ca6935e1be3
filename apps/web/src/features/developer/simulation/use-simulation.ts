/** The simulation of a developer page: made with the page, ended with it. */

import { INSTRUMENTS, type Instrument } from '@undertow/market';
import { useEffect, useState } from 'react';
import { trustedWorkerAddress } from '#lib/browser/trusted-worker-address.ts';
import { useObservable } from '#lib/state/observable.ts';
import type { SimulatedMinute } from './simulated-market.ts';
import { type MinuteSource, Simulation, type SimulationState } from './simulation.ts';
import { SIMULATED_INSTRUMENTS } from './simulation-settings.ts';
import type { MinuteAnswer, MinuteRequest } from './simulation-worker.ts';
import workerUrl from './simulation-worker.ts?worker&url';

interface Waiting {
  readonly run: number;
  readonly resolve: (minute: SimulatedMinute) => void;
  readonly reject: (error: Error) => void;
}

class WorkerMinutes implements MinuteSource {
  #worker: Worker | null = null;
  #waiting: readonly Waiting[] = [];

  next(run: number, instrumentId: number): Promise<SimulatedMinute> {
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { run, resolve, reject }];
      const request: MinuteRequest = { run, instrumentId };
      this.#worker ??= this.#start();
      this.#worker.postMessage(request);
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = [];
  }

  #start(): Worker {
    const address = trustedWorkerAddress('simulation-worker', workerUrl);
    const worker = new Worker(address, { type: 'module', name: 'simulation' });
    worker.addEventListener('message', ({ data }: MessageEvent<MinuteAnswer>) => {
      // Answers come in the order of the requests
      const first = this.#waiting[0];
      this.#waiting = this.#waiting.slice(1);
      first?.resolve(data.minute);
    });
    worker.addEventListener('error', () => {
      const all = this.#waiting;
      this.close();
      for (const { reject } of all)
        reject(new Error('The simulation ended by itself. Reset and start it again.'));
    });
    return worker;
  }
}

export interface RunningSimulation {
  readonly simulation: Simulation;
  readonly state: SimulationState;
}

export function useSimulation(intervalMs: number, mostEvents: number): RunningSimulation {
  const [simulation] = useState(() => {
    const instrument = (SIMULATED_INSTRUMENTS[0] ?? INSTRUMENTS[0]) as Instrument;
    const source = new WorkerMinutes();
    return new Simulation({ source, instrument, intervalMs, mostEvents, nowMs: () => performance.now() });
  });
  useEffect(() => () => simulation.close(), [simulation]);
  return { simulation, state: useObservable(simulation.state) };
}
