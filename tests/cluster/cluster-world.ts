/** One cluster with its people, shared by the facts of a file: they are signed in once, since that takes a process each. */
import { setTimeout as wait } from 'node:timers/promises';
import { CME_CALENDAR } from '@undertow/market';
import { type Person, personOf, traderOf, type Watch } from './cluster-person.ts';
import { type ClusterOptions, type StartedCluster, startCluster } from './started-cluster.ts';
import { until } from './watched-market.ts';

export interface ClusterWorld {
  readonly cluster: StartedCluster;
  /** Real time; has a rule for every iceberg, with mails. */
  readonly pro: Person;
  /** Fifteen minutes behind. */
  readonly basic: Person;
  /** Without market data. */
  readonly free: Person;
  readonly admin: Person;
  /** Of the rule of `pro`. */
  readonly ruleId: string;
  /** Sockets whose prices are compared with the exchange's once their minutes are over. */
  readonly seen: Watch[];
  /** Minutes in which the feed was switched off: what was traded meanwhile is in no bar. */
  readonly heldBack: Set<number>;
  readonly startedMs: number;
}

/** Every iceberg, at once and by mail too. */
async function addRule(cluster: StartedCluster, person: Person): Promise<string> {
  const response = await person.send(cluster.origin, 'POST', '/api/alert-configurations', {
    ...{ name: 'Every iceberg', notificationMethod: 'email_in_app', isEnabled: true, instrumentIds: [] },
    condition: {
      ...{ kind: 'event', eventTypes: ['iceberg'], side: null, minConfidence: 0, minSize: 0 },
      ...{ perDay: null, near: null },
    },
    ...{ sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
  });
  const body = (await response.json()) as { id?: string };
  if (body.id === undefined) throw new Error(`expected a rule: ${JSON.stringify(body)}`);
  return body.id;
}

/** As much of today as the facts look at: the minutes of a delayed view, and some more. */
const PAST_MS = 27 * 60_000;
/** Longer than `openWorld` takes, also right after the open. */
export const WORLD_MS = PAST_MS + 240_000;

/** A new cluster knows nothing of the trading day before: in the minutes after the open there is no past to look at. */
async function untilTodayHasPast(): Promise<void> {
  const { openMs } = CME_CALENDAR.sessionBounds(CME_CALENDAR.tradingDayOf(Date.now()));
  const ageMs = Date.now() - openMs;
  if (ageMs < 0 || ageMs > PAST_MS) return;
  const minutes = Math.ceil((PAST_MS - ageMs) / 60_000);
  process.stdout.write(`  the trading day has begun a moment ago: waiting ${minutes} minutes for its past\n`);
  await wait(PAST_MS - ageMs);
}

export async function openWorld(options: ClusterOptions = {}): Promise<ClusterWorld> {
  await untilTodayHasPast();
  const cluster = await startCluster(options);
  try {
    const [pro, basic, free, admin] = await Promise.all([
      traderOf(cluster, 'pro@example.com', 'pro'),
      traderOf(cluster, 'basic@example.com', 'basic'),
      personOf(cluster, 'free@example.com', 'free'),
      personOf(cluster, 'admin@undertow.local', 'pro'),
    ]);
    const ruleId = await addRule(cluster, pro);
    await until('owners of both instruments', async () => {
      const owners = await Promise.all([1, 2].map((id) => cluster.ownerOf(`instrument.${id}`)));
      return owners.every((owner) => owner !== null) && new Set(owners).size === 2;
    });
    return { cluster, pro, basic, free, admin, ruleId, seen: [], heldBack: new Set(), startedMs: Date.now() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
