/** Plans and permissions of each tier: the only place where prices, limits, delays and permitted types are defined. */
import { FLOW_EVENT_TYPES, type FlowEventType, PATTERN_TYPES, type PatternType } from '@undertow/market';
import { z } from 'zod';

export const TIERS = ['free', 'basic', 'pro', 'elite'] as const;
export type Tier = (typeof TIERS)[number];
export const tierName = z.enum(TIERS);
export const paidTierName = z.enum(['basic', 'pro', 'elite']);
export type PaidTier = z.infer<typeof paidTierName>;

/** Unlimited, as in the specification. */
export const UNLIMITED = -1;

export interface TierRules {
  readonly tier: Tier;
  /** Instruments analysed live; -1 is unlimited. */
  readonly instrumentsLimit: number;
  /** Instruments in the watchlist; -1 is unlimited. */
  readonly watchlistLimit: number;
  /** Delay of market data on every channel. */
  readonly delaySeconds: number;
  readonly eventTypes: readonly FlowEventType[];
  readonly patternTypes: readonly PatternType[];
  /** Devices that may receive live data at once. */
  readonly liveDevices: number;
  /** Rules of alerts, the disabled ones included. */
  readonly alertRulesLimit: number;
  /** Rules of volume, of moves in a time and near a level. */
  readonly advancedAlerts: boolean;
  readonly patternLookbackHours: number;
  /** AI patterns an hour; -1 is unlimited. */
  readonly maxPatternsPerHour: number;
  readonly predictiveModels: boolean;
  readonly crossInstrumentAnalysis: boolean;
  readonly workspace: WorkspaceRules;
  /** Requests of all API keys of a user; 0 is no API access. */
  readonly apiRequestsPerMinute: number;
  readonly backtesting: BacktestingRules;
  readonly webhooksLimit: number;
  readonly news: NewsRules;
}

/** What is shown of the sources that the operator set. */
export interface NewsRules {
  /** Releases with their windows. */
  readonly calendar: boolean;
  /** Headlines with their sentiment and its skill. */
  readonly headlines: boolean;
}

export interface BacktestingRules {
  /** Backtests that are kept; 0: none can be made. */
  readonly backtests: number;
  /** Recorded sessions of one backtest. */
  readonly sessions: number;
  readonly uploads: UploadRules;
}

/** DBN files of the user's own that rules are tested on. */
export interface UploadRules {
  readonly files: number;
  /** Of all of them. */
  readonly bytes: number;
  /** How long each is kept. */
  readonly days: number;
}

const NO_BACKTESTING: BacktestingRules = {
  ...{ backtests: 0, sessions: 0 },
  uploads: { files: 0, bytes: 0, days: 0 },
};

/** Layouts of the user's own; the specification's dashboard is there on every plan. */
export interface WorkspaceRules {
  /** 0: none. At most six. */
  readonly panesPerLayout: number;
  /** How far back depth over time scrolls, and profiles have every execution. */
  readonly depthHistoryHours: number;
  /** How far back an instant may be replayed; -1 is as far as there are recordings. */
  readonly replayDays: number;
  /** The newest part of the record that may not be replayed. */
  readonly replayHoldSeconds: number;
}

/** Event types without a detector yet: marked as planned wherever they are listed. */
export const PLANNED_EVENT_TYPES: readonly FlowEventType[] = [];

const BASIC_EVENTS = ['absorption', 'support', 'resistance'] as const satisfies readonly FlowEventType[];
const BASIC_PATTERNS = ['volume_spike', 'support_resistance', 'smart_reversal'] as const;
const PRO_PATTERNS = [
  ...BASIC_PATTERNS,
  'institutional_activity',
  'dark_pool_activity',
  'market_structure',
  'momentum_exhaustion',
  'retail_trap_zone',
] as const satisfies readonly PatternType[];

export const TIER_RULES: Readonly<Record<Tier, TierRules>> = {
  free: {
    tier: 'free',
    instrumentsLimit: 0,
    watchlistLimit: 0,
    delaySeconds: 900,
    eventTypes: [],
    patternTypes: [],
    liveDevices: 1,
    alertRulesLimit: 0,
    advancedAlerts: false,
    patternLookbackHours: 0,
    maxPatternsPerHour: 0,
    predictiveModels: false,
    crossInstrumentAnalysis: false,
    workspace: { panesPerLayout: 0, depthHistoryHours: 0, replayDays: 0, replayHoldSeconds: 900 },
    apiRequestsPerMinute: 0,
    webhooksLimit: 0,
    news: { calendar: false, headlines: false },
    backtesting: NO_BACKTESTING,
  },
  basic: {
    tier: 'basic',
    instrumentsLimit: 1,
    watchlistLimit: 5,
    delaySeconds: 900,
    eventTypes: BASIC_EVENTS,
    patternTypes: BASIC_PATTERNS,
    liveDevices: 1,
    alertRulesLimit: 20,
    advancedAlerts: false,
    patternLookbackHours: 1,
    maxPatternsPerHour: 10,
    predictiveModels: false,
    crossInstrumentAnalysis: false,
    workspace: { panesPerLayout: 2, depthHistoryHours: 1, replayDays: 1, replayHoldSeconds: 900 },
    apiRequestsPerMinute: 0,
    webhooksLimit: 0,
    news: { calendar: false, headlines: false },
    backtesting: NO_BACKTESTING,
  },
  pro: {
    tier: 'pro',
    instrumentsLimit: 3,
    watchlistLimit: 15,
    delaySeconds: 0,
    eventTypes: FLOW_EVENT_TYPES,
    patternTypes: PRO_PATTERNS,
    liveDevices: 2,
    alertRulesLimit: 200,
    advancedAlerts: true,
    patternLookbackHours: 24,
    maxPatternsPerHour: 30,
    predictiveModels: false,
    crossInstrumentAnalysis: false,
    workspace: { panesPerLayout: 4, depthHistoryHours: 24, replayDays: 30, replayHoldSeconds: 0 },
    apiRequestsPerMinute: 0,
    webhooksLimit: 0,
    news: { calendar: true, headlines: false },
    backtesting: NO_BACKTESTING,
  },
  elite: {
    tier: 'elite',
    instrumentsLimit: UNLIMITED,
    watchlistLimit: UNLIMITED,
    delaySeconds: 0,
    eventTypes: FLOW_EVENT_TYPES,
    patternTypes: PATTERN_TYPES,
    liveDevices: 3,
    alertRulesLimit: 1000,
    advancedAlerts: true,
    patternLookbackHours: 168,
    maxPatternsPerHour: UNLIMITED,
    predictiveModels: true,
    crossInstrumentAnalysis: true,
    workspace: { panesPerLayout: 6, depthHistoryHours: 168, replayDays: UNLIMITED, replayHoldSeconds: 0 },
    apiRequestsPerMinute: 600,
    webhooksLimit: 10,
    news: { calendar: true, headlines: true },
    backtesting: { backtests: 200, sessions: 300, uploads: { files: 100, bytes: 50e9, days: 90 } },
  },
};

/** A price and its first day, as `YYYY-MM-DD`. */
export interface PlanPrice {
  readonly pricePence: number;
  readonly effectiveFrom: string;
  /** When subscribers were notified; the first price of a plan needs no announcement. */
  readonly announcedOn: string;
}

export interface Plan {
  readonly id: PaidTier;
  readonly name: string;
  /** Price a month in pence, VAT included: the one in force. */
  readonly pricePence: number;
  /** All prices, oldest first, with at most one announced; `plan-prices.ts` checks it. */
  readonly prices: readonly PlanPrice[];
  readonly description: string;
  readonly features: readonly string[];
  /** Features that are not implemented yet. */
  readonly planned: readonly string[];
  readonly mostPopular: boolean;
}

export const TRIAL_DAYS = 14;

const OPENING = { effectiveFrom: '2026-11-22', announcedOn: '2026-11-22' } as const;

export const PLANS: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    pricePence: 5000,
    prices: [{ pricePence: 5000, ...OPENING }],
    description: 'One instrument, fifteen minutes behind the market',
    features: ['1 instrument', 'Basic events', '15-minute delayed data', 'Email support'],
    planned: [],
    mostPopular: false,
  },
  {
    id: 'pro',
    name: 'Pro',
    pricePence: 9900,
    prices: [{ pricePence: 9900, ...OPENING }],
    description: 'Three instruments in real time, every event type',
    features: ['3 instruments', 'All events', 'Real-time data', 'Advanced alerts', 'Priority support'],
    planned: [],
    mostPopular: true,
  },
  {
    id: 'elite',
    name: 'Elite',
    pricePence: 19900,
    prices: [{ pricePence: 19900, ...OPENING }],
    description: 'Unlimited instruments, backtesting and API access',
    features: ['Unlimited instruments', 'Historical backtesting', 'API access', 'White-glove support'],
    planned: [],
    mostPopular: false,
  },
];
