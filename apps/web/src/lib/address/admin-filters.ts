/** What the addresses of the administration hold: users and the audit log. */
import { auditFilter, USER_SORTS } from '@undertow/contracts';
import { z } from 'zod';
import { pageNumber, type UrlFilter, useUrlFilter } from './use-url-filter.ts';

export const USERS_VIEW = {
  search: z.string().max(200).default(''),
  sort: z.enum(USER_SORTS).default('newest'),
  page: pageNumber,
};
export type UsersView = z.output<z.ZodObject<typeof USERS_VIEW>>;

export const useUsersView = (): UrlFilter<Record<never, never>, typeof USERS_VIEW> =>
  useUrlFilter({}, USERS_VIEW);

export type AuditFilter = z.output<z.ZodObject<typeof auditFilter>>;
export type AuditFilterState = UrlFilter<typeof auditFilter, Record<never, never>>;

export const useAuditFilter = (): AuditFilterState => useUrlFilter(auditFilter, {});

/** Address of every row about one user. */
export function trailAddress(userId: string): string {
  return `/admin?tab=audit&subject=${encodeURIComponent(userId)}`;
}
