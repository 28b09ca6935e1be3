/** Plays the worlds that a family draws for a product and measures each. */
import { instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import type { FamilyName } from '@undertow/simulator';
import { sampleSession } from '#realism/sample-session.ts';
import type { TickRegime } from './tick-regimes.ts';
import { type WorldFacts, worldFacts } from './world-facts.ts';

/** Any instant serves: these worlds have no time of day. Monday 2 March 2026, 15:00 UTC. */
const START_MS = Date.UTC(2026, 2, 2, 15);

export interface DrawnWorlds {
  readonly family: FamilyName;
  readonly regime: TickRegime;
  /** One a seed. */
  readonly worlds: readonly WorldFacts[];
}

/** Nothing is planted: the crowd, the makers in their styles and those who trade on worth, trends and means. */
export function drawWorlds(
  family: FamilyName,
  regime: TickRegime,
  seeds: readonly number[],
  minutes: number,
): DrawnWorlds {
  const instrument = instrumentBySymbol(regime.product);
  if (instrument === undefined) throw new RangeError(`expected a product, got ${regime.product}`);
  const worlds = seeds.map((seed) => {
    const options = {
      instrument,
      seed,
      startMs: START_MS,
      openTicks: instrument.basePriceTicks,
      timeOfDay: 'flat',
      generator: family,
      scenario: 'clean',
    } as const;
    return worldFacts(sampleSession(options, START_MS + minutes * MINUTE_MS));
  });
  return { family, regime, worlds };
}
