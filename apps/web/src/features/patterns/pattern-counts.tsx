/** How many patterns the instrument has, and how many of them are of high confidence. */
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { wantedPatterns } from '#api/market/event-filter.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { usePatternsOf } from '#api/market/patterns.ts';
import type { Analysed } from './analysed-instrument.ts';
import { HIGH_CONFIDENCE, highOnes } from './track-facts.ts';

export function PatternCounts({ shown }: { readonly shown: Analysed }): ReactNode {
  const symbol = useInstrument(shown.instrumentId)?.symbol ?? '';
  const { value } = usePreferences();
  const all = usePatternsOf(shown.isMine ? shown.instrumentId : null).data ?? [];
  const patterns = wantedPatterns(all, value);
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
