/** The watchlist: instruments with last price, change and daily trend, within the limit of the plan. */
import type { CurrentUser, WatchlistRow as Watched } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useAddToWatchlist, useUserInstruments, useWatchlist } from '#api/market/instruments.ts';
import { openSurface } from '#lib/state/surface.ts';
import { countText } from '#lib/words/instrument-limits.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { InstrumentPicker } from './instrument-picker.tsx';
import { WatchlistRow } from './watchlist-row.tsx';
import { watchlistFull, watchlistPlans } from './watchlist-words.ts';

export interface WatchlistBlockProps {
  readonly user: CurrentUser;
  readonly onPick: (instrumentId: number) => void;
}

function AddOffer({
  user,
  rows,
}: {
  readonly user: CurrentUser;
  readonly rows: readonly Watched[];
}): ReactNode {
  const add = useAddToWatchlist();
  const [isPicking, setPicking] = useState(false);
  const full = watchlistFull(user.watchlistLimit, rows.length);
  if (full !== null) {
    return (
      <p className="t-12 mt-1 font-cond text-text-3">
        {full} {watchlistPlans()}{' '}
        <button type="button" className="link min-h-6" onClick={() => openSurface.set('plans')}>
          Compare plans
        </button>
      </p>
    );
  }
  return isPicking ? (
    <InstrumentPicker
      label="Instrument to watch"
      taken={rows.map((row) => row.instrumentId)}
      isPending={add.isPending}
      onAdd={add.mutateAsync}
      added="The instrument is on your watchlist."
      onClose={() => setPicking(false)}
    />
  ) : (
    <Button kind="ghost" size="small" className="mt-1 -ml-2" onClick={() => setPicking(true)}>
      <Icon name="plus" size={13} /> Watch an instrument
    </Button>
  );
}

export function WatchlistBlock({ user, onPick }: WatchlistBlockProps): ReactNode {
  const query = useWatchlist();
  const { data, error } = query;
  const analysed = useUserInstruments().data ?? [];
  const rows = data ?? [];
  return (
    <section className="side-block" aria-label="Watchlist">
      <div className="block-head cap">
        <h2>Watchlist</h2>
        {user.watchlistLimit === 0 ? null : <span>{countText(user.watchlistLimit, rows.length)}</span>}
      </div>
      {data === undefined || error !== null ? (
        <QueryState query={query} failed="The watchlist could not be loaded" rows={2} height={14} />
      ) : null}
      {data !== undefined && rows.length === 0 && user.watchlistLimit !== 0 ? (
        <p className="t-12 font-cond text-text-2">Prices of instruments that you do not analyse live.</p>
      ) : null}
      <ul className={error === null ? '' : 'old'}>
        {rows.map((row) => (
          <WatchlistRow key={row.instrumentId} user={user} row={row} analysed={analysed} onPick={onPick} />
        ))}
      </ul>
      {rows.length > 0 && user.delaySeconds > 0 ? (
        <p className="t-12 font-cond text-text-3">Delayed {Math.round(user.delaySeconds / 60)} min</p>
      ) : null}
      {data === undefined ? null : <AddOffer user={user} rows={rows} />}
    </section>
  );
}
