/** The processes of a cluster, what each of them owns, and what of it an administrator must see. */
import { z } from 'zod';
import { instant } from '#shapes/primitives.ts';

const count = z.number().int().nonnegative();

export const clusterProcess = z.object({
  /** Unique per start of a process. */
  id: z.string(),
  /** For example `market`, `web`, `work`. */
  roles: z.array(z.string()),
  pid: count,
  version: z.string(),
  /** Host and port where its health and metrics are served. */
  address: z.string(),
  /** Symbols of those that it owns. */
  instruments: z.array(z.string()),
  /** Names of the periodic jobs that it owns. */
  jobs: z.array(z.string()),
  sockets: count,
  /** By how much its views are behind the market; null for a process without views. */
  lagMs: z.number().nonnegative().nullable(),
  /** Of one core; 1 is a whole core. */
  cpuShare: z.number().nonnegative(),
  residentBytes: count,
  startedAt: instant,
});
export type ClusterProcess = z.infer<typeof clusterProcess>;

export const processFindings = z.object({
  /** Instruments and jobs that several processes say they own, for longer than a handover takes. */
  twiceOwned: z.array(z.object({ name: z.string(), owners: z.array(z.string()) })),
  /** Symbols of instruments that no process owns, for longer than a handover takes. */
  unowned: z.array(z.string()),
  /** Names of what is passing from one owner to another. */
  changing: z.array(z.string()),
  /** Where versions run side by side: how many processes have the newest one. */
  upgrade: z.object({ version: z.string(), done: count, of: count }).nullable(),
  /** Ids of processes whose views are too far behind the market. */
  behind: z.array(z.string()),
});
export type ProcessFindings = z.infer<typeof processFindings>;

/** Fields of the state of the operation. */
export const PROCESS_FIELDS = {
  /** Null where this process is the only one, and where `processesFault` says why they are not known. */
  processes: z.array(clusterProcess).nullable(),
  processesFault: z.string().nullable(),
  /** Null where `processes` is null. */
  processFindings: processFindings.nullable(),
};
