/** Measures the dashboard of a trader on the built product with a live market, and prints one JSON line. */
import { launchBrowser } from '#tests/drive/browser.ts';
import { startProduct } from '#tests/drive/product.ts';
import { addInstrument, signIn, visit } from '#tests/drive/trader.ts';
import { measureFrames } from './frame-rounds.ts';

const ROUNDS = 5;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
/** After the history: what its arrival left to draw is drawn before a round begins. */
const SETTLING_MS = 20_000;

const product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES' } });
const browser = await launchBrowser();
try {
  const { page, close } = await visit(browser, product.origin, WIDTHS[0]);
  await signIn(page, 'measured@example.com', 'elite');
  await addInstrument(page, 'ES');
  await page.getByText('Live Data').waitFor();
  await page.waitForTimeout(SETTLING_MS);
  const frames: object[] = [];
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(2000);
    frames.push({ width: viewport.width, ...(await measureFrames(page, ROUNDS)) });
  }
  await close();
  process.stdout.write(`${JSON.stringify({ rounds: ROUNDS, frames })}\n`);
} finally {
  await browser.close();
  await product.stop();
}
