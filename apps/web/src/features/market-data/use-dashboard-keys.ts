/** Keys of the dashboard itself: digits for the timeframe, brackets for the instrument. */
import type { UserInstrument } from '@undertow/contracts';
import { useCommands } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { TIMEFRAMES } from '#lib/words/timeframes.ts';

export function useDashboardKeys(instruments: readonly UserInstrument[], instrumentId: number): void {
  const { save } = usePreferences();
  const step = (by: 1 | -1) => (): void => {
    const at = instruments.findIndex((row) => row.instrumentId === instrumentId);
    const next = instruments[(at + by + instruments.length) % instruments.length];
    if (next !== undefined) save({ lastInstrumentId: next.instrumentId });
  };
  useCommands({
    ...Object.fromEntries(
      TIMEFRAMES.slice(0, 9).map(({ value }, at) => [
        `timeframe${at + 1}`,
        () => save({ timeframe: value }),
      ]),
    ),
    previousInstrument: step(-1),
    nextInstrument: step(1),
  });
}
