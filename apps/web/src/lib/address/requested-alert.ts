/** The address that opens the editor of a new alert rule filled in: what one page requests and the other reads. */
import { FLOW_EVENT_TYPES, type FlowEventType, instrumentById } from '@undertow/market';

/** A rule about events like one that somebody looks at. */
export interface RequestedAlert {
  readonly instrumentId: number;
  readonly eventType: FlowEventType;
  /** Price of the event, for a rule about the price instead. */
  readonly price: string;
}

const PRICE = /^\d{1,9}(\.\d{1,9})?$/;

export function alertAddress({ instrumentId, eventType, price }: RequestedAlert): string {
  const query = new URLSearchParams({
    tab: 'rules',
    instrumentId: String(instrumentId),
    eventType,
    price,
  });
  return `/alerts?${query}`;
}

/** Null where the address requests no rule, or for one that cannot be. */
export function requestedAlert(query: URLSearchParams): RequestedAlert | null {
  const instrumentId = Number(query.get('instrumentId') ?? 0);
  const eventType = FLOW_EVENT_TYPES.find((type) => type === query.get('eventType'));
  const price = query.get('price') ?? '';
  if (eventType === undefined || instrumentById(instrumentId) === undefined) return null;
  return { instrumentId, eventType, price: PRICE.test(price) ? price : '' };
}
