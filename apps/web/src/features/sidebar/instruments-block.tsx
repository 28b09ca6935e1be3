/** The instruments manager: what the user analyses live, adding within the plan's limit, removing. */
import type { CurrentUser, UserInstrument } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useAddInstrument, useUserInstruments } from '#api/market/instruments.ts';
import { useObservable } from '#lib/state/observable.ts';
import { pickingInstrument } from '#lib/state/surface.ts';
import { countText, instrumentOffer, SUBSCRIBE_TEXT, UPGRADE_TEXT } from '#lib/words/instrument-limits.ts';
import { Button, ServerLink } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { InstrumentPicker } from './instrument-picker.tsx';
import { InstrumentRow } from './instrument-row.tsx';

export interface InstrumentsBlockProps {
  readonly user: CurrentUser;
  readonly shownId: number | null;
  readonly onPick: (instrumentId: number) => void;
}

function Offer({
  user,
  rows,
}: {
  readonly user: CurrentUser;
  readonly rows: readonly UserInstrument[];
}): ReactNode {
  const isPicking = useObservable(pickingInstrument);
  const add = useAddInstrument();
  switch (instrumentOffer(user.instrumentsLimit, rows.length)) {
    case 'subscribe':
      return (
        <div className="mt-1">
          <p className="mb-2 text-text-2">{SUBSCRIBE_TEXT}</p>
          <ServerLink href="/subscribe?plan=pro" kind="primary" size="small">
            Choose Your Plan
          </ServerLink>
        </div>
      );
    case 'upgrade':
      return <p className="t-12 mt-1 font-cond text-text-3">{UPGRADE_TEXT}</p>;
    case 'add':
      return isPicking ? (
        <InstrumentPicker
          label="Instrument"
          taken={rows.map((row) => row.instrumentId)}
          isPending={add.isPending}
          onAdd={add.mutateAsync}
          added="Instrument added successfully"
          onClose={() => pickingInstrument.set(false)}
        />
      ) : (
        <Button kind="ghost" size="small" className="mt-1 -ml-2" onClick={() => pickingInstrument.set(true)}>
          <Icon name="plus" size={13} /> Add instrument
        </Button>
      );
  }
}

export function InstrumentsBlock({ user, shownId, onPick }: InstrumentsBlockProps): ReactNode {
  const query = useUserInstruments();
  const { data, error } = query;
  const rows = data ?? [];
  const active = rows.filter((row) => row.active);
  const swapWith = active.find((row) => row.instrumentId === shownId) ?? active[0] ?? null;
  return (
    <section className="side-block" aria-label="Your instruments">
      <div className="block-head cap">
        <h2>Your instruments</h2>
        <span>{countText(user.instrumentsLimit, active.length)}</span>
      </div>
      {data === undefined || error !== null ? (
        <QueryState query={query} failed="Your instruments could not be loaded" rows={2} height={14} />
      ) : null}
      <ul>
        {rows.map((row) => (
          <InstrumentRow
            key={row.id}
            row={row}
            isShown={row.instrumentId === shownId}
            swapWith={swapWith}
            onPick={onPick}
          />
        ))}
      </ul>
      {data === undefined ? null : <Offer user={user} rows={rows} />}
    </section>
  );
}
