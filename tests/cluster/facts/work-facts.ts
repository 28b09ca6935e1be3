/** Alerts and mails while processes with the roles work and web are killed: each once, at every socket and in every list. */
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { expect, test } from 'vitest';
import type { Watch } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { bookMs, until } from '#tests/cluster/watched-market.ts';
import { untilOwned } from './market-facts.ts';

interface StoredAlert {
  readonly id: string;
  readonly event_id: string;
}

interface Mail {
  readonly subject: string;
  readonly text: string | null;
}

const MAIL_WITHIN_MS = 90_000;

/** Alerts of the rule of `pro` for events from an instant on. */
function alertsSince({ cluster, ruleId }: ClusterWorld, sinceMs: number): Promise<readonly StoredAlert[]> {
  return rowsOf<StoredAlert>(
    cluster.database.orm,
    sql`SELECT id, event_id FROM alerts WHERE rule_id = ${ruleId} AND event_at_ms >= ${sinceMs} ORDER BY created_at_ms`,
  );
}

async function mailsOf({ cluster, pro }: ClusterWorld): Promise<readonly Mail[]> {
  const response = await fetch(`${cluster.mailbox}/mails?to=${encodeURIComponent(pro.email)}`);
  return (await response.json()) as Mail[];
}

const idsOf = (watch: Watch): readonly string[] => watch.of('alert').map(({ message }) => message.data.id);

const repeated = (ids: readonly string[]): readonly string[] =>
  ids.filter((id, at) => ids.indexOf(id) !== at);

export function workFacts(worldOf: () => ClusterWorld): void {
  test('when the process that raises alerts is killed, its jobs move, and each alert and its mail arrives once', async () => {
    const world = worldOf();
    const { cluster, pro } = world;
    const watches = await Promise.all(cluster.webs.map((web) => pro.watch(web)));
    await until('a live book', () => watches.every((watch) => bookMs(watch) > 0));
    const owner = await untilOwned(world, 'job.alerts');
    const before = (await mailsOf(world)).length;
    const killed = cluster.signal(owner, 'SIGKILL');
    const killedMs = Date.now();
    // Events of the time in which nobody raised alerts are alerted too
    const next = await untilOwned(world, 'job.alerts', owner);
    expect(next).not.toBe(owner);
    process.stdout.write(`  alerts moved in ${((Date.now() - killedMs) / 1000).toFixed(1)} s\n`);
    const events = () =>
      rowsOf<{ id: string }>(
        cluster.database.orm,
        sql`SELECT id FROM flow_events WHERE type = 'iceberg' AND detected_ms >= ${killedMs} AND instrument_id = 1`,
      );
    await until('an iceberg', async () => (await events()).length > 0);
    const raised = await until('its alert', async () => {
      const rows = await alertsSince(world, killedMs);
      const [first] = await events();
      return rows.some(({ event_id }) => event_id === first?.id) ? rows : null;
    });
    for (const watch of watches) {
      await until('the alert at each socket', () => raised.every(({ id }) => idsOf(watch).includes(id)));
      expect(repeated(idsOf(watch))).toEqual([]);
      watch.socket.close();
    }
    // One entry an event: the rule that every account begins with may have raised it first
    for (const web of cluster.webs) {
      const { body } = await pro.get(web, '/api/alerts');
      const listed = (body as { eventId: string | null }[]).map(({ eventId }) => eventId);
      for (const { event_id } of raised) expect(listed.filter((one) => one === event_id)).toHaveLength(1);
    }
    const waiting = () =>
      rowsOf(
        cluster.database.orm,
        sql`SELECT id FROM mail_outbox WHERE sent_at_ms IS NULL AND given_up_at_ms IS NULL`,
      );
    await until('mails', async () => (await mailsOf(world)).length > before, MAIL_WITHIN_MS);
    await until('no mail that waits', async () => (await waiting()).length === 0, MAIL_WITHIN_MS);
    const texts = (await mailsOf(world)).map(({ text, subject }) => `${subject} ${text}`);
    expect(repeated(texts)).toEqual([]);
    await cluster.untilBack(killed);
  });

  test('when a web process is killed, its viewers are connected again through the proxy within seconds', async () => {
    const { cluster, pro, basic } = worldOf();
    const watches = await Promise.all([pro, basic].map((person) => person.watch(cluster.origin)));
    await until('markets', () => watches.every((watch) => watch.of('market_data').length > 0));
    const killed = cluster.signal('web-1', 'SIGKILL');
    const other = cluster.signal('web-2', 'SIGCONT');
    const killedMs = Date.now();
    // The proxy keeps a session at one process: whoever was at the other one keeps the socket
    const again = await Promise.all(
      [pro, basic].map(async (person, at) => {
        const watch = watches[at];
        const isCut = await Promise.race([
          watch?.closed.then(() => true),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000)),
        ]);
        if (isCut !== true) return watch;
        const found = await until('a socket', () => person.watch(cluster.origin).catch(() => null));
        await until('its market', () => found.of('market_data').length > 0);
        return found;
      }),
    );
    expect(Date.now() - killedMs).toBeLessThan(5_000);
    for (const watch of again) watch?.socket.close();
    await cluster.untilBack(killed);
    expect(other.pid).toBe(cluster.process('web-2').pid);
  });

  test('a sign-in that begins at one process can end at the other', async () => {
    const { cluster } = worldOf();
    const [here, there] = cluster.webs;
    const begun = await fetch(`${here}/api/login?returnTo=/settings`, { redirect: 'manual' });
    const cookies = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const callback = await signInAtIssuer(begun.headers.get('location') ?? '');
    const path = callback.slice(new URL(callback).origin.length);
    const ended = await fetch(there + path, { redirect: 'manual', headers: { cookie: cookies.join('; ') } });
    expect([ended.status, ended.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/settings'),
    ]);
    const session = ended.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0] ?? '')
      .join('; ');
    for (const web of cluster.webs)
      expect((await fetch(`${web}/api/user/instruments`, { headers: { cookie: session } })).status).toBe(200);
  });
}

/** Fills in the issuer's page; returns the address that it sends the browser back to. */
async function signInAtIssuer(address: string): Promise<string> {
  const jar = new Map<string, string>();
  let [at, form]: [string, URLSearchParams | undefined] = [address, undefined];
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(at, {
      ...{ redirect: 'manual', headers: { cookie } },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0] ?? '';
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next: string | null = response.headers.get('location');
    if (next === null) form = new URLSearchParams({ email: 'two-processes@example.com', tier: 'free' });
    else {
      [at, form] = [new URL(next, at).href, undefined];
      if (at.includes('/api/callback')) return at;
    }
  }
  throw new Error(`expected the issuer to lead back, the last page was ${at}`);
}
