/** Measures the chart in Chromium without a GPU, fed ten times a second, and prints one JSON line: `npm run bench` runs it. */
import { openChartBrowser } from '#tests/chart/open-chart-page.ts';

const UPDATES_PER_SECOND = 10;
const ROUNDS = 5;
const WARM_UP_MS = 2000;
const ROUND_MS = 3000;
const SIZE = { width: 898, height: 834 };

interface Round {
  readonly fps: number;
  readonly p95GapMs: number;
  readonly mainThreadMsPerSecond: number;
  readonly scriptMsPerSecond: number;
}

interface FedPage {
  readonly chartPage: { startFeed(updatesPerSecond: number): () => void };
}

const chart = await openChartBrowser();
const { page, errors } = await chart.open(SIZE, { theme: 'dark' });
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

async function busySeconds(): Promise<{ task: number; script: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { task: value('TaskDuration'), script: value('ScriptDuration') };
}

/** Times of the animation frames of a round, read in the page. */
async function frames(durationMs: number): Promise<number[]> {
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

async function measureRound(): Promise<Round> {
  const before = await busySeconds();
  const times = await frames(ROUND_MS);
  const after = await busySeconds();
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] as number))
    .sort((a, b) => a - b);
  return {
    fps: gaps.length / seconds,
    p95GapMs: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
    mainThreadMsPerSecond: ((after.task - before.task) * 1000) / seconds,
    scriptMsPerSecond: ((after.script - before.script) * 1000) / seconds,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

await page.evaluate((rate) => {
  (window as unknown as FedPage).chartPage.startFeed(rate);
}, UPDATES_PER_SECOND);
await page.waitForTimeout(WARM_UP_MS);
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound());
await chart.close();
if (errors.length > 0) throw new Error(`the page failed while it was measured: ${errors.join('; ')}`);

const figures = {
  updatesPerSecond: UPDATES_PER_SECOND,
  rounds: ROUNDS,
  fps: median(rounds.map((round) => round.fps)),
  p95GapMs: median(rounds.map((round) => round.p95GapMs)),
  mainThreadMsPerSecond: median(rounds.map((round) => round.mainThreadMsPerSecond)),
  scriptMsPerSecond: median(rounds.map((round) => round.scriptMsPerSecond)),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
