/** Measures a hundred connected accounts on one process: processor time and memory, with a page on each of them. */

import { setTimeout as wait } from 'node:timers/promises';
import { openRithmicFeed, SystemList } from '@undertow/feeds';
import { openChild } from './child.ts';
import { countedFeed, type FeedCounts } from './counted-feed.ts';
import { ES, openTapeLine } from './tape-line.ts';

const PEOPLE = 100;
/** Multiplies the rates of the simulated ES: at 1 it sends two hundred events a second. */
const SCALE = '0.3';
const WARM_SECONDS = 20;
const SECONDS = 60;

interface Read {
  readonly frames: number;
  readonly bytes: number;
  readonly ofOwn: number;
}

// Of Basic: their platform data would be fifteen minutes old. The platform feed is silent
const { line, people, origin, close } = await openTapeLine({ tier: 'basic', people: PEOPLE });
const gatewayProcess = openChild(new URL('./account-gateway.ts', import.meta.url), [SCALE]);
const { uri, ca } = await gatewayProcess.nextMessage<{ uri: string; ca: string }>();
const before = process.memoryUsage();
const counts: FeedCounts = { events: 0, snapshots: 0 };
let breaks = 0;
const systems = new SystemList();
for (const userId of people) {
  const feed = await openRithmicFeed({
    gateway: { uri, ca, systemName: 'Rithmic Paper Trading', appName: 'bench', appVersion: '1' },
    credentials: async () => ({ user: userId, password: Buffer.from('paper') }),
    instruments: [ES],
    nowMs: () => Date.now(),
    random: () => 0.5,
    onAccount: () => undefined,
    systems,
    onState: ({ kind }) => {
      if (kind === 'connecting') breaks += 1;
    },
  });
  if (feed.tier !== 'L3') throw new Error(`expected depth by order, the account has ${feed.tier}`);
  await line.accountFeedLines.open(userId, countedFeed(feed, counts), () => undefined);
}
const readers = openChild(new URL('./page-readers.ts', import.meta.url), [origin, ...people]);
await readers.nextMessage();
await wait(WARM_SECONDS * 1000);
const first = { read: await readers.request<Read>(), ...counts };
const [cpu, fromMs] = [process.cpuUsage(), performance.now()];
await wait(SECONDS * 1000);
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - fromMs) / 1000;
const last = { read: await readers.request<Read>(), ...counts };
const after = process.memoryUsage();
if (last.read.ofOwn - first.read.ofOwn < PEOPLE)
  throw new Error('expected every page to show its own account');
readers.end();
await close();
gatewayProcess.end();
process.stdout.write(
  `${JSON.stringify({
    people: PEOPLE,
    updatesPerSecond: (last.events - first.events) / seconds / PEOPLE,
    cpuPercent: ((user + system) / 1e6 / seconds) * 100,
    framesPerSecond: (last.read.frames - first.read.frames) / seconds / PEOPLE,
    megabytesPerLine: (after.rss - before.rss) / 1e6 / PEOPLE,
    rssMegabytes: after.rss / 1e6,
    breaks,
    resyncs: last.snapshots - first.snapshots,
  })}\n`,
);
