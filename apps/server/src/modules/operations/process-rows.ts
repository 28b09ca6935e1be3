/** The processes of a cluster as rows of the operations page, and what of them an administrator must see. Pure. */
import { type ClusterProcess, instantOfMs, type ProcessFindings } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { Member } from '#ports/cluster/leases.ts';

const INSTRUMENT = 'instrument.';
const JOB = 'job.';
/** In the order in which data passes through them; others follow. */
const ROLES: readonly string[] = ['market', 'web', 'work'];
/** Views that are further behind show old prices. Milliseconds. */
const MAX_LAG_MS = 2_000;

const symbolOf = (id: string): string => instrumentById(Number(id))?.symbol ?? id;

const namesOf = (leases: readonly string[], kind: string): string[] =>
  leases.filter((lease) => lease.startsWith(kind)).map((lease) => lease.slice(kind.length));

/** As an administrator knows it: a symbol, or the name of a job. */
function wordOf(lease: string): string {
  if (lease.startsWith(INSTRUMENT)) return symbolOf(lease.slice(INSTRUMENT.length));
  return lease.startsWith(JOB) ? lease.slice(JOB.length) : lease;
}

function addressOf({ url }: Member): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** `2` before `10`. */
const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** By role, then address. */
function inOrder(members: readonly Member[]): readonly Member[] {
  const rank = ({ roles }: Member): string =>
    ROLES.map((role) => (roles.includes(role) ? '0' : '1')).join('');
  return members.toSorted(
    (one, other) =>
      byNumber(rank(one), rank(other)) ||
      byNumber(addressOf(one), addressOf(other)) ||
      one.id.localeCompare(other.id),
  );
}

export function processRows(members: readonly Member[]): ClusterProcess[] {
  return inOrder(members).map((member) => {
    const { id, roles, pid, version, leases, sockets, lagMs, cpuShare, residentBytes, startedMs } = member;
    return {
      ...{ id, roles: [...roles], pid, version, address: addressOf(member) },
      instruments: namesOf(leases, INSTRUMENT).toSorted(byNumber).map(symbolOf),
      jobs: namesOf(leases, JOB).toSorted(),
      ...{ sockets, lagMs, cpuShare, residentBytes, startedAt: instantOfMs(startedMs) },
    };
  });
}

/** The newest of the versions that run side by side; null while there is one. */
function upgradeOf(members: readonly Member[]): ProcessFindings['upgrade'] {
  const versions = members.map(({ version }) => version);
  if (new Set(versions).size < 2) return null;
  const newest = versions.reduce((one, other) => (byNumber(one, other) < 0 ? other : one));
  return {
    version: newest,
    done: versions.filter((version) => version === newest).length,
    of: versions.length,
  };
}

/** Processes by the name of a lease that they say they hold. */
function ownersOf(members: readonly Member[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const { id, leases } of members)
    for (const lease of new Set(leases)) owners.set(lease, [...(owners.get(lease) ?? []), id]);
  return owners;
}

/**
 * What is not as it should be, while `instrumentIds` are served. `lasting` picks those leases for which it has been so
 * for longer than a handover takes.
 */
export function findingsOf(
  members: readonly Member[],
  instrumentIds: readonly number[],
  lasting: (leases: readonly string[]) => ReadonlySet<string>,
): ProcessFindings {
  const ordered = inOrder(members);
  const owners = ownersOf(ordered);
  const twice = [...owners].filter(([, ids]) => ids.length > 1);
  const unowned = instrumentIds.map((id) => `${INSTRUMENT}${id}`).filter((lease) => !owners.has(lease));
  const doubtful = [...twice.map(([lease]) => lease), ...unowned];
  const wrong = lasting(doubtful);
  return {
    twiceOwned: twice
      .filter(([lease]) => wrong.has(lease))
      .map(([lease, ids]) => ({ name: wordOf(lease), owners: [...ids] })),
    unowned: unowned.filter((lease) => wrong.has(lease)).map(wordOf),
    changing: doubtful.filter((lease) => !wrong.has(lease)).map(wordOf),
    upgrade: upgradeOf(ordered),
    behind: ordered.filter(({ lagMs }) => lagMs !== null && lagMs > MAX_LAG_MS).map(({ id }) => id),
  };
}
