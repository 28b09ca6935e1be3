/** Words of a row of the audit log: who, what, values before and after. Pure. */
import { AUDIT_ACTIONS, type AuditAction, type AuditPage, type AuditRow } from '@undertow/contracts';
import { ADMIN_ZONE } from '#features/admin/parts/user-words.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatClock, formatDate, formatDateTime } from '#lib/format/times.ts';

/** The sentence of an act; an act that this build does not know keeps its word. */
export function actionText(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction] : action;
}

type Details = NonNullable<AuditRow['details']>;

function valueText(name: string, value: Details[string]): string {
  if (value === null) return '–';
  if (typeof value === 'number' && /AtMs$|Ms$/.test(name) && value > 1e12)
    return formatDateTime(value, ADMIN_ZONE);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `expiresAtMs` is `expires`, `newTier` is `new tier`. */
function nameText(name: string): string {
  return name
    .replace(/(At)?Ms$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** From what to what; null where the act changed no single value. */
export function changeText(details: AuditRow['details']): string | null {
  if (details === null || !('before' in details || 'after' in details)) return null;
  const { before = null, after = null } = details;
  return `${valueText('before', before)} → ${valueText('after', after)}`;
}

/** The other details: `reason: support case 311, expires: –`. */
export function restText(details: AuditRow['details']): string {
  if (details === null) return 'erased with the account';
  return Object.entries(details)
    .filter(([name, value]) => name !== 'before' && name !== 'after' && value !== null)
    .map(([name, value]) => `${nameText(name)}: ${valueText(name, value)}`)
    .join(', ');
}

/** `19 Nov 2026 16:40:12`, on the clock of London. */
export function whenText(at: string): string {
  const timeMs = Date.parse(at);
  return `${formatDate(timeMs, ADMIN_ZONE)} ${formatClock(timeMs, ADMIN_ZONE)}`;
}

/** `chain verified, 214 rows, 22 Nov 2026, 16:52`, or where it is broken, or that it was not verified yet. */
export function chainText({ count, verified }: AuditPage['chain']): string {
  const rows = countOf(count, 'row');
  if (verified === null) return `chain not verified yet, ${rows}`;
  const at = formatDateTime(Date.parse(verified.at), ADMIN_ZONE);
  if (verified.fault !== null) return `chain broken: ${verified.fault}, ${at}`;
  return `chain verified, ${countOf(verified.count, 'row')}, ${at}`;
}
