/** The licence of a venue: which data is shown, to which plans, after which delay and over which channels. Pure. */
import { INSTRUMENTS, type Instrument } from '@undertow/market';
import { type PaidTier, PLANS, TIER_RULES, type Tier, type TierRules } from './plans.ts';

export type Venue = Instrument['venue'];

/** Venues of the catalogue. */
export const VENUES: readonly Venue[] = [...new Set(INSTRUMENTS.map(({ venue }) => venue))];

/**
 * `real_time`: prices and the book now. `delayed`: the same later. `recordings`: stored market data that is played or
 * computed again. `events`: what is derived from it: events, patterns, alerts, outcomes.
 */
export const LICENCE_KINDS = ['real_time', 'delayed', 'recordings', 'events'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** `screen`: our pages, their requests, the socket and mails. `api`: programs of users. `export`: files. */
export const LICENCE_CHANNELS = ['screen', 'api', 'export'] as const;
export type LicenceChannel = (typeof LICENCE_CHANNELS)[number];

/** Least delays that a licence can require, in seconds. Every view is kept at each of them, so one more costs memory in every instrument. */
export const LICENCE_DELAYS: readonly number[] = [0, 900];

export interface LicenceTerm {
  readonly venue: Venue;
  readonly kind: LicenceKind;
  /** Plans that may have it; none: nobody. */
  readonly plans: readonly PaidTier[];
  /** Least delay in seconds, one of `LICENCE_DELAYS`. */
  readonly delaySeconds: number;
  readonly channels: readonly LicenceChannel[];
}

export interface LicenceRequest {
  readonly venue: Venue;
  readonly kind: LicenceKind;
  readonly channel: LicenceChannel;
  readonly plan: Tier;
}

export type LicenceAnswer =
  | { readonly allowed: true; readonly delaySeconds: number }
  | { readonly allowed: false; readonly because: string };

const KIND_WORDS: Readonly<Record<LicenceKind, string>> = {
  real_time: 'real-time data',
  delayed: 'delayed data',
  recordings: 'recorded data',
  events: 'events derived from its data',
};

const CHANNEL_WORDS: Readonly<Record<LicenceChannel, string>> = {
  screen: 'on screen',
  api: 'over the API',
  export: 'in exports',
};

function planWords(plan: Tier): string {
  const name = PLANS.find(({ id }) => id === plan)?.name;
  return name === undefined ? 'without a plan' : `for the ${name} plan`;
}

/** What the terms of a venue say about a kind of data, a channel and a plan. What they do not name is not allowed. */
export function mayShow(
  terms: readonly LicenceTerm[],
  { venue, kind, channel, plan }: LicenceRequest,
): LicenceAnswer {
  const term = terms.find((one) => one.venue === venue && one.kind === kind);
  const refused = (where: string): LicenceAnswer => ({
    allowed: false,
    because: `${venue} does not license ${KIND_WORDS[kind]}${where}.`,
  });
  if (term === undefined || term.plans.length === 0) return refused('');
  if (!term.plans.some((one) => one === plan)) return refused(` ${planWords(plan)}`);
  if (!term.channels.includes(channel)) return refused(` ${CHANNEL_WORDS[channel]}`);
  return { allowed: true, delaySeconds: term.delaySeconds };
}

/** What leaves the server about an instrument; the delay decides which kind its prices are. */
export type ShownKind = 'prices' | 'recordings' | 'events';

/** What a viewer may have of one instrument. */
export interface InstrumentAccess {
  /** Delay of the instrument's view in seconds: the longest that plan and licence require. */
  readonly delaySeconds: number;
  /** Delay of recorded data, at least as long. */
  readonly recordedDelaySeconds: number;
  /** The sentence shown in place of the data; null where it may be shown. */
  withheld(kind: ShownKind, channel?: LicenceChannel): string | null;
  /** Equal for equal access. */
  readonly key: string;
}

/** Everything at one delay: the simulated exchange, and account feeds, which are licensed to their owner. */
export function unlicensedAccess(delaySeconds: number): InstrumentAccess {
  const key = String(delaySeconds);
  return { delaySeconds, recordedDelaySeconds: delaySeconds, withheld: () => null, key };
}

/** A plan without delay reads real-time data where the licence allows it, else delayed data. */
function pricesOf(
  may: (kind: LicenceKind) => LicenceAnswer,
  { delaySeconds }: Pick<TierRules, 'delaySeconds'>,
): LicenceAnswer {
  const now = delaySeconds === 0 ? may('real_time') : null;
  return now?.allowed === true ? now : may('delayed');
}

/** Access to an instrument of the venue under a plan, over a channel. One view has one delay: a longer one for events delays prices too. */
export function licensedAccess(
  terms: readonly LicenceTerm[],
  venue: Venue,
  rules: Pick<TierRules, 'tier' | 'delaySeconds'>,
  over: LicenceChannel = 'screen',
): InstrumentAccess {
  const answer = (kind: ShownKind, channel: LicenceChannel): LicenceAnswer => {
    const may = (one: LicenceKind) => mayShow(terms, { venue, kind: one, channel, plan: rules.tier });
    return kind === 'prices' ? pricesOf(may, rules) : may(kind);
  };
  const delayOf = (kind: ShownKind): number => {
    const found = answer(kind, over);
    return found.allowed ? found.delaySeconds : 0;
  };
  const withheld = (kind: ShownKind, channel: LicenceChannel = over): string | null => {
    const found = answer(kind, channel);
    return found.allowed ? null : found.because;
  };
  const delaySeconds = Math.max(rules.delaySeconds, delayOf('prices'), delayOf('events'));
  const recordedDelaySeconds = Math.max(delaySeconds, delayOf('recordings'));
  const shown = (['prices', 'recordings', 'events'] as const).map((kind) => withheld(kind) === null);
  return { delaySeconds, recordedDelaySeconds, withheld, key: [delaySeconds, ...shown].join() };
}

/** Delays at which views are kept, shortest first: those of the plans and of the licences. */
export const VIEW_DELAYS: readonly number[] = [
  ...new Set([...Object.values(TIER_RULES).map((rules) => rules.delaySeconds), ...LICENCE_DELAYS]),
].sort((one, other) => one - other);
