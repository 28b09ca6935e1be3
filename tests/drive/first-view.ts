/** What the first view of a page costs in a real browser: script that came over the wire, what moved, when the largest part was painted. */
import type { Browser } from 'playwright-core';

export interface FirstView {
  /** Bytes of script as they came over the wire, without response headers. */
  readonly scriptBytes: number;
  /** Addresses of the scripts. */
  readonly scripts: readonly string[];
  /** Bytes of each script by its address. */
  readonly bytesOfScript: ReadonlyMap<string, number>;
  /** Bytes of data files of the build, counted like those of scripts. */
  readonly dataBytes: number;
  /** Files of some size that came without compression. */
  readonly uncompressed: readonly string[];
  /** Sum of all layout shifts. */
  readonly layoutShift: number;
  /** Milliseconds from the request of the page. */
  readonly largestPaintMs: number;
  /** What was painted: tag and the beginning of its text. */
  readonly largestPaint: string;
}

export interface FirstViewOptions {
  /** Waits until the chart is drawn; without it the page is left as it was at the end of its loading. */
  readonly chart: boolean;
  readonly width?: number;
  /** Slows the processor by this factor. */
  readonly slowdown?: number;
}

/** A file below this is not compressed: it would save no packet. */
const MIN_BYTES = 1024;

const WATCH = `
  window.__view = { shift: 0, paintMs: 0, paint: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.__view.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.__view.paintMs = entry.startTime;
      const element = entry.element;
      window.__view.paint = element === null ? '' : element.tagName.toLowerCase() + ' ' + element.textContent.slice(0, 40);
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
`;

/** Nothing ever comes into view. */
const HOLD_BACK = 'window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} };';

interface Watched {
  readonly shift: number;
  readonly paintMs: number;
  readonly paint: string;
}

const isData = (address: string): boolean => address.includes('/assets/') && address.endsWith('.json');

/** Opens the page in a context of its own, with nothing cached. */
export async function firstView(
  browser: Browser,
  address: string,
  { chart, width = 1440, slowdown = 1 }: FirstViewOptions,
): Promise<FirstView> {
  const context = await browser.newContext({ viewport: { width, height: width < 768 ? 844 : 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const files = new Map<string, { address: string; encoding: string; headers: number; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && !isData(response.url)) return;
    const encoding = response.headers['content-encoding'] ?? '';
    // The bytes received before a response body are its headers.
    files.set(requestId, {
      address: response.url,
      encoding,
      headers: response.encodedDataLength,
      bytes: 0,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file !== undefined) file.bytes = encodedDataLength - file.headers;
  });
  await page.addInitScript(WATCH);
  // The chart is fetched when the page is loaded and its frame is in view: with its fetch blocked, the rest is the first view.
  if (!chart) await page.addInitScript(HOLD_BACK);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (chart) await page.locator('.frame-line b').first().waitFor();
  else await page.waitForLoadState('networkidle');
  const { shift, paintMs, paint } = await page.evaluate(
    () => (window as unknown as { __view: Watched }).__view,
  );
  await context.close();
  const all = [...files.values()];
  const scripts = all.filter((file) => !isData(file.address));
  const sum = (some: typeof all): number => some.reduce((bytes, file) => bytes + file.bytes, 0);
  return {
    scriptBytes: sum(scripts),
    scripts: scripts.map((script) => script.address),
    bytesOfScript: new Map(scripts.map((script) => [script.address, script.bytes])),
    dataBytes: sum(all.filter((file) => isData(file.address))),
    uncompressed: all.flatMap(({ address: from, encoding, bytes }) =>
      bytes > MIN_BYTES && encoding === '' ? [from] : [],
    ),
    layoutShift: shift,
    largestPaintMs: paintMs,
    largestPaint: paint,
  };
}
