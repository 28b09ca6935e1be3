/** Resource usage of the process: memory, processor time, and the delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_A_MS = 1e6;

interface ProcessFacts {
  readonly startedAtMs: number;
  readonly node: string;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Of one core, since the last reading of this kind. */
  readonly cpuShare: number;
  readonly cpuSeconds: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
}

export class ProcessWatch {
  readonly #delay = monitorEventLoopDelay({ resolution: 10 });
  #before = process.cpuUsage();
  #beforeMs = performance.now();
  #share = 0;

  constructor() {
    this.#delay.enable();
  }

  facts(nowMs: number): ProcessFacts {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      startedAtMs: nowMs - process.uptime() * 1000,
      node: process.versions.node,
      residentBytes: rss,
      heapBytes: heapUsed,
      ...this.#cpu(),
      // Without a sample yet it is NaN
      loopDelayP99Ms: this.#delay.count === 0 ? 0 : this.#delay.percentile(99) / NANOSECONDS_A_MS,
      loopDelayMaxMs: this.#delay.count === 0 ? 0 : this.#delay.max / NANOSECONDS_A_MS,
    };
  }

  #cpu(): Pick<ProcessFacts, 'cpuShare' | 'cpuSeconds'> {
    const now = process.cpuUsage();
    const elapsedMs = performance.now() - this.#beforeMs;
    // Two readings at once would measure nothing
    if (elapsedMs >= 1_000) {
      this.#share = (now.user + now.system - this.#before.user - this.#before.system) / 1000 / elapsedMs;
      this.#before = now;
      this.#beforeMs = performance.now();
    }
    return { cpuShare: Math.max(0, this.#share), cpuSeconds: (now.user + now.system) / 1e6 };
  }

  close(): void {
    this.#delay.disable();
  }
}
