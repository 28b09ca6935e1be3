/** A trader at the page, through the proxy, while one process of each role is killed: honest states, and everything comes back. */
import { expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { until } from '#tests/cluster/watched-market.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { addInstrument, signIn, visit } from '#tests/drive/trader.ts';
import { untilOwned } from './market-facts.ts';

const EMAIL = 'trader@example.com';
/** What a browser prints about connections that were cut or refused; the page shows them itself. */
const CUT = /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|WebSocket connection to|50[234] \(/;
/** Of the badge: live from the stand-in, no data for a while (at a weekend, when the venue is closed, that), an owner that begins, a socket that was cut. */
const HONEST = /^(STAND-IN|STALE|CLOSED|CONNECTING|RECONNECTING \d of 5)/;

export function pageFacts(worldOf: () => ClusterWorld): void {
  test('a trader signs in, watches ES and receives alerts and their mails while processes of every role are killed', async () => {
    const world = worldOf();
    const { cluster } = world;
    const browser = await sharedBrowser();
    const trader = await visit(browser, cluster.origin);
    const { page, complaints } = trader;
    try {
      await signIn(page, EMAIL, 'pro');
      await addInstrument(page, 'ES');
      await page.getByText('Live Data').waitFor();
      const rule = await page.evaluate(async () => {
        const response = await fetch('/api/alert-configurations', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ name: 'Icebergs', notificationMethod: 'email_in_app', isEnabled: true, instrumentIds: [] },
            condition: {
              ...{ kind: 'event', eventTypes: ['iceberg'], side: null, minConfidence: 0, minSize: 0 },
              ...{ perDay: null, near: null },
            },
            ...{ sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
          }),
        });
        return response.status;
      });
      expect(rule).toBe(201);
      await page.evaluate(() => {
        const badge = document.querySelector('[data-testid=feed-state]');
        const said: string[] = [];
        Object.assign(window, { said });
        const look = (): void => {
          const text = badge?.textContent?.trim() ?? '';
          if (said.at(-1) !== text) said.push(text);
        };
        look();
        if (badge !== null)
          new MutationObserver(look).observe(badge, { characterData: true, childList: true, subtree: true });
      });
      const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
      const isLive = async (): Promise<void> => {
        await page.getByText('Live Data').waitFor();
        await page.locator('table.book[data-old=false]').waitFor();
      };
      const notice = page.locator('.toast').first().waitFor({ timeout: 200_000 });
      notice.catch(() => undefined);
      const loaded = await page.evaluate(() => performance.timeOrigin);
      for (const owner of [await untilOwned(world), await untilOwned(world, 'job.alerts')]) {
        const killed = cluster.signal(owner, 'SIGKILL');
        await cluster.untilBack(killed);
        await isLive();
      }
      // The proxy keeps a session at one of them
      for (const name of ['web-1', 'web-2']) {
        const killed = cluster.signal(name, 'SIGKILL');
        await cluster.untilBack(killed);
        await isLive();
      }
      await notice;
      const mails = async (): Promise<readonly unknown[]> => {
        const response = await fetch(`${cluster.mailbox}/mails?to=${encodeURIComponent(EMAIL)}`);
        return (await response.json()) as unknown[];
      };
      await until('the mail of an alert', async () => (await mails()).length > 0, 90_000);
      expect((await said()).filter((text) => !HONEST.test(text))).toEqual([]);
      expect((await said()).some((text) => text.startsWith('RECONNECTING'))).toBe(true);
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
      expect(complaints.filter((text) => !CUT.test(text))).toEqual([]);
    } finally {
      await trader.close();
    }
  }, 240_000);
}
