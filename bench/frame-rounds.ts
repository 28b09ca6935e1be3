/** How a page keeps its frames: rounds of some seconds, each with frames a second, gaps and the busy time of the main thread. */
import type { Page } from 'playwright-core';

export interface FrameRound {
  readonly fps: number;
  readonly p95GapMs: number;
  readonly mainThreadMsPerSecond: number;
  readonly scriptMsPerSecond: number;
}

const ROUND_MS = 3000;

/** Times of the animation frames of a round, read in the page. */
async function frames(page: Page, durationMs: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const step = (timeMs: number): void => {
          times.push(timeMs);
          if (timeMs - (times[0] as number) < length) requestAnimationFrame(step);
          else resolve(times);
        };
        requestAnimationFrame(step);
      }),
    durationMs,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** Medians over the rounds. */
export async function measureFrames(page: Page, rounds: number): Promise<FrameRound> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busySeconds = async (): Promise<{ task: number; script: number }> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { task: value('TaskDuration'), script: value('ScriptDuration') };
  };
  const measured: FrameRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await busySeconds();
    const times = await frames(page, ROUND_MS);
    const after = await busySeconds();
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    const gaps = times
      .slice(1)
      .map((time, index) => time - (times[index] as number))
      .sort((a, b) => a - b);
    measured.push({
      fps: gaps.length / seconds,
      p95GapMs: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
      mainThreadMsPerSecond: ((after.task - before.task) * 1000) / seconds,
      scriptMsPerSecond: ((after.script - before.script) * 1000) / seconds,
    });
  }
  const medianOf = (figure: (round: FrameRound) => number): number => median(measured.map(figure));
  return {
    fps: medianOf((round) => round.fps),
    p95GapMs: medianOf((round) => round.p95GapMs),
    mainThreadMsPerSecond: medianOf((round) => round.mainThreadMsPerSecond),
    scriptMsPerSecond: medianOf((round) => round.scriptMsPerSecond),
  };
}
