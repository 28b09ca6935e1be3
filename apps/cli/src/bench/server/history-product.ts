/** The product at rest with an Elite user who follows five instruments: pages of the history are requested from it. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ProductRun, signInAsElite, startProduct } from '#bench/processes/product-run.ts';

const INSTRUMENTS = [1, 2, 3, 4, 5];
const OBSERVED_MS = 250;
const ANSWERS_WITHIN_MS = 600_000;

/** The query of everything stored. */
export const EVERYTHING = 'from=2020-01-01';

export type Send = (path: string) => Promise<Response>;

interface HistoryProduct {
  readonly product: ProductRun;
  readonly cookie: string;
  /** As the user. */
  readonly request: Send;
}

export async function openHistoryProduct(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<HistoryProduct> {
  const product = await startProduct(dataDir, environment);
  try {
    const cookie = await signInAsElite(product.origin);
    const headers = { cookie, origin: product.origin };
    for (const instrumentId of INSTRUMENTS) {
      const body = JSON.stringify({ instrumentId });
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const answer = await fetch(`${product.origin}/api/user/instruments`, sent);
      if (!answer.ok && answer.status !== 409) throw new Error(`no instrument added: ${await answer.text()}`);
    }
    const request: Send = (path) => fetch(`${product.origin}${path}`, { headers });
    await untilCaughtUp(request);
    return { product, cookie, request };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/** The first start makes a history of each instrument; measured is the product at rest. */
async function untilCaughtUp(request: Send): Promise<void> {
  const startedMs = performance.now();
  for (const id of INSTRUMENTS) {
    for (;;) {
      const bars: unknown = await (await request(`/api/market-data?instrumentId=${id}&timeframe=10m`)).json();
      if (Array.isArray(bars) && bars.length >= 60) break;
      if (performance.now() - startedMs > ANSWERS_WITHIN_MS)
        throw new Error('the product did not come to rest');
      await wait(OBSERVED_MS);
    }
  }
}

interface Page {
  readonly events: readonly object[];
  readonly nextCursor: string | null;
}

export async function pageOf(request: Send, query: string): Promise<Page> {
  const answer = await request(`/api/history/events?${query}`);
  if (!answer.ok) throw new Error(`${query}: ${await answer.text()}`);
  return (await answer.json()) as Page;
}

/** What ends each of the first pages. */
export async function cursorsOf(request: Send, query: string, pages: number): Promise<readonly string[]> {
  const cursors: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const after = page === 0 ? '' : `&cursor=${cursors.at(-1)}`;
    const { nextCursor } = await pageOf(request, `${query}${after}`);
    if (nextCursor === null) throw new Error(`${query}: expected more than ${page + 1} pages`);
    cursors.push(nextCursor);
  }
  return cursors;
}
