/**
 * A watched instrument: its price, change and trend; a click opens it where it is analysed, else says how it could be.
 */
import type { CurrentUser, UserInstrument, WatchlistRow as Watched } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useAddInstrument, useRemoveFromWatchlist } from '#api/market/instruments.ts';
import { formatChangePercent, formatPrice } from '#lib/format/formats.ts';
import { openSurface } from '#lib/state/surface.ts';
import { SUBSCRIBE_TEXT, UPGRADE_TEXT } from '#lib/words/instrument-limits.ts';
import { TREND_WORDS } from '#lib/words/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { missingPrice, type RowOpening, rowOpening } from './watchlist-words.ts';

const TREND_SIGNS = { bullish: '↗', bearish: '↘', consolidating: '→' } as const;
const TREND_TONES = { bullish: 'up', bearish: 'down', consolidating: 'text-text-3' } as const;

const onError = (error: Error): void => toastError(error);

export interface WatchlistRowProps {
  readonly user: CurrentUser;
  readonly row: Watched;
  readonly analysed: readonly UserInstrument[];
  readonly onPick: (instrumentId: number) => void;
}

function Figures({ row }: Pick<WatchlistRowProps, 'row'>): ReactNode {
  const { dailyTrend, changePercent } = row;
  return (
    <>
      <b className="w-[30px]">{row.symbol}</b>
      {dailyTrend === null ? null : (
        <span
          role="img"
          className={`t-12 ${TREND_TONES[dailyTrend]}`}
          aria-label={`Daily trend ${TREND_WORDS[dailyTrend]}`}
          title={`Daily trend: ${TREND_WORDS[dailyTrend]}`}
        >
          {TREND_SIGNS[dailyTrend]}
        </span>
      )}
      <span className="grow text-right font-cond font-medium">
        {formatPrice(row.instrumentId, row.lastPrice)}
      </span>
      <span className={`t-12 w-12 text-right font-cond ${(changePercent ?? 0) < 0 ? 'down' : 'up'}`}>
        {changePercent === null ? '' : formatChangePercent(changePercent)}
      </span>
    </>
  );
}

const REFUSALS: Readonly<Record<Exclude<RowOpening, 'open' | 'add'>, string>> = {
  paused: 'Paused: your plan’s instrument limit is reached.',
  subscribe: SUBSCRIBE_TEXT,
  upgrade: UPGRADE_TEXT,
};

/** Below a row that is not analysed live: adds it where the plan's limit allows, else names the plans. */
function Offer({
  row,
  opening,
  onPick,
}: Pick<WatchlistRowProps, 'row' | 'onPick'> & {
  readonly opening: Exclude<RowOpening, 'open'>;
}): ReactNode {
  const add = useAddInstrument();
  const analyse = async (): Promise<void> => {
    try {
      await add.mutateAsync(row.instrumentId);
      onPick(row.instrumentId);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="pt-0.5 pb-2">
      <p className="t-12 font-cond text-text-2">
        {row.name}. {opening === 'add' ? 'Not analysed live.' : REFUSALS[opening]}
        {missingPrice(row)}
      </p>
      {opening === 'add' ? (
        <Button size="small" className="mt-1.5" busy={add.isPending} onClick={() => void analyse()}>
          Analyse {row.symbol} live
        </Button>
      ) : (
        <button
          type="button"
          className="link t-12 min-h-6 font-cond"
          onClick={() => openSurface.set('plans')}
        >
          Compare plans
        </button>
      )}
    </div>
  );
}

export function WatchlistRow({ user, row, analysed, onPick }: WatchlistRowProps): ReactNode {
  const remove = useRemoveFromWatchlist();
  const [isOpen, setOpen] = useState(false);
  const opening = rowOpening(row.instrumentId, analysed, user.instrumentsLimit);
  return (
    <li>
      <div className="instrument-row">
        <button
          type="button"
          className="pick"
          title={row.withheld === null ? row.name : `${row.name}. ${row.withheld}`}
          aria-expanded={opening === 'open' ? undefined : isOpen}
          onClick={() => (opening === 'open' ? onPick(row.instrumentId) : setOpen(!isOpen))}
        >
          <Figures row={row} />
        </button>
        <button
          type="button"
          className="remove"
          aria-label={`Stop watching ${row.symbol}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(row.instrumentId, { onError })}
        >
          <Icon name="close" size={12} />
        </button>
      </div>
      {opening === 'open' || !isOpen ? null : <Offer row={row} opening={opening} onPick={onPick} />}
    </li>
  );
}
