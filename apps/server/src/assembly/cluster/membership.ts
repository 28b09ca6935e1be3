/** Publishes once a second what this process is and owns, so that the others share the work with it. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Leases, Member } from '#ports/cluster/leases.ts';
import type { Log } from '#ports/log.ts';

const EVERY_MS = 1_000;

export type MemberFacts = Pick<Member, 'leases' | 'lagMs' | 'sockets' | 'standby' | 'costs' | 'heavyUse'>;

interface MembershipParts {
  readonly leases: Pick<Leases, 'announce'>;
  readonly self: Omit<Member, keyof MemberFacts | 'cpuShare' | 'residentBytes'>;
  readonly log: Log;
  read(): MemberFacts;
}

/** Returns what ends it. */
export function startMembership({ leases, self, read, log }: MembershipParts): () => Promise<void> {
  const cpuShare = cpuMeter();
  const task = new RepeatingTask(
    EVERY_MS,
    () =>
      leases.announce({
        ...self,
        ...read(),
        cpuShare: cpuShare(),
        residentBytes: process.memoryUsage.rss(),
      }),
    (error) => log.warn({ err: error }, 'this process could not be announced'),
  );
  void task.run();
  return () => task.stop();
}

/** Returns the share of a core that the process used since the previous call. */
function cpuMeter(): () => number {
  let before = { atMs: performance.now(), usage: process.cpuUsage() };
  return () => {
    const atMs = performance.now();
    const { user, system } = process.cpuUsage(before.usage);
    const share = (user + system) / 1_000 / Math.max(1, atMs - before.atMs);
    before = { atMs, usage: process.cpuUsage() };
    return share;
  };
}
