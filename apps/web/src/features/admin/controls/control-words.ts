/** The groups of switches, and whether a notice is shown. Pure. */
import type { SiteNotice, SwitchKind } from '@undertow/contracts';

export const GROUPS: readonly { readonly kind: SwitchKind; readonly title: string; readonly note: string }[] =
  [
    {
      kind: 'detector',
      title: 'Detectors',
      note: 'Off: no new events of this type; existing events remain.',
    },
    { kind: 'pattern', title: 'AI patterns', note: 'Off: no new patterns of this type.' },
    { kind: 'feed', title: 'Feeds', note: 'Off: no data from this source.' },
    {
      kind: 'registrations',
      title: 'Registrations',
      note: 'Off: no new accounts; existing users sign in as usual.',
    },
  ];

/** Whether a notice is shown. An expired one is kept until it is changed or removed. */
export function noticeState(notice: SiteNotice | null, nowMs: number): string {
  if (notice === null) return 'none';
  return notice.until !== null && Date.parse(notice.until) <= nowMs ? 'ended, no longer shown' : 'shown now';
}
