/** Announces new alerts on every page: a sentence for screen readers, and sound and desktop notice if enabled. */
import { type AlertDto, alertMarketWords, type Preferences } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePreferences } from '#api/account/preferences.ts';
import { alertKey } from '#api/alerts/alert-lists.ts';
import { cameBeforeList, useAlerts } from '#api/alerts/alerts.ts';
import { desktopPermission, showDesktopNotice } from '#lib/browser/desktop-notice.ts';
import { claimOnce } from '#lib/browser/tab-claims.ts';
import { maySound, playAlertTone } from '#lib/browser/tone.ts';
import { PoliteRegion } from '#ui/overlays/live-region.tsx';
import { freshAlerts, NOTHING_SEEN, noticeText } from './fresh-alerts.ts';

/** Sound and notice are claimed by themselves: the tab that may show a notice is not always one that may sound. */
async function announce(
  fresh: readonly AlertDto[],
  wanted: Preferences['notifications'],
  onOpen: () => void,
): Promise<void> {
  const claimed = async (channel: string): Promise<readonly AlertDto[]> => {
    const nameOf = (alert: AlertDto): string => `${channel} ${alertKey(alert)}`;
    const names = await claimOnce(fresh.map(nameOf));
    return fresh.filter((alert) => names.includes(nameOf(alert)));
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
  const { value, isLoading } = usePreferences();
  const wanted = value.notifications;
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const seen = useRef(NOTHING_SEEN);
  const pending = useRef<readonly AlertDto[]>([]);
  useEffect(() => {
    if (data === undefined) return;
    const news = freshAlerts(seen.current, data, cameBeforeList);
    seen.current = news.seen;
    pending.current = [...news.fresh, ...pending.current];
    const fresh = pending.current;
    const [first] = fresh;
    // Wait until the settings of announcements are loaded
    if (isLoading || first === undefined) return;
    pending.current = [];
    const market = first.isTest ? '' : `, ${alertMarketWords(first)}`;
    setText(
      fresh.length === 1
        ? `Alert: ${first.title}${market}`
        : `${fresh.length} alerts, newest: ${first.title}${market}`,
    );
    void announce(fresh, wanted, () => navigate('/alerts'));
  }, [data, isLoading, wanted, navigate]);
  return <PoliteRegion text={text} />;
}
