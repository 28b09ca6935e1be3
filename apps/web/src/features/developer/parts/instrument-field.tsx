/** Which instrument is simulated; another one starts again. */
import { formatPrice, instrumentBySymbol } from '@undertow/market';
import type { ReactNode } from 'react';
import { SIMULATED_INSTRUMENTS } from '#features/developer/simulation/simulation-settings.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { Select } from '#ui/controls/select.tsx';

const OPTIONS = SIMULATED_INSTRUMENTS.map((instrument) => ({
  value: instrument.symbol,
  label: `${instrument.symbol}, base ${formatPrice(instrument, instrument.basePriceTicks)}, tick ${formatPrice(instrument, 1)}`,
}));

export function InstrumentField({ simulation, state }: RunningSimulation): ReactNode {
  return (
    <Select
      label="Instrument"
      value={state.instrument.symbol}
      options={OPTIONS}
      onChange={(symbol) => {
        const instrument = instrumentBySymbol(symbol);
        if (instrument !== undefined) simulation.choose(instrument);
      }}
    />
  );
}
