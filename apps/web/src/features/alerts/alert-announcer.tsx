/** Tells of new alerts wherever one is in the product: a sentence for screen readers, and sound and desktop notice if wanted. */
import type { AlertDto, Preferences } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useAlerts } from '#api/alerts.ts';
import { usePreferences } from '#api/preferences.ts';
import { claimOnce } from '#lib/claims.ts';
import { desktopPermission, showDesktopNotice } from '#lib/desktop-notice.ts';
import { maySound, playAlertTone } from '#lib/tone.ts';
import { PoliteRegion } from '#ui/live-region.tsx';
import { freshAlerts, NOTHING_SEEN, noticeText } from './fresh-alerts.ts';

/** Sound and notice are claimed by themselves: the tab that may show a notice is not always one that may sound. */
async function announce(
  fresh: readonly AlertDto[],
  wanted: Preferences['notifications'],
  onOpen: () => void,
): Promise<void> {
  const claimed = async (channel: string): Promise<readonly AlertDto[]> => {
    const names = await claimOnce(fresh.map(({ id }) => `${channel} ${id}`));
    return fresh.filter(({ id }) => names.includes(`${channel} ${id}`));
  };
  if (wanted.sound && maySound()) {
    const [newest] = await claimed('sound');
    if (newest !== undefined) playAlertTone(newest.alertType);
  }
  if (wanted.desktop && desktopPermission.get() === 'granted') {
    const shown = await claimed('desktop');
    const text = noticeText(shown);
    if (text !== null) showDesktopNotice({ ...text, tag: `alert ${shown[0]?.id ?? ''}`, onOpen });
  }
}

export function AlertAnnouncer(): ReactNode {
  const { data } = useAlerts();
  const wanted = usePreferences().value.notifications;
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const seen = useRef(NOTHING_SEEN);
  useEffect(() => {
    if (data === undefined) return;
    const news = freshAlerts(seen.current, data);
    seen.current = news.seen;
    const first = news.fresh[0];
    if (first === undefined) return;
    setText(
      news.fresh.length === 1
        ? `Alert: ${first.title}`
        : `${news.fresh.length} alerts, newest: ${first.title}`,
    );
    void announce(news.fresh, wanted, () => navigate('/alerts'));
  }, [data, wanted, navigate]);
  return <PoliteRegion text={text} />;
}
