/** Who takes part: people of every plan with their instruments, and what each of their sockets follows. Pure. */
import { TIER_RULES, TIERS, type Tier, UNLIMITED } from '@undertow/contracts';

/** The product closes the oldest beyond 20 sockets of a user; a lost one is counted there for a while after it was replaced. */
const SOCKETS_OF_A_PERSON = 16;
/** One socket in a hundred is followed in full. */
const FULL_EVERY = 100;

const SHARES: Readonly<Record<Tier, number>> = { free: 1, basic: 3, pro: 4, elite: 2 };
const WHOLE = Object.values(SHARES).reduce((sum, share) => sum + share, 0);

export interface PlannedSocket {
  readonly instrumentIds: readonly number[];
  readonly isFull: boolean;
}

export interface PlannedPerson {
  /** Counted over everybody. */
  readonly number: number;
  readonly email: string;
  readonly tier: Tier;
  /** In their list. */
  readonly instrumentIds: readonly number[];
  readonly sockets: readonly PlannedSocket[];
}

/** Sockets of each plan, the dearest first: every plan has at least one where there are enough. */
function socketsByTier(sockets: number): ReadonlyMap<Tier, number> {
  const counts = new Map<Tier, number>();
  let left = sockets;
  for (const tier of TIERS.toReversed()) {
    const share = Math.max(1, Math.round((sockets * SHARES[tier]) / WHOLE));
    const count = Math.min(left, tier === 'free' ? left : share);
    counts.set(tier, count);
    left -= count;
  }
  return counts;
}

/** As many in a row as the plan allows, beginning with another one for each person. */
function instrumentsOf(tier: Tier, at: number, all: readonly number[]): readonly number[] {
  const { instrumentsLimit } = TIER_RULES[tier];
  const count = instrumentsLimit === UNLIMITED ? all.length : Math.min(instrumentsLimit, all.length);
  return Array.from({ length: count }, (_, place) => all[(at + place) % all.length]!);
}

/** Every second socket follows all that its person has, as the pages do, the others one instrument each. */
function followed(own: readonly number[], socket: number): readonly number[] {
  return socket % 2 === 0 || own.length < 2 ? own : [own[(socket >> 1) % own.length]!];
}

/** People of `name`, the same ones for the same numbers; without a plan they request an instrument that is not theirs. */
export function planLoad(sockets: number, instrumentIds: readonly number[], name: string): PlannedPerson[] {
  const people: PlannedPerson[] = [];
  for (const [tier, count] of socketsByTier(sockets)) {
    for (let first = 0; first < count; first += SOCKETS_OF_A_PERSON) {
      const at = first / SOCKETS_OF_A_PERSON;
      const own = instrumentsOf(tier, at, instrumentIds);
      const length = Math.min(SOCKETS_OF_A_PERSON, count - first);
      people.push({
        number: people.length,
        email: `${name}-${tier}-${at}@load.example.com`,
        tier,
        instrumentIds: own,
        sockets: Array.from({ length }, (_, socket) => ({
          instrumentIds: own.length === 0 ? instrumentIds.slice(0, 1) : followed(own, socket),
          isFull: (first + socket) % FULL_EVERY === 0 && own.length > 0,
        })),
      });
    }
  }
  return people;
}
