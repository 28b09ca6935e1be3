/** Measures the demo on the built product, script beyond the landing page and frames a second, and prints one JSON line. */
import { launchBrowser } from '#tests/drive/browser.ts';
import { firstView } from '#tests/drive/first-view.ts';
import { startProduct } from '#tests/drive/product.ts';
import { measureFrames } from './frame-rounds.ts';

const ROUNDS = 5;
const WARM_UP_MS = 2000;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
const browser = await launchBrowser();
try {
  const landing = await firstView(browser, product.origin, { chart: false });
  const demo = await firstView(browser, `${product.origin}/demo`, { chart: true });
  const beyond = [...demo.bytesOfScript].filter(([address]) => !landing.bytesOfScript.has(address));
  const frames: object[] = [];
  for (const viewport of WIDTHS) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${product.origin}/demo`);
    await page.locator('.frame-line b').first().waitFor();
    await page.waitForTimeout(WARM_UP_MS);
    frames.push({ width: viewport.width, ...(await measureFrames(page, ROUNDS)) });
    await page.close();
  }
  const scriptBytesBeyond = beyond.reduce((sum, [, bytes]) => sum + bytes, 0);
  const { dataBytes, layoutShift } = demo;
  process.stdout.write(
    `${JSON.stringify({ rounds: ROUNDS, scriptBytesBeyond, dataBytes, layoutShift, frames })}\n`,
  );
} finally {
  await browser.close();
  await product.stop();
}
