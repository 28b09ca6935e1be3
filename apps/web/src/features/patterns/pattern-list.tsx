/** AI patterns of an instrument, newest first; those that are over are marked, each opens with its evidence. */
import type { AiPattern } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedPatterns } from '#api/market/event-filter.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { useDetectableTypes } from '#api/market/market-data.ts';
import { usePatternsOf } from '#api/market/patterns.ts';
import { useSiteState } from '#api/site/site-state.ts';
import { formatConfidence, formatPrice, formatShare, unbroken } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { feedLimits } from '#lib/words/feed-limits.ts';
import { pausedLine } from '#lib/words/switch-names.ts';
import { PATTERN_WORDS } from '#lib/words/words.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { FeedLimitsLine } from '#ui/layout/feed-limits-line.tsx';
import { PausedLine } from '#ui/layout/paused-line.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { PatternEvidence } from './pattern-evidence.tsx';
import './patterns.css';
import { type PatternRow, patternRows } from './pattern-rows.ts';

/** The newest ones; the rest is in the history. */
const MAX_SHOWN = 30;

const TONES: Readonly<Record<AiPattern['significance'], Tone>> = {
  critical: 'bad',
  high: 'warn',
  medium: 'info',
  low: 'plain',
};

export function PatternList({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const { data: types } = useDetectableTypes(instrumentId);
  const off = useSiteState().data?.off ?? [];
  return (
    <>
      <Patterns instrumentId={instrumentId} />
      <div className="px-3.5 py-1.5">
        <FeedLimitsLine limits={feedLimits(types, 'pattern')} />
        <PausedLine line={pausedLine(off, ['pattern', 'feed'])} />
      </div>
    </>
  );
}

function Patterns({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const instrument = useInstrument(instrumentId);
  const query = usePatternsOf(instrumentId);
  const { value } = usePreferences();
  const { dataUpdatedAt } = query;
  const data = query.data === undefined ? undefined : wantedPatterns(query.data, value);
  if (data === undefined)
    return (
      <QueryState
        query={query}
        failed="The patterns could not be loaded"
        note="Trying again in 15 s."
        rows={6}
        height={26}
      />
    );
  if (data.length === 0) {
    const checked = dataUpdatedAt === 0 ? '' : `, last checked ${formatClock(dataUpdatedAt)}`;
    return (
      <EmptyBlock title="No patterns detected at the moment" text={`${instrument?.symbol ?? ''}${checked}`} />
    );
  }
  return (
    <ul aria-label="AI patterns">
      {patternRows(data, MAX_SHOWN).map(({ pattern, earlier }) => (
        <PatternItem key={pattern.id} pattern={pattern} earlier={earlier} />
      ))}
    </ul>
  );
}

function PatternItem({ pattern, earlier }: PatternRow): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { metadata, confidence, significance } = pattern;
  const { direction, priceLevel, active, exact, calibrator, timeframe, isNew, state, existence } = metadata;
  // A prediction that is over was taken back: the probability it last had is nothing to go by.
  const isWithdrawn = !active && pattern.eventType === 'price_prediction';
  const over = earlier === 0 ? 'over' : `over, ${earlier} more like it`;
  return (
    <li className="border-line border-b">
      <button
        type="button"
        className="pattern-row"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        <span className="pattern-words">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{PATTERN_WORDS[pattern.eventType]}</span>
            <Badge tone={active ? TONES[significance] : 'plain'}>{significance}</Badge>
            {direction === null ? null : <Badge>{direction}</Badge>}
            {isNew ? <Badge label="too few outcomes known yet">new</Badge> : null}
            {state === 'experimental' ? <Badge tone="warn">experimental</Badge> : null}
            {existence === null ? null : (
              <span className="t-12 text-text-3">exists {formatShare(existence / 100)}</span>
            )}
            {active ? null : <span className="t-12 text-text-3">{over}</span>}
          </span>
          <span className="text-text-2">{unbroken(pattern.description)}</span>
        </span>
        <span className="pattern-figures">
          <span className="pattern-bar" aria-hidden="true">
            <span style={{ width: `${isWithdrawn ? 0 : confidence}%` }} />
          </span>
          <b>{isWithdrawn ? '–' : formatConfidence(confidence / 100, exact, calibrator)}</b>
          <span>{priceLevel === undefined ? '' : formatPrice(pattern.instrumentId, priceLevel)}</span>
          <span>{timeframe}</span>
          <span>{formatClock(Date.parse(active ? metadata.updatedAt : pattern.detectedAt))}</span>
        </span>
      </button>
      {isOpen ? <PatternEvidence pattern={pattern} /> : null}
    </li>
  );
}
