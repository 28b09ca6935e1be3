/** How much of each limit is in use, requests by hour, and what may leave over the API. */
import type { ApiKeyList } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useApiKeys } from '#api/account/api-keys.ts';
import { formatSize } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';

type Hours = ApiKeyList['usage']['hours'];

const BAR_WIDTH = 10;
const BAR_HEIGHT = 48;

function HourBars({ hours }: { readonly hours: Hours }): ReactNode {
  const most = Math.max(1, ...hours.map(({ requests }) => requests));
  const all = hours.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <figure className="mt-4">
      <figcaption className="t-12 mb-2 flex text-text-3">
        <span className="grow">Requests an hour, last 24 hours</span>
        {formatSize(all)}
      </figcaption>
      <svg
        className="block h-12 w-full"
        viewBox={`0 0 ${hours.length * BAR_WIDTH} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${formatSize(all)} requests, at most ${formatSize(most)} in an hour`}
      >
        {hours.map(({ from, requests }, place) => {
          const height = Math.max(1, (requests / most) * BAR_HEIGHT);
          return (
            <rect
              key={from}
              x={place * BAR_WIDTH + 1}
              y={BAR_HEIGHT - height}
              width={BAR_WIDTH - 2}
              height={height}
              fill="var(--accent)"
              opacity={place === hours.length - 1 ? 1 : 0.45}
            />
          );
        })}
      </svg>
      <p className="t-11 flex justify-between text-text-3">
        <span>{formatClock(Date.parse(hours[0]?.from ?? '')).slice(0, 5)}</span>
        <span>now</span>
      </p>
    </figure>
  );
}

function licenceText({ events, prices }: ApiKeyList['licences'][number]): string {
  if (prices) return events ? 'Events and market data' : 'Market data';
  return events ? 'Derived events, no raw market data' : 'Nothing';
}

/** Venues with the same terms share a line. */
function leavingFacts(licences: ApiKeyList['licences']): readonly (readonly [string, string])[] {
  return [...Map.groupBy(licences, licenceText)].map(([text, of]) => [
    `What may leave, ${of.map(({ venue }) => venue).join(', ')}`,
    text,
  ]);
}

interface MeterProps {
  readonly title: string;
  readonly count: number;
  readonly most: number;
}

function Meter({ title, count, most }: MeterProps): ReactNode {
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="grow text-text-2">{title}</span>
        <b className="tabular-nums">{formatSize(count)}</b>
        <span className="t-12 text-text-3">of {formatSize(most)}</span>
      </p>
      <svg
        className="mt-1.5 block h-1 w-full"
        viewBox={`0 0 ${Math.max(1, most)} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="100%" height="1" fill="var(--line)" />
        <rect width={Math.min(count, most)} height="1" fill="var(--accent)" />
      </svg>
    </div>
  );
}

/** Nothing where the plan has no API and there is no key. */
export function UsageCard(): ReactNode {
  const { data } = useApiKeys();
  if (data === undefined || (!data.included && data.keys.length === 0)) return null;
  return <Usage {...data} />;
}

function Usage({ usage, licences }: Pick<ApiKeyList, 'usage' | 'licences'>): ReactNode {
  const { requestsThisMinute, requestsPerMinute, hours, busiest } = usage;
  const { streams, mostStreams, webhooksToday, mostWebhooksToday } = usage;
  const limited = hours.reduce((sum, hour) => sum + hour.limited, 0);
  const facts: readonly (readonly [string, string])[] = [
    ['Held back by the limit', formatSize(limited)],
    ['Busiest key', busiest === null ? '–' : `${busiest.name}, ${Math.round(busiest.share * 100)}%`],
    ...leavingFacts(licences),
  ];
  return (
    <Card title="Usage">
      <div className="p-4">
        <div className="grid gap-3">
          <Meter title="Requests this minute" count={requestsThisMinute} most={requestsPerMinute} />
          <Meter title="Streams open" count={streams} most={mostStreams} />
          <Meter title="Webhooks today" count={webhooksToday} most={mostWebhooksToday} />
        </div>
        <HourBars hours={hours} />
      </div>
      <div className="border-line border-t">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
