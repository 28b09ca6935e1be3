/** Measures the order-flow workspace on the built product with a live market, and prints one JSON line. */
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#tests/drive/browser.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { enter } from '#tests/drive/trader.ts';
import { measureFrames } from './frame-rounds.ts';

const ROUNDS = 5;
const SIZE = { width: 1920, height: 1080 } as const;
/** After the past: what its arrival left to draw is drawn before a round begins. */
const SETTLING_MS = 20_000;
const SERVER_SECONDS = 30;
const ACTS = 40;
const HOUR_REQUESTS = 10;
const HEAP_EVERY_MS = 30_000;

interface Timed {
  /** Milliseconds of each callback of an animation frame that drew something. */
  readonly frames: number[];
  /** Milliseconds from a key or a movement of the pointer to the end of the frame that shows it. */
  readonly acts: number[];
}

/** Runs in the page before its own scripts. */
function watchFrames(): void {
  const timed: Timed = { frames: [], acts: [] };
  Object.assign(window, { timed });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((timeMs) => {
      const startMs = performance.now();
      callback(timeMs);
      timed.frames.push(performance.now() - startMs);
    });
  const onAct = ({ timeStamp }: Event): void => {
    request(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => timed.acts.push(performance.now() - timeStamp);
      channel.port2.postMessage(null);
    });
  };
  for (const kind of ['keydown', 'pointermove']) addEventListener(kind, onAct, { capture: true });
}

const timed = (page: Page): Promise<Timed> =>
  page.evaluate(() => {
    const held = (window as unknown as { timed: Timed }).timed;
    const copy = { frames: [...held.frames], acts: [...held.acts] };
    held.frames.length = 0;
    held.acts.length = 0;
    return copy;
  });

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function openLayout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New layout' }).click();
  await page.getByRole('button', { name: /^Order flow/ }).click();
  for (const name of ['Chart', 'Footprint', 'Depth over time', 'Tape', 'Evidence', 'Ladder'])
    await page.getByRole('region', { name: `${name} ES` }).waitFor();
  await page.waitForTimeout(SETTLING_MS);
}

/** Sizes of what the socket brings, by type of message. */
async function measureUpdates(session: CDPSession, page: Page): Promise<Record<string, number>> {
  const sizes = new Map<string, number[]>();
  // A frame holds all messages of an update
  const onFrame = ({ response }: { response: { payloadData: string } }): void => {
    for (const message of JSON.parse(response.payloadData) as readonly { type: string }[])
      sizes.set(message.type, [...(sizes.get(message.type) ?? []), JSON.stringify(message).length]);
  };
  session.on('Network.webSocketFrameReceived', onFrame);
  await session.send('Network.enable');
  await page.waitForTimeout(SERVER_SECONDS * 1000);
  session.off('Network.webSocketFrameReceived', onFrame);
  // Each frame of the socket passes through the page's main thread once more while it is on
  await session.send('Network.disable');
  return Object.fromEntries([...sizes].map(([type, list]) => [type, quantile(list, 0.95)]));
}

async function server({ origin }: Product): Promise<{ cpuSeconds: number; bytes: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string): number =>
    Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { cpuSeconds: value('process_cpu_seconds_total'), bytes: value('process_resident_memory_bytes') };
}

/** Share of a core over some seconds, and resident memory after them. */
async function serverLoad(product: Product, page: Page): Promise<{ cores: number; bytes: number }> {
  const before = await server(product);
  await page.waitForTimeout(SERVER_SECONDS * 1000);
  const after = await server(product);
  return { cores: (after.cpuSeconds - before.cpuSeconds) / SERVER_SECONDS, bytes: after.bytes };
}

/** Median milliseconds of a request for the hour before now, its body included. */
async function measureHour(page: Page): Promise<{ medianMs: number; bytes: number }> {
  return page.evaluate(async (requests) => {
    const times: number[] = [];
    let bytes = 0;
    for (let at = 0; at < requests; at += 1) {
      const to = new Date(Date.now() - at * 60_000);
      const from = new Date(to.getTime() - 3_600_000);
      const query = new URLSearchParams({
        instrumentId: '1',
        from: from.toISOString(),
        to: to.toISOString(),
      });
      const startMs = performance.now();
      const response = await fetch(`/api/order-flow/spans?${query}`);
      bytes = Math.max(bytes, (await response.arrayBuffer()).byteLength);
      if (!response.ok) throw new Error(`expected 200 for an hour of order flow, found ${response.status}`);
      times.push(performance.now() - startMs);
    }
    times.sort((one, other) => one - other);
    return { medianMs: times[Math.floor(times.length / 2)] as number, bytes };
  }, HOUR_REQUESTS);
}

/** Arrow keys in the footprint, and a divider that is dragged. */
async function measureActs(page: Page): Promise<{ keyP95Ms: number; dragP95Ms: number }> {
  await page.getByRole('region', { name: 'Footprint ES' }).getByRole('figure').focus();
  await timed(page);
  for (let at = 0; at < ACTS; at += 1) {
    await page.keyboard.press(at % 2 === 0 ? 'ArrowLeft' : 'ArrowUp');
    await page.waitForTimeout(60);
  }
  const keys = await timed(page);
  const divider = page.getByRole('separator').first();
  const box = await divider.boundingBox();
  if (box === null) throw new Error('expected a divider on screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await timed(page);
  for (let at = 0; at < ACTS; at += 1) {
    await page.mouse.move(x + (at % 8) * 6 - 20, y + (at % 8) * 6 - 20);
    await page.waitForTimeout(60);
  }
  const drags = await timed(page);
  await page.mouse.up();
  return { keyP95Ms: quantile(keys.acts, 0.95), dragP95Ms: quantile(drags.acts, 0.95) };
}

/** The footprint alone over the whole page: each frame of it that drew something. */
async function measureFootprint(page: Page): Promise<{ medianMs: number; p95Ms: number; shown: string }> {
  const pane = page.getByRole('region', { name: 'Footprint ES' });
  await pane.focus();
  await page.keyboard.press('1');
  await page.keyboard.press('w');
  await page.waitForTimeout(3000);
  await timed(page);
  await page.waitForTimeout(10_000);
  const drawn = (await timed(page)).frames.filter((ms) => ms > 0.3);
  const shown = (await pane.getByRole('figure').getAttribute('aria-label')) ?? '';
  await pane.focus();
  await page.keyboard.press('w');
  return { medianMs: quantile(drawn, 0.5), p95Ms: quantile(drawn, 0.95), shown };
}

/** Bytes of the page's heap after a collection, one every half minute. */
async function measureHeap(session: CDPSession, page: Page, minutes: number): Promise<number[]> {
  const found: number[] = [];
  for (let elapsedMs = 0; elapsedMs <= minutes * 60_000; elapsedMs += HEAP_EVERY_MS) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    found.push(usedSize);
    await page.waitForTimeout(HEAP_EVERY_MS);
  }
  return found;
}

const minutes = Number(process.argv[2] ?? '5');
const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
const browser = await launchBrowser();
try {
  const blank = await browser.newPage({ viewport: SIZE });
  const empty = await measureFrames(blank, ROUNDS);
  await blank.close();
  const person = { email: 'measured@example.com', tier: 'elite', instrumentId: 1 } as const;
  const { page, close } = await enter(browser, product.origin, { ...person, ...SIZE });
  await page.addInitScript(watchFrames);
  await page.reload();
  await page.getByText('Live Data').waitFor();
  await page.waitForTimeout(SETTLING_MS);
  const session = await page.context().newCDPSession(page);
  const dashboardServer = await serverLoad(product, page);
  await openLayout(page);
  const figures = {
    rounds: ROUNDS,
    empty,
    frames: await measureFrames(page, ROUNDS),
    server: { dashboard: dashboardServer, workspace: await serverLoad(product, page) },
    updateBytes: await measureUpdates(session, page),
    hour: await measureHour(page),
    acts: await measureActs(page),
    footprint: await measureFootprint(page),
    heapBytes: await measureHeap(session, page, minutes),
  };
  await close();
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await browser.close();
  await product.stop();
}
