/** One line above the chart when the market is seen late, from a recording, or not at all. */
import { DEVICE_LIMIT_REASON } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { formatClock, formatDate, formatWeekday } from '#lib/format/times.ts';
import { openSurface } from '#lib/state/surface.ts';
import { viewNowMs } from '#live/freshness.ts';
import type { LineStatus } from '#live/line-status.ts';
import { type FeedView, useFeedView, useTryNow, useWatchHere } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/layout/banner.tsx';

/** The same time as everywhere on the page: that of the newest data. */
function stoppedText({ dataAtMs }: LineStatus, closedAtMs: number): string {
  return `No data since ${formatClock(dataAtMs ?? closedAtMs)}.`;
}

function LossBanner({ view }: { readonly view: FeedView }): ReactNode {
  const tryNow = useTryNow();
  const watchHere = useWatchHere();
  const { connection, line } = view;
  if (connection.kind === 'waiting') {
    const seconds = Math.max(0, Math.ceil((connection.retryAtMs - Date.now()) / 1000));
    return (
      <Banner tone="warn" icon="refresh">
        {stoppedText(line, connection.closedAtMs)} Next attempt in {seconds} s.
      </Banner>
    );
  }
  if (connection.kind === 'moved') {
    return (
      <Banner
        tone="warn"
        icon="info"
        action={
          <Button size="small" onClick={watchHere}>
            Watch here
          </Button>
        }
      >
        <b className="font-medium">{DEVICE_LIMIT_REASON}.</b> Prices below are out of date.
      </Banner>
    );
  }
  if (connection.kind !== 'disconnected') return null;
  return (
    <Banner
      tone="bad"
      icon="warning"
      action={
        <Button size="small" onClick={tryNow}>
          Try now
        </Button>
      }
    >
      <b className="font-medium">{stoppedText(line, connection.closedAtMs)}</b> Prices below are out of date.
      Reconnecting when the network returns.
    </Banner>
  );
}

/** A delay beyond that of the plan is the exchange's: another plan would not end it. */
function DelayBanner({ delaySeconds, isByPlan, nowMs }: DelayBannerProps): ReactNode {
  const upgrade = (
    <button type="button" className="link min-h-6" onClick={() => openSurface.set('plans')}>
      Upgrade Plan
    </button>
  );
  return (
    <Banner tone="info" icon="info" action={isByPlan ? upgrade : undefined}>
      <b className="font-medium">Delayed {Math.round(delaySeconds / 60)} min.</b> You see the market as of{' '}
      {formatClock(nowMs)}.{' '}
      {isByPlan
        ? 'Pro and Elite are real-time.'
        : 'The licence of the exchange requires this delay for your plan.'}
    </Banner>
  );
}

interface DelayBannerProps {
  readonly delaySeconds: number;
  readonly isByPlan: boolean;
  readonly nowMs: number;
}

export function Banners({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const view = useFeedView(instrumentId);
  // While values are old, time stops with them
  const { isOld, dataAtMs } = view.line;
  const now = isOld ? dataAtMs : viewNowMs(view.state, performance.now());
  const { delaySeconds, status } = view.state;
  const planDelaySeconds = useSignIn().user?.delaySeconds ?? 0;
  return (
    <>
      {delaySeconds > 0 && now !== null ? (
        <DelayBanner delaySeconds={delaySeconds} isByPlan={delaySeconds <= planDelaySeconds} nowMs={now} />
      ) : null}
      {status?.source === 'replay' && now !== null ? (
        <Banner tone="warn" icon="play">
          <b className="font-medium">
            Replay of {formatWeekday(now)} {formatDate(now)}, {formatClock(now)}
          </b>
        </Banner>
      ) : null}
      <LossBanner view={view} />
    </>
  );
}
