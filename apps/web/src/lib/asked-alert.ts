/** The address that opens the editor of a new alert rule filled in: what one page asks for and the other reads. */
import { FLOW_EVENT_TYPES, type FlowEventType, instrumentById } from '@undertow/market';

/** A rule about events like one that somebody looks at. */
export interface AskedAlert {
  readonly instrumentId: number;
  readonly eventType: FlowEventType;
  /** Where the event stands, for who would rather be told of the price. */
  readonly price: string;
}

const PRICE = /^\d{1,9}(\.\d{1,9})?$/;

export function alertAddress({ instrumentId, eventType, price }: AskedAlert): string {
  const query = new URLSearchParams({
    tab: 'rules',
    instrumentId: String(instrumentId),
    eventType,
    price,
  });
  return `/alerts?${query}`;
}

/** Null where the address asks for no rule, or for one that cannot be. */
export function askedAlert(query: URLSearchParams): AskedAlert | null {
  const instrumentId = Number(query.get('instrumentId') ?? 0);
  const eventType = FLOW_EVENT_TYPES.find((type) => type === query.get('eventType'));
  const price = query.get('price') ?? '';
  if (eventType === undefined || instrumentById(instrumentId) === undefined) return null;
  return { instrumentId, eventType, price: PRICE.test(price) ? price : '' };
}
