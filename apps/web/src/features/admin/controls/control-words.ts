/** The groups of switches, and whether a notice stands. Pure. */
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

/** Whether a notice stands on the pages. One whose time is over is kept until it is changed or taken away. */
export function noticeState(notice: SiteNotice | null, nowMs: number): string {
  if (notice === null) return 'none now';
  return notice.until !== null && Date.parse(notice.until) <= nowMs ? 'over, no longer shown' : 'shown now';
}
