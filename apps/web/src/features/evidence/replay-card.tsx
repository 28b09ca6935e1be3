/** The replay of an event with the statement whether the stored rows give the same event again. */
import type { EventEvidence, EventReplay } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useEventReplay } from '#api/market/event-replay.ts';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { ReplayPlayer } from './replay-player.tsx';

type Verdict = EventReplay['verdict'];

const WORDS: Readonly<Record<Verdict['state'], readonly [text: string, tone: Tone]>> = {
  equal: ['Reproduced bit for bit', 'ok'],
  differs: ['Reproduced with differences', 'warn'],
  not_raised: ['Not reproduced', 'warn'],
  cannot_tell: ['Unknown', 'plain'],
};

function Statement({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const [text, tone] = WORDS[verdict.state];
  return (
    <div className="grid gap-1">
      <p>
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="text-text-2">{verdict.reason}</p>
      {verdict.differing.length === 0 ? null : (
        <details>
          <summary>What differs</summary>
          <ul className="replay-differing">
            {verdict.differing.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export interface ReplayCardProps {
  readonly evidence: EventEvidence;
  readonly letterKeys: boolean;
}

export function ReplayCard({ evidence, letterKeys }: ReplayCardProps): ReactNode {
  const { event } = evidence;
  const query = useEventReplay(event.id);
  const { data, error } = query;
  return (
    <Card title="Replay">
      {data === undefined && error === null ? <SkeletonRows rows={12} height={16} /> : null}
      {error === null ? null : <QueryState query={query} failed="The replay could not be loaded" />}
      {data === undefined ? null : (
        <div className="replay-body">
          <Statement verdict={data.verdict} />
          {data.steps.atMicros.length === 0 ? null : (
            <ReplayPlayer
              replay={data}
              instrumentId={event.instrumentId}
              price={event.price}
              raisedMs={Date.parse(event.detectedAt)}
              letterKeys={letterKeys}
            />
          )}
        </div>
      )}
    </Card>
  );
}
