/** One side of the market that may absorb: what hits it, and the zones that are watched. */
import type { MatchEvent } from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import { AbsorptionEpisode } from './absorption-episode.ts';
import type { AbsorptionMeasures } from './absorption-features.ts';
import { AbsorptionSupply } from './absorption-supply.ts';
import { RecentVolume } from './absorption-volume.ts';
import { ZoneVisits } from './zone-visits.ts';

/** Zones watched at once. */
export const ZONES = 6;

/** What is kept of a raised zone beside its episode. */
export interface Raised {
  measures: AbsorptionMeasures;
  existence: Judgement;
  hold: Judgement;
  readonly detectedNs: bigint;
}

/** One side that may absorb. */
export class Side {
  readonly side: number;
  /** Five seconds in steps of 100 ms, and a minute in steps of a second. */
  readonly volume = new RecentVolume(50);
  readonly minute = new RecentVolume(60);
  readonly visits = new ZoneVisits();
  readonly supply: AbsorptionSupply;
  readonly zones = Array.from({ length: ZONES }, () => new AbsorptionEpisode());
  readonly raised: (Raised | null)[] = Array.from({ length: ZONES }, () => null);

  openZones = 0;

  constructor(side: number) {
    this.side = side;
    this.supply = new AbsorptionSupply(side, this.visits);
  }

  follow(event: MatchEvent, view: MarketView): void {
    for (let slot = 0; slot < ZONES; slot += 1) {
      const zone = this.zones[slot]!;
      if (zone.isOpen) zone.follow(event, view);
    }
  }

  /** Takes in who gave what: by orders where the feed shows them, else by levels. */
  supplied(event: MatchEvent, byOrders: boolean): void {
    if (!byOrders) {
      if (event.rounds.count > 0) this.supply.followLevels(event);
      return;
    }
    this.supply.followOrders(event);
    if (this.openZones === 0) return;
    const { fills } = event;
    for (let row = 0; row < fills.count; row += 1) {
      if (fills.side[row] !== this.side) continue;
      const zone = this.zoneOf(fills.priceTicks[row]!);
      if (zone === null) continue;
      const line = this.supply.lineOf(fills.orderHi[row]!, fills.orderLo[row]!);
      if (line > zone.largest) zone.largest = line;
    }
  }

  /** Forgets what a hole in the feed makes untrue. */
  clear(): void {
    this.volume.clear();
    this.minute.clear();
    this.visits.clear();
    this.supply.clear();
  }

  /** The open zone that a price belongs to, or null. */
  zoneOf(priceTicks: number): AbsorptionEpisode | null {
    for (const zone of this.zones) if (zone.isOpen && zone.contains(priceTicks)) return zone;
    return null;
  }

  /** -1 when all are taken. */
  freeSlot(): number {
    return this.zones.findIndex((zone) => !zone.isOpen);
  }
}
