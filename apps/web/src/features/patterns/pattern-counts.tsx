/** How many patterns the instrument has, and how many of them are of high confidence. */
import type { ReactNode } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { usePatternsOf } from '#api/market/patterns.ts';
import type { Analysed } from './analysed-instrument.ts';
import { HIGH_CONFIDENCE, highOnes } from './track-facts.ts';

export function PatternCounts({ shown }: { readonly shown: Analysed }): ReactNode {
  const symbol = useInstrument(shown.instrumentId)?.symbol ?? '';
  const patterns = usePatternsOf(shown.isMine ? shown.instrumentId : null).data ?? [];
  return (
    <dl className="card tier-facts pattern-counts">
      <div>
        <dt>Patterns{shown.isMine ? `, ${symbol}` : ''}</dt>
        <dd>{patterns.length}</dd>
      </div>
      <div>
        <dt>Confidence over {HIGH_CONFIDENCE}%</dt>
        <dd>{highOnes(patterns)}</dd>
      </div>
    </dl>
  );
}
