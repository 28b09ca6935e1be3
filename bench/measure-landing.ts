/** Measures the first view of both landing pages on the built product and prints the figures as JSON; `npm run bench` runs it. */
import { launchBrowser } from '#tests/drive/browser.ts';
import { type FirstView, firstView } from '#tests/drive/first-view.ts';
import { startProduct } from '#tests/drive/product.ts';

const ROUNDS = 5;
/** At rest: that many responses in a row, a quarter of a second apart, each within this time. */
const EVEN_RESPONSES = 80;
const EVEN_MS = 250;
const EVERY_MS = 250;
const REST_WITHIN_MS = 120_000;
const CASES = [
  { path: '/', width: 1440, slowdown: 1 },
  { path: '/', width: 390, slowdown: 4 },
  { path: '/?variant=bold', width: 1440, slowdown: 1 },
  { path: '/?variant=bold', width: 390, slowdown: 4 },
] as const;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const medianOf = (views: readonly FirstView[], figure: (view: FirstView) => number): number =>
  median(views.map(figure));

/** A first start makes hours of history before it answers evenly: measured is the product at rest. */
async function untilAtRest(origin: string): Promise<void> {
  const endMs = Date.now() + REST_WITHIN_MS;
  for (let even = 0; even < EVEN_RESPONSES && Date.now() < endMs; ) {
    const sentMs = Date.now();
    await fetch(`${origin}/healthz`);
    even = Date.now() - sentMs < EVEN_MS ? even + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
const browser = await launchBrowser();
try {
  await untilAtRest(product.origin);
  const pages: object[] = [];
  for (const { path, width, slowdown } of CASES) {
    const views: FirstView[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      views.push(await firstView(browser, product.origin + path, { chart: false, width, slowdown }));
    const whole = await firstView(browser, product.origin + path, { chart: true, width });
    pages.push({
      path,
      width,
      slowdown,
      largestPaintMs: medianOf(views, (view) => view.largestPaintMs),
      largestPaintWorstMs: Math.max(...views.map((view) => view.largestPaintMs)),
      largestPaint: views[0]?.largestPaint ?? '',
      scriptBytes: medianOf(views, (view) => view.scriptBytes),
      scriptBytesWithChart: whole.scriptBytes,
      layoutShift: Math.max(whole.layoutShift, ...views.map((view) => view.layoutShift)),
    });
  }
  process.stdout.write(`${JSON.stringify({ rounds: ROUNDS, pages })}\n`);
} finally {
  await browser.close();
  await product.stop();
}
