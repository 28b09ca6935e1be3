/** What a profile pane may be set to, with defaults. Plain values: they are stored with the layout. */
import { SESSION_TEMPLATES, type SessionTemplate } from '@undertow/market';

/** Letters by session, volume by session, one profile of all that is visible, or of a range that is chosen. */
export const PROFILE_VIEWS = ['tpo', 'volume', 'visible', 'range'] as const;
export type ProfileViewKind = (typeof PROFILE_VIEWS)[number];

export const PERIOD_MINUTES = [15, 30, 60] as const;
export const BALANCE_MINUTES = [30, 60] as const;
export const VALUE_PERCENTS = [68, 70] as const;
/** 0: as many as make the rows fit. */
export const PROFILE_ROW_TICKS = [0, 1, 2, 4, 8] as const;
export const SESSION_COUNTS = [1, 3, 5, 10] as const;

export interface ProfileChoices {
  readonly view: ProfileViewKind;
  readonly session: SessionTemplate;
  readonly periodMinutes: number;
  readonly rowTicks: number;
  readonly balanceMinutes: number;
  readonly valuePercent: number;
  /** What the value area is counted in. */
  readonly valueFrom: 'tpo' | 'volume';
  readonly show: 'letters' | 'blocks';
  /** Each period in a column of its own. */
  readonly isSplit: boolean;
  readonly hasVolume: boolean;
  readonly hasNaked: boolean;
  readonly hasLevels: boolean;
  /** At most so many sessions side by side. */
  readonly sessions: number;
  /** The chosen range, milliseconds since 1970 UTC; null before one is chosen. */
  readonly range: TimeRange | null;
}

export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

type Stored = Readonly<Record<string, boolean | number | string>>;

function oneOf<T>(values: readonly T[], value: unknown, standard: T): T {
  return values.find((one) => one === value) ?? standard;
}

function rangeOf({ rangeFrom, rangeTo }: Stored): TimeRange | null {
  if (!Number.isSafeInteger(rangeFrom) || !Number.isSafeInteger(rangeTo)) return null;
  const [fromMs, toMs] = [Number(rangeFrom), Number(rangeTo)];
  return fromMs < toMs ? { fromMs, toMs } : null;
}

/** What is missing, of another release, type or size has its default. */
export function profileChoices(settings: Stored): ProfileChoices {
  return {
    view: oneOf(PROFILE_VIEWS, settings['view'], 'tpo'),
    session: oneOf(SESSION_TEMPLATES, settings['session'], 'RTH'),
    periodMinutes: oneOf<number>(PERIOD_MINUTES, settings['period'], 30),
    rowTicks: oneOf<number>(PROFILE_ROW_TICKS, settings['rowTicks'], 0),
    balanceMinutes: oneOf<number>(BALANCE_MINUTES, settings['balance'], 60),
    valuePercent: oneOf<number>(VALUE_PERCENTS, settings['value'], 70),
    valueFrom: settings['from'] === 'volume' ? 'volume' : 'tpo',
    show: settings['show'] === 'blocks' ? 'blocks' : 'letters',
    isSplit: settings['split'] === true,
    hasVolume: settings['volume'] !== false,
    hasNaked: settings['naked'] !== false,
    hasLevels: settings['levels'] !== false,
    sessions: oneOf<number>(SESSION_COUNTS, settings['sessions'], 5),
    range: rangeOf(settings),
  };
}
