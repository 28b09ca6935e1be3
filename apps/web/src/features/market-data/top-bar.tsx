/** The bar above the chart: instruments as tabs, the timeframe, the layers, the keys. */

import type { ContractHistory, TimeframeName, UserInstrument } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useExchangeClock, usePreferences } from '#api/account/preferences.ts';
import { firstWord } from '#lib/format/formats.ts';
import { EXCHANGE_ZONE, formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useMedia, WIDE } from '#lib/hooks/use-media.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { openSurface } from '#lib/state/surface.ts';
import { LAYER_WORDS } from '#lib/words/layers.ts';
import { TIMEFRAMES } from '#lib/words/timeframes.ts';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { TabsList } from '#ui/controls/tabs.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { Popover } from '#ui/overlays/popover.tsx';

/** What the chart shows before the contract of today. */
const CONTRACT_HISTORY: readonly { readonly value: ContractHistory; readonly label: string }[] = [
  { value: 'current', label: 'Current' },
  { value: 'continuous', label: 'Continuous' },
  { value: 'adjusted', label: 'Back-adjusted' },
];

export function TimeframeControl({ className = '' }: { readonly className?: string }): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Segmented<TimeframeName>
      label="Timeframe"
      className={className}
      value={value.timeframe}
      options={TIMEFRAMES}
      onChange={(timeframe) => save({ timeframe })}
    />
  );
}

export function LayersControl({ iconOnly = false }: { readonly iconOnly?: boolean }): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Popover
      label="Chart layers"
      trigger={
        <Button kind="quiet" aria-label="Layers">
          <Icon name="layers" size={14} />
          {iconOnly ? null : 'Layers'}
        </Button>
      }
    >
      <div className="flex flex-col gap-1 p-1.5">
        {LAYER_WORDS.map(([layer, label]) => (
          <Switch
            key={layer}
            label={label}
            checked={value.layers[layer]}
            onChange={(on) => save({ layers: { ...value.layers, [layer]: on } })}
          />
        ))}
        <p className="cap px-1.5 pt-1.5">Contracts</p>
        <Segmented<ContractHistory>
          label="Contracts"
          value={value.contractHistory}
          options={CONTRACT_HISTORY}
          onChange={(contractHistory) => save({ contractHistory })}
        />
      </div>
    </Popover>
  );
}

function SymbolAndName({ symbol, name }: { readonly symbol: string; readonly name: string }): ReactNode {
  return (
    <>
      <b>{symbol}</b>
      <span className="font-normal text-text-3">{name}</span>
    </>
  );
}

/** The time in the user's zone and in the exchange's. */
function ExchangeClock(): ReactNode {
  const now = useNow(1000);
  return (
    <span className="t-12 flex gap-2.5 font-cond text-text-3 max-xl:hidden">
      {[USER_ZONE, EXCHANGE_ZONE].map((zone) => (
        <span key={zone}>
          <b className="font-medium text-text-2">{formatClock(now, zone)}</b> {zoneCity(zone)}
        </span>
      ))}
    </span>
  );
}

export interface TopBarProps {
  readonly instruments: readonly UserInstrument[];
  /** A word at the right where there is no instrument: the plan of somebody without one. */
  readonly badge?: string | null;
  readonly shownId?: number;
  /** Further acts, before the keys. */
  readonly acts?: ReactNode;
}

export function TopBar({ instruments, badge = null, shownId, acts = null }: TopBarProps): ReactNode {
  const isWide = useMedia(WIDE);
  const hasExchangeClock = useExchangeClock();
  const only = instruments.length === 1 ? instruments[0] : undefined;
  return (
    <div className="topbar">
      {instruments.length > 1 ? <h1 className="sr-only">Live Analysis</h1> : null}
      {instruments.length > 1 ? (
        <TabsList
          label="Instruments"
          className="tablist-scroll"
          inView={shownId === undefined ? undefined : String(shownId)}
          items={instruments.map((row) => ({
            id: String(row.instrumentId),
            label: <SymbolAndName symbol={row.instrument.symbol} name={firstWord(row.instrument.name)} />,
          }))}
        />
      ) : (
        <h1 className="t-14 flex items-center gap-2 px-2.5">
          {only === undefined ? (
            <span className="font-normal text-text-2">Live Analysis</span>
          ) : (
            <SymbolAndName symbol={only.instrument.symbol} name={only.instrument.name} />
          )}
        </h1>
      )}
      <span className="grow" />
      {badge === null ? null : <Badge className="self-center">{badge}</Badge>}
      {instruments.length === 0 ? null : (
        <div className="flex items-center gap-2.5">
          {hasExchangeClock ? <ExchangeClock /> : null}
          <TimeframeControl />
          <LayersControl iconOnly={!isWide} />
          {acts}
          <Button kind="quiet" aria-label="Keyboard shortcuts" onClick={() => openSurface.set('keys')}>
            ?
          </Button>
        </div>
      )}
    </div>
  );
}
