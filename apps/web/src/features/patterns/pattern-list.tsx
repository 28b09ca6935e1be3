/** AI patterns of the instrument on screen, newest first; those that are over say so. */
import type { AiPattern } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { readableError } from '#api/api-error.ts';
import { useActiveInstrumentId, useInstrument } from '#api/instruments.ts';
import { useTellableTypes } from '#api/market-data.ts';
import { useAiPatterns } from '#api/patterns.ts';
import { feedLimits } from '#lib/feed-limits.ts';
import { formatConfidence, formatPrice } from '#lib/formats.ts';
import { formatClock } from '#lib/times.ts';
import { PATTERN_WORDS } from '#lib/words.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyBlock, ErrorBlock } from '#ui/blocks.tsx';
import { FeedLimitsLine } from '#ui/feed-limits-line.tsx';

/** The newest ones; the rest is in the history. */
const MAX_SHOWN = 30;

export function PatternList(): ReactNode {
  const instrumentId = useActiveInstrumentId();
  const { data: types } = useTellableTypes(instrumentId);
  return (
    <>
      <Patterns instrumentId={instrumentId} />
      <div className="px-3.5 py-1.5">
        <FeedLimitsLine limits={feedLimits(types, 'pattern')} />
      </div>
    </>
  );
}

function Patterns({ instrumentId }: { readonly instrumentId: number | null }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const { data, error, refetch, dataUpdatedAt } = useAiPatterns(instrumentId);
  if (error !== null && data === undefined) {
    return (
      <ErrorBlock
        title="The patterns could not be loaded"
        text={`${readableError(error)} Trying again in 15 s.`}
        onRetry={() => void refetch()}
      />
    );
  }
  if (instrumentId === null || data === undefined || data.length === 0) {
    const checked = dataUpdatedAt === 0 ? '' : `, last checked ${formatClock(dataUpdatedAt)}`;
    return (
      <EmptyBlock
        title="No patterns detected at the moment"
        text={instrument === null ? 'No instrument is chosen.' : `${instrument.symbol}${checked}`}
      />
    );
  }
  return (
    <ul>
      {data.slice(0, MAX_SHOWN).map((pattern) => (
        <PatternRow key={pattern.id} pattern={pattern} />
      ))}
    </ul>
  );
}

function PatternRow({ pattern }: { readonly pattern: AiPattern }): ReactNode {
  const { metadata, confidence } = pattern;
  const { direction, priceLevel, active, exact, calibrator, timeframe } = metadata;
  return (
    <li className="flex flex-wrap items-center gap-2 border-line border-b px-3.5 py-2.5">
      <span className="font-cond text-text-3">{formatClock(Date.parse(pattern.detectedAt))}</span>
      <span className="font-medium">{PATTERN_WORDS[pattern.eventType]}</span>
      <Badge>{pattern.significance}</Badge>
      {direction === null ? null : <Badge>{direction}</Badge>}
      {active ? null : <Badge>over</Badge>}
      <span className="text-text-2">{pattern.description}</span>
      <span className="grow" />
      <span className="font-cond text-text-3">{timeframe}</span>
      <span className="font-cond">{formatPrice(priceLevel)}</span>
      <span className="font-cond text-text-3">{formatConfidence(confidence / 100, exact, calibrator)}</span>
    </li>
  );
}
