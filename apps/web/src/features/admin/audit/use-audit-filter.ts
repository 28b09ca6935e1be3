/** Which rows of the audit log are shown, as the address says. */

import { useLocation, useSearch } from 'wouter';
import type { AuditFilter } from '#api/admin/audit.ts';

export const NO_FILTER: AuditFilter = { actor: '', subject: '', action: '', from: '', to: '' };

/** A day that a calendar has: the thirteenth month is none. */
function isDay(text: string): boolean {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().slice(0, 10) === text;
}

/** The filter in a query string; a value off the contract is as if it were not there. */
export function readAuditFilter(query: string): AuditFilter {
  const given = new URLSearchParams(query);
  const textOf = (name: string): string => (given.get(name) ?? '').trim().slice(0, 100);
  const dayOf = (name: string): string => (isDay(textOf(name)) ? textOf(name) : '');
  const action = textOf('action');
  return {
    actor: textOf('actor'),
    subject: textOf('subject'),
    action: /^[a-z0-9_.-]{1,60}$/.test(action) ? action : '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

export interface AuditFilterState {
  readonly filter: AuditFilter;
  readonly isFiltered: boolean;
  readonly change: (change: Partial<AuditFilter>) => void;
  readonly clear: () => void;
}

export function useAuditFilter(): AuditFilterState {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const filter = readAuditFilter(query);
  const change = (changed: Partial<AuditFilter>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    navigate(`${path}?${next}`, { replace: true });
  };
  return {
    filter,
    isFiltered: Object.values(filter).some((value) => value !== ''),
    change,
    clear: () => change(NO_FILTER),
  };
}

/** Address of every row about one person. */
export function trailAddress(userId: string): string {
  return `/admin?tab=audit&subject=${encodeURIComponent(userId)}`;
}
