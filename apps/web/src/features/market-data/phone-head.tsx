/** The head of the dashboard on a phone: instrument, feed state, price with its change, timeframe and layers. */
import type { UserInstrument } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { useSessionFacts } from '#api/market/market-data.ts';
import { formatChange, formatChangePercent, formatPrice } from '#lib/format/formats.ts';
import { livePrice } from '#lib/format/live-price.ts';
import { TREND_WORDS } from '#lib/words/words.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Combobox } from '#ui/controls/combobox.tsx';
import { BrandSymbol } from '#ui/marks/brand.tsx';
import { FeedBadge } from './feed-badge.tsx';
import { LayersControl, TimeframeControl } from './top-bar.tsx';

export interface PhoneHeadProps {
  readonly instruments: readonly UserInstrument[];
  readonly instrumentId: number;
  /** The dashboard's choice of instrument where it is left out. */
  readonly onPick?: (instrumentId: number) => void;
  /** In place of the dashboard's timeframe and layers. */
  readonly controls?: ReactNode;
}

function PriceLine({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const decimals = useInstrument(instrumentId)?.decimals ?? 2;
  const facts = useSessionFacts(instrumentId).data?.data ?? null;
  const { line, state } = useFeedView(instrumentId);
  const { last, change, changePercent } = livePrice(state.liveBars, facts, decimals);
  const old = line.isOld;
  const tone = (changePercent ?? 0) < 0 ? 'down' : 'up';
  return (
    <div className="flex items-baseline gap-2.5 px-3.5 pt-2 pb-1.5">
      <span className={`t-24 font-semibold tracking-[-0.03em] ${old ? 'old' : ''}`}>
        {formatPrice(instrumentId, last)}
      </span>
      {change === null || changePercent === null ? null : (
        <span className={`font-medium ${old ? 'old' : tone}`}>
          {formatChange(formatPrice(instrumentId, change))} ({formatChangePercent(changePercent)})
        </span>
      )}
      <span className="grow" />
      <span className="font-cond text-text-3">{facts === null ? '' : TREND_WORDS[facts.dailyTrend]}</span>
    </div>
  );
}

export function PhoneHead({ instruments, instrumentId, onPick, controls }: PhoneHeadProps): ReactNode {
  const { save } = usePreferences();
  const view = useFeedView(instrumentId);
  return (
    <header className="shrink-0 bg-surface">
      <div className="flex h-13 items-center gap-2.5 border-line border-b px-3.5">
        <BrandSymbol size={22} />
        <h1 className="sr-only">Live Analysis</h1>
        <Combobox
          label="Instrument"
          hideLabel
          plain
          value={String(instrumentId)}
          options={instruments.map((row) => ({
            value: String(row.instrumentId),
            label: `${row.instrument.symbol}  ${row.instrument.name}`,
          }))}
          onChange={(id) => (onPick ?? ((picked) => save({ lastInstrumentId: picked })))(Number(id))}
        />
        <span className="grow" />
        <FeedBadge view={view} />
      </div>
      <PriceLine instrumentId={instrumentId} />
      <div className="flex gap-2 px-3.5 pb-2">
        {controls ?? (
          <>
            <TimeframeControl className="grow *:grow" />
            <LayersControl iconOnly />
          </>
        )}
      </div>
    </header>
  );
}
