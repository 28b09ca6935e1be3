/** How a notice of the operator looks at each level, and whether it may be dismissed. */
import type { SiteNotice } from '@undertow/contracts';

interface NoticeLook {
  readonly name: string;
  readonly tone: 'info' | 'warn' | 'bad';
  readonly icon: 'info' | 'warning';
}

export const NOTICE_LOOKS: Readonly<Record<SiteNotice['level'], NoticeLook>> = {
  info: { name: 'Information', tone: 'info', icon: 'info' },
  warning: { name: 'Warning', tone: 'warn', icon: 'warning' },
  critical: { name: 'Critical', tone: 'bad', icon: 'warning' },
};
