/** The past of an account's line: bars of its history plant, else of its owner's store; events of the store. */
import {
  type ContractBar,
  DAY_MS,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type FlowEventType,
  PATTERN_TYPES,
  type Pattern,
} from '@undertow/market';
import type { PastStore } from '#live/session/stored-past.ts';
import type { BarsBefore } from '#live/views/stored-bars.ts';
import type { AccountMarket } from '#ports/account-feeds.ts';
import type { PlantHistory } from './plant-history.ts';

const SHOWN_MS = DAY_MS;
const MAX_SIGNALS = 1200;

interface AccountPastInput {
  readonly plant: PlantHistory;
  /** Null where nothing of account feeds is stored. */
  readonly market: AccountMarket | null;
  contractOf(instrumentId: number): string;
}

export class AccountPast implements PastStore {
  readonly #input: AccountPastInput;

  constructor(input: AccountPastInput) {
    this.#input = input;
  }

  async lastBar(
    instrumentId: number,
    source: string,
  ): Promise<{ run: string; bar: ContractBar } | undefined> {
    const found = await this.#input.plant.lastBar(instrumentId, source);
    return found ?? this.#bars(instrumentId)?.lastBar(instrumentId, source);
  }

  async listBars(
    instrumentId: number,
    source: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly ContractBar[]> {
    const bars = await this.#input.plant.listBars(instrumentId, source, fromMs, toMs);
    if (bars.length > 0) return bars;
    return (await this.#bars(instrumentId)?.listBars(instrumentId, source, fromMs, toMs)) ?? [];
  }

  async listEvents(
    instrumentIds: readonly number[],
    source: string,
    types: readonly FlowEventType[],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly FlowEvent[]> {
    const { market } = this.#input;
    return market === null ? [] : market.listEvents(instrumentIds, source, types, fromMs, toMs, limit);
  }

  /** What the owner's chart shows of earlier sessions: signals of the last day. */
  async signals(
    instrumentId: number,
    source: string,
    nowMs: number,
  ): Promise<{ readonly events: readonly FlowEvent[]; readonly patterns: readonly Pattern[] }> {
    const { market } = this.#input;
    if (market === null) return { events: [], patterns: [] };
    const span = [nowMs - SHOWN_MS, nowMs, MAX_SIGNALS] as const;
    return {
      events: await market.listEvents([instrumentId], source, FLOW_EVENT_TYPES, ...span),
      patterns: await market.listPatterns([instrumentId], source, PATTERN_TYPES, ...span),
    };
  }

  barsBefore(instrumentId: number, source: string): BarsBefore {
    return {
      endsAt: () => undefined,
      list: (fromMs, toMs) => this.listBars(instrumentId, source, fromMs, toMs),
    };
  }

  /** Those of the present contract only. */
  #bars(instrumentId: number) {
    return this.#input.market?.barsOf(this.#input.contractOf(instrumentId));
  }
}
