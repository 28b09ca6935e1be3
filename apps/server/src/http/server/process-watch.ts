/** What the process takes: memory, processor time, and how late its loop is. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS_A_MS = 1e6;

export interface ProcessFacts {
  readonly startedAtMs: number;
  readonly node: string;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Of one core, since the last question of this kind. */
  readonly cpuShare: number;
  readonly cpuSeconds: number;
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
}

export interface ProcessWatch {
  facts(nowMs: number): ProcessFacts;
  close(): void;
}

export function watchProcess(): ProcessWatch {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let before = process.cpuUsage();
  let beforeMs = performance.now();
  let share = 0;

  function cpu() {
    const now = process.cpuUsage();
    const elapsedMs = performance.now() - beforeMs;
    // Two questions at once would measure nothing
    if (elapsedMs >= 1_000) {
      share = (now.user + now.system - before.user - before.system) / 1000 / elapsedMs;
      before = now;
      beforeMs = performance.now();
    }
    return { cpuShare: Math.max(0, share), cpuSeconds: (now.user + now.system) / 1e6 };
  }

  return {
    facts(nowMs) {
      const { rss, heapUsed } = process.memoryUsage();
      return {
        startedAtMs: nowMs - process.uptime() * 1000,
        node: process.versions.node,
        residentBytes: rss,
        heapBytes: heapUsed,
        ...cpu(),
        // Without a sample yet it is not a number
        loopDelayP99Ms: delay.count === 0 ? 0 : delay.percentile(99) / NANOSECONDS_A_MS,
        loopDelayMaxMs: delay.count === 0 ? 0 : delay.max / NANOSECONDS_A_MS,
      };
    },
    close: () => delay.disable(),
  };
}
