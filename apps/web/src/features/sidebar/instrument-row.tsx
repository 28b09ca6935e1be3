/** One of the user's instruments: choose it, see its price, remove it; a paused one can be swapped in. */
import type { UserInstrument } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useInstrument, useRemoveInstrument, useSwapInstrument } from '#api/market/instruments.ts';
import { useSessionFacts } from '#api/market/market-data.ts';
import { firstWord, formatChangePercent, formatPrice } from '#lib/format/formats.ts';
import { livePrice } from '#lib/format/live-price.ts';
import { formatClock } from '#lib/format/times.ts';
import { useFeedView } from '#live/live-context.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

const onError = (error: Error): void => toastError(error);

export interface InstrumentRowProps {
  readonly row: UserInstrument;
  readonly isShown: boolean;
  /** The active instrument that a paused one takes the place of. */
  readonly swapWith: UserInstrument | null;
  readonly onPick: (instrumentId: number) => void;
}

function RowPrice({ instrumentId }: { readonly instrumentId: number }): ReactNode {
  const { line, state } = useFeedView(instrumentId);
  const facts = useSessionFacts(instrumentId).data?.data ?? null;
  const decimals = useInstrument(instrumentId)?.decimals ?? 2;
  const price = livePrice(state.liveBars, facts, decimals);
  if (price.last === null) return null;
  return (
    <>
      <span className={`font-cond font-medium ${line.isOld ? 'old' : ''}`}>
        {formatPrice(instrumentId, price.last)}
      </span>
      {line.isOld && line.dataAtMs !== null ? (
        <span className="t-12 w-14 text-right font-cond text-text-3">{formatClock(line.dataAtMs)}</span>
      ) : (
        <span className={`t-12 w-12 text-right font-cond ${(price.changePercent ?? 0) < 0 ? 'down' : 'up'}`}>
          {price.changePercent === null ? '' : formatChangePercent(price.changePercent)}
        </span>
      )}
    </>
  );
}

function PausedRow({ row, swapWith }: Pick<InstrumentRowProps, 'row' | 'swapWith'>): ReactNode {
  const swap = useSwapInstrument();
  return (
    <div className="flex grow items-center gap-2 px-1.5 pr-7">
      <span className="w-[26px] font-medium text-text-3">{row.instrument.symbol}</span>
      <Badge>Paused</Badge>
      <span className="grow" />
      {swapWith === null ? null : (
        <button
          type="button"
          className="link t-12 min-h-6 font-cond"
          disabled={swap.isPending}
          onClick={() =>
            swap.mutate({ activate: row.instrumentId, pause: swapWith.instrumentId }, { onError })
          }
        >
          Swap with {swapWith.instrument.symbol}
        </button>
      )}
    </div>
  );
}

export function InstrumentRow({ row, isShown, swapWith, onPick }: InstrumentRowProps): ReactNode {
  const remove = useRemoveInstrument();
  return (
    <li className="instrument-row" data-active={isShown}>
      {row.active ? (
        <button
          type="button"
          className="pick"
          aria-current={isShown || undefined}
          onClick={() => onPick(row.instrumentId)}
        >
          <b className="w-[26px]">{row.instrument.symbol}</b>
          <span className="t-12 grow truncate font-cond text-text-3">{firstWord(row.instrument.name)}</span>
          <RowPrice instrumentId={row.instrumentId} />
        </button>
      ) : (
        <PausedRow row={row} swapWith={swapWith} />
      )}
      <button
        type="button"
        className="remove"
        aria-label={`Remove ${row.instrument.symbol}`}
        disabled={remove.isPending}
        onClick={() =>
          void remove
            .mutateAsync(row.instrumentId)
            .then(() => toast({ title: 'Success', text: 'Instrument removed successfully' }), onError)
        }
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}
