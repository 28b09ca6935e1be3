/** Words of the processes of a cluster: what each owns and carries, and what of them needs attention. Pure. */
import type { ClusterProcess, ProcessFindings } from '@undertow/contracts';
import { countOf, listWords } from '#lib/format/formats.ts';
import { formatAge } from '#lib/format/times.ts';

/** Enough of an id to distinguish two processes, as the logs have it. */
export const shortId = (id: string): string => id.slice(0, 8);

/** `6 in 3 roles`. */
export function rolesText(processes: readonly ClusterProcess[]): string {
  if (processes.length === 0) return 'none';
  return `${processes.length} in ${countOf(new Set(processes.flatMap(({ roles }) => roles)).size, 'role')}`;
}

/** `11 instruments: ES NQ RTY`, `38 sockets`, `2 jobs: audit, cleanup`; of several roles one after the other. */
export function loadText({ roles, instruments, jobs, sockets }: ClusterProcess): string {
  const parts = [
    ownedText(instruments, 'instrument', ' ', roles.includes('market')),
    sockets > 0 || roles.includes('web') ? countOf(sockets, 'socket') : '',
    ownedText(jobs, 'job', ', ', roles.includes('work')),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '–' : parts.join('; ');
}

/** Nothing of what the process is not there for. */
function ownedText(names: readonly string[], one: string, between: string, isItsRole: boolean): string {
  if (names.length > 0) return `${countOf(names.length, one)}: ${names.join(between).replaceAll('-', ' ')}`;
  return isItsRole ? `no ${one}s` : '';
}

/** `4 ms`, `2.4 s`; a process without views has no lag. */
export function lagText(lagMs: number | null): string {
  if (lagMs === null) return '–';
  return lagMs < 1000 ? `${Math.round(lagMs)} ms` : `${(lagMs / 1000).toFixed(1)} s`;
}

export function upText({ startedAt }: ClusterProcess, nowMs: number): string {
  return formatAge(nowMs - Date.parse(startedAt));
}

type Ownership = readonly [tone: 'ok' | 'plain' | 'bad', text: string];

/** Whether every lease has one owner, in a few words. */
export function ownershipOf({ twiceOwned, unowned, changing }: ProcessFindings): Ownership {
  const wrong = twiceOwned.length + unowned.length;
  if (wrong > 0) return ['bad', `${countOf(wrong, 'lease')} without exactly one owner`];
  if (changing.length > 0) return ['plain', `${countOf(changing.length, 'lease')} changing owner`];
  return ['ok', 'Every lease has one owner'];
}

/** Sentences about leases without exactly one owner. */
export function ownershipFaults(
  { twiceOwned, unowned }: ProcessFindings,
  processes: readonly ClusterProcess[],
): readonly string[] {
  const nameOf = (id: string): string => {
    const address = processes.find((one) => one.id === id)?.address;
    return address === undefined ? shortId(id) : `${shortId(id)} (${address})`;
  };
  const twice = twiceOwned.map(
    ({ name, owners }) => `${name} has ${owners.length} owners: ${listWords(owners.map(nameOf))}.`,
  );
  if (unowned.length === 0) return twice;
  const whose = unowned.length === 1 ? 'its' : 'their';
  return [...twice, `No process owns ${listWords(unowned)}: ${whose} market data is not published.`];
}
