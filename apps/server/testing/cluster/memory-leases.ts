/** For tests: the leases of several processes in memory, which a test can take away. */
import type { Lease, Leases, Member } from '#ports/cluster/leases.ts';

interface Held {
  readonly process: string;
  readonly abort: AbortController;
}

/** What every process sees. */
export class LeaseTable {
  readonly held = new Map<string, Held>();
  readonly memberRows = new Map<string, Member>();
  readonly listeners = new Set<(name: string) => void>();
  revision = 0;

  /** Names that a process holds, in the order in which it acquired them. */
  of(process: string): readonly string[] {
    return [...this.held].filter(([, held]) => held.process === process).map(([name]) => name);
  }

  end(name: string): void {
    const held = this.held.get(name);
    this.held.delete(name);
    held?.abort.abort();
    for (const listener of this.listeners) listener(name);
  }

  /** The process is gone: its leases ended. */
  kill(process: string): void {
    this.memberRows.delete(process);
    for (const name of this.of(process)) this.end(name);
  }
}

export function leasesOf(table: LeaseTable, process: string): Leases {
  return {
    async acquire(name): Promise<Lease | null> {
      if (table.held.has(name)) return null;
      const abort = new AbortController();
      const held: Held = { process, abort };
      table.held.set(name, held);
      table.revision += 1;
      return {
        fence: { name, epoch: 1, revision: table.revision },
        isHeld: () => table.held.get(name) === held,
        lost: abort.signal,
        release: async () => {
          if (table.held.get(name) === held) table.end(name);
        },
      };
    },
    onFreed(listener) {
      table.listeners.add(listener);
      return () => table.listeners.delete(listener);
    },
    announce: async (member) => void table.memberRows.set(process, member),
    members: async () => [...table.memberRows.values()],
  };
}

export function makeMember(id: string, changes: Partial<Member> = {}): Member {
  return {
    ...{ id, roles: ['market'], pid: 1, version: '1', url: 'http://127.0.0.1:1', startedMs: 0 },
    ...{
      leases: [],
      standby: [],
      costs: {},
      heavyUse: {},
      cpuShare: 0.1,
      residentBytes: 2e8,
      sockets: 0,
      lagMs: null,
      ...changes,
    },
  };
}
