/** Which of the user's instruments the analytics page shows. Pure. */
import type { UserInstrument } from '@undertow/contracts';

/** Shown to a user without instruments, with the offer to add it. */
export const DEFAULT_INSTRUMENT_ID = 4;

export interface Analysed {
  readonly instrumentId: number;
  /** False: the user does not analyse it live, so nothing is requested. */
  readonly isMine: boolean;
}

/** The chosen one while it is among the active ones, else the first of them, else the default. */
export function analysedInstrument(rows: readonly UserInstrument[], chosenId: number | null): Analysed {
  const active = rows.filter((row) => row.active);
  const chosen = active.find((row) => row.instrumentId === chosenId) ?? active[0];
  return { instrumentId: chosen?.instrumentId ?? DEFAULT_INSTRUMENT_ID, isMine: chosen !== undefined };
}
