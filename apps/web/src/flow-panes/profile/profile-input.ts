/** What a profile pane draws and what it reports. Prices in ticks, sizes in contracts, times in milliseconds since 1970 UTC. */
import type { ProfileChoices, TimeRange } from '#flow-panes/sessions/profile-choices.ts';
import type { ProfileMarket } from '#flow-panes/sessions/session-profiles.ts';

export interface ProfilePoint {
  readonly atMs: number;
  readonly priceTicks: number | null;
}

export interface ProfileInput {
  readonly market: ProfileMarket;
  readonly choices: ProfileChoices;
  /** Settlement of the prior day as the exchange announced it; null where none was. */
  readonly settlementTicks: number | null;
  /** The newest values are old: they turn grey. */
  readonly isOld: boolean;
  readonly timeZone: string;
}

/** What is on screen. */
export interface ProfileShown {
  /** Trading days, oldest first. */
  readonly days: readonly string[];
  /** Days of which the volume of a bar was spread over its range: executions are missing. */
  readonly spreadDays: readonly string[];
  /** The newest session is shown. */
  readonly isLatest: boolean;
}

export interface ProfileHandlers {
  /** The letter under the pointer; null without one. */
  onPoint(point: ProfilePoint | null): void;
  /** Bars from `fromMs` on are shown, and volume by price from `volumeFromMs` on. */
  onNeed(fromMs: number, volumeFromMs: number): void;
  onShown(shown: ProfileShown): void;
  /** A range was chosen; null: none. */
  onRange(range: TimeRange | null): void;
  /** The row under the crosshair in words; null without one. `isKey`: a key moved it. */
  onReadout(words: string | null, isKey: boolean): void;
}

export type ProfileCommand = 'latest' | 'zoom-in' | 'zoom-out';
