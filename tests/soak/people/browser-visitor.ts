/** Someone in a real browser who goes from page to page for as long as the soak runs. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Product } from '#tests/drive/product.ts';
import { signIn, visit } from '#tests/drive/trader.ts';
import type { Person, TierName } from './person.ts';

const PATHS = ['/', '/alerts', '/history', '/ai-analytics', '/trade-analysis', '/settings'] as const;
const STAY_MS = 12_000;

export async function keepBrowsing(
  browser: Browser,
  product: Product,
  { email, tally }: Pick<Person, 'email' | 'tally'>,
  tier: TierName,
  signal: AbortSignal,
): Promise<void> {
  const trader = await visit(browser, product.origin);
  await signIn(trader.page, email, tier);
  for (let at = 0; !signal.aborted; at += 1) {
    await trader.page.goto(PATHS[at % PATHS.length] ?? '/');
    await trader.page.getByRole('navigation', { name: 'Main' }).waitFor();
    tally.count('pages opened');
    await wait(STAY_MS, null, { signal }).catch(() => null);
  }
  for (const complaint of trader.complaints) tally.complain(`the browser of ${email}: ${complaint}`);
  await trader.close();
}
