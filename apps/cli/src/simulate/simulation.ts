/** A simulated market minute by minute, as the chosen feed delivers it. */
import { type FeedTier, type Instrument, MINUTE_MS } from '@undertow/market';
import {
  BAD_RECORDING,
  createSession,
  createTierDeriver,
  FaultyFeed,
  type FeedGap,
  type Generator,
  type Label,
  type Prevalence,
  RowBuffer,
  type Scenario,
} from '@undertow/simulator';

export interface SimulationPlan {
  readonly instrument: Instrument;
  readonly seed: number;
  readonly minutes: number;
  readonly startMs: number;
  readonly scenario: Scenario;
  readonly generator: Generator;
  readonly tier: FeedTier;
  readonly faults: boolean;
  /** Frequencies that differ from the scenario's: agents left out for a counterfactual pair. */
  readonly agents: Partial<Prevalence>;
}

export class Simulation {
  readonly labels: Label[] = [];
  readonly #plan: SimulationPlan;
  readonly #feed: FaultyFeed | null;

  constructor(plan: SimulationPlan) {
    this.#plan = plan;
    this.#feed = plan.faults ? new FaultyFeed({ seed: plan.seed, faults: BAD_RECORDING }) : null;
  }

  get gaps(): readonly FeedGap[] {
    return this.#feed?.gaps ?? [];
  }

  /** The rows of each minute in turn; a buffer is valid until the next one is requested. */
  *minutes(): IterableIterator<RowBuffer> {
    const { instrument, seed, minutes, startMs, scenario, generator, tier, agents } = this.#plan;
    const session = createSession({
      instrument,
      seed,
      startMs,
      openTicks: instrument.basePriceTicks,
      scenario,
      generator,
      agents,
      timeOfDay: 'exchange',
    });
    const deriver = createTierDeriver(tier, { seed });
    const orders = new RowBuffer();
    const received = new RowBuffer();
    const derived = new RowBuffer();
    for (let minute = 1; minute <= minutes; minute += 1) {
      orders.clear();
      received.clear();
      derived.clear();
      session.advance(startMs + minute * MINUTE_MS, orders);
      this.labels.push(...session.takeLabels());
      if (this.#feed === null) received.appendRows(orders.rows, orders.count);
      else this.#feed.pass(orders, received);
      if (minute === minutes) this.#feed?.finish(received);
      deriver.derive(received, derived);
      if (minute === minutes) {
        deriver.finish(derived);
        this.labels.push(...session.finish());
      }
      yield derived;
    }
  }
}
