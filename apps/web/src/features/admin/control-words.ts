/** The groups of switches, what is expected of a reason, and whether a notice stands. Pure. */
import type { SiteNotice, SwitchKind } from '@undertow/contracts';

export const GROUPS: readonly { readonly kind: SwitchKind; readonly title: string; readonly note: string }[] =
  [
    { kind: 'detector', title: 'Detectors', note: 'Off: no new events of the type; what was raised stays.' },
    { kind: 'pattern', title: 'AI patterns', note: 'Off: no new patterns of the type.' },
    { kind: 'feed', title: 'Feeds', note: 'Off: no data of this source is taken in.' },
    {
      kind: 'registrations',
      title: 'Registrations',
      note: 'Off: nobody new; who has an account signs in as ever.',
    },
  ];

/** Shortest reason that the server takes. */
export const REASON_MIN = 8;
export const REASON_MAX = 200;

/** What is expected of a reason; null where it is good enough. */
export function reasonFault(reason: string): string | null {
  return reason.trim().length < REASON_MIN ? `Expected a reason of at least ${REASON_MIN} characters.` : null;
}

/** Whether a notice stands on the pages. One whose time is over is kept until it is changed or taken away. */
export function noticeState(notice: SiteNotice | null, nowMs: number): string {
  if (notice === null) return 'none now';
  return notice.until !== null && Date.parse(notice.until) <= nowMs ? 'over, no longer shown' : 'shown now';
}
