/** What the watchlist offers: what a click on a row does, and how much each plan watches. Pure. */
import { TIER_RULES, TIERS, UNLIMITED, type UserInstrument, type WatchlistRow } from '@undertow/contracts';
import { type InstrumentOffer, instrumentOffer } from '#lib/words/instrument-limits.ts';
import { TIER_WORDS } from '#lib/words/words.ts';

/** `open` and `paused` for what the user analyses; else what the plan says about one more instrument. */
export type RowOpening = InstrumentOffer | 'open' | 'paused';

export function rowOpening(
  instrumentId: number,
  analysed: readonly Pick<UserInstrument, 'instrumentId' | 'active'>[],
  instrumentsLimit: number,
): RowOpening {
  const own = analysed.find((row) => row.instrumentId === instrumentId);
  if (own !== undefined) return own.active ? 'open' : 'paused';
  return instrumentOffer(instrumentsLimit, analysed.length);
}

/** `Basic watches 5 instruments, Pro 15, Elite all of them.` */
export function watchlistPlans(): string {
  const [first = '', ...others] = TIERS.filter((tier) => TIER_RULES[tier].watchlistLimit !== 0).map(
    (tier, index) => {
      const { watchlistLimit } = TIER_RULES[tier];
      const amount = watchlistLimit === UNLIMITED ? 'all of them' : String(watchlistLimit);
      return index === 0
        ? `${TIER_WORDS[tier]} watches ${amount} instruments`
        : `${TIER_WORDS[tier]} ${amount}`;
    },
  );
  return `${[first, ...others].join(', ')}.`;
}

/** Why a row has no price, empty where it has one. */
export function missingPrice({
  lastPrice,
  asOf,
  withheld,
}: Pick<WatchlistRow, 'lastPrice' | 'asOf' | 'withheld'>): string {
  if (lastPrice !== null) return '';
  if (withheld !== null) return ` ${withheld}`;
  return asOf === null ? ' Not available on the current feed.' : ' No price yet.';
}

/** Why nothing can be added, null while something can. */
export function watchlistFull(limit: number, count: number): string | null {
  if (limit === UNLIMITED || count < limit) return null;
  return limit === 0 ? 'Your plan has no watchlist.' : `Your watchlist is limited to ${limit} instruments.`;
}
