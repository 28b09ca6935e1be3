/** Processor time and memory of the product's processes by role: from /proc where their ids are known, else from the metrics of one. */
import { readFileSync } from 'node:fs';
import type { LoopbackAddress } from '#load/wire/loopback-address.ts';
import { sendHttp } from '#load/wire/loopback-http.ts';
import { InputError, UsageError } from '#terminal/terminal.ts';

/** Fixed by Linux for every program. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
const MEGABYTE = 1024 * 1024;

export interface RoleProcess {
  readonly role: string;
  readonly pid: number;
}

export interface ProcessReading {
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

/** By role and process; null where it could not be read. */
export type RoleReadings = ReadonlyMap<string, readonly (ProcessReading | null)[]>;

export interface RoleFigures {
  readonly role: string;
  readonly processes: number;
  /** Processes that ended meanwhile, or whose id belongs to nobody. */
  readonly gone: number;
  readonly cpuSecondsPerMinute: number;
  /** The same of the one that took most. */
  readonly busiest: number;
  readonly rssMbBefore: number;
  readonly rssMbAfter: number;
}

function isRoleProcess(value: unknown): value is RoleProcess {
  const { role, pid } = (value ?? {}) as Partial<Record<keyof RoleProcess, unknown>>;
  return typeof role === 'string' && role !== '' && Number.isSafeInteger(pid) && Number(pid) > 0;
}

/** The array of `{role, pid, url}` that the status of a cluster prints, or `@file` with it. */
export function readProcesses(text: string): readonly RoleProcess[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
  } catch (error) {
    if (text.startsWith('@') && !(error instanceof SyntaxError)) throw error;
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRoleProcess))
    throw new UsageError(
      'expected --processes as a JSON array of {"role","pid","url"}, or @file with one, as the status of a cluster prints it',
    );
  return value;
}

function readProcess(pid: number): ProcessReading | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces: utime and stime are the 12th and the 13th field
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    const [, resident = ''] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuSeconds: ticks / TICKS_PER_SECOND, rssMb: (Number(resident) * PAGE_BYTES) / MEGABYTE };
  } catch {
    // It has ended, or this is not Linux
    return null;
  }
}

async function readMetrics(address: LoopbackAddress): Promise<ProcessReading | null> {
  const answer = await sendHttp(address, { path: '/metrics' }).catch(() => null);
  const metric = (name: string): number =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(answer?.text ?? '')?.[1] ?? Number.NaN);
  const cpuSeconds = metric('process_cpu_seconds_total');
  const rssMb = metric('process_resident_memory_bytes') / MEGABYTE;
  return Number.isNaN(cpuSeconds + rssMb) ? null : { cpuSeconds, rssMb };
}

/** Without a list of processes the one that answers at the address, which its metrics describe. */
export async function readRoles(
  processes: readonly RoleProcess[] | null,
  address: LoopbackAddress,
): Promise<RoleReadings> {
  if (processes === null) return new Map([['server', [await readMetrics(address)]]]);
  const readings = new Map<string, (ProcessReading | null)[]>();
  for (const { role, pid } of processes)
    readings.set(role, [...(readings.get(role) ?? []), readProcess(pid)]);
  if ([...readings.values()].flat().every((reading) => reading === null))
    throw new InputError('none of the processes of --processes runs on this machine');
  return readings;
}

export function compareRoles(
  before: RoleReadings,
  after: RoleReadings,
  minutes: number,
): readonly RoleFigures[] {
  return [...before].map(([role, first]) => {
    const last = after.get(role) ?? [];
    const used = first.map((one, place) => {
      const later = last[place] ?? null;
      return one === null || later === null ? 0 : (later.cpuSeconds - one.cpuSeconds) / minutes;
    });
    const sum = (readings: readonly (ProcessReading | null)[]): number =>
      readings.reduce((total, reading) => total + (reading?.rssMb ?? 0), 0);
    return {
      role,
      processes: first.length,
      gone: first.filter((one, place) => one === null || (last[place] ?? null) === null).length,
      cpuSecondsPerMinute: used.reduce((total, one) => total + one, 0),
      busiest: Math.max(...used),
      rssMbBefore: sum(first),
      rssMbAfter: sum(last),
    };
  });
}
