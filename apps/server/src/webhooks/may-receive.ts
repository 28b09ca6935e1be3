/** Whether the owner of a webhook may see something now, over the API: decided when it happens and again when it is sent. */
import type { InstrumentAccess } from '@undertow/contracts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { NewDelivery, VisibleUntil } from '#ports/webhooks/deliveries.ts';

type Carried = Pick<NewDelivery, 'instrumentId' | 'eventType' | 'marketMs'>;

/** What plan, licence and instruments allow of it; null where it is not the owner's to see. */
export function accessOver(
  { rules, activeInstrumentIds, access }: Entitlement,
  { instrumentId, eventType }: Pick<Carried, 'eventType'> & { readonly instrumentId: number },
): InstrumentAccess | null {
  if (!activeInstrumentIds.includes(instrumentId)) return null;
  if (eventType !== null && !rules.eventTypes.includes(eventType)) return null;
  const found = access(instrumentId);
  return found.withheld('events') === null ? found : null;
}

/** `until` is the newest instant that viewers of a delay may see. */
export function mayReceive(entitlement: Entitlement, carried: Carried, until: VisibleUntil): boolean {
  if (entitlement.rules.webhooksLimit === 0) return false;
  const { instrumentId, eventType, marketMs } = carried;
  if (instrumentId === null) return true;
  const access = accessOver(entitlement, { instrumentId, eventType });
  return access !== null && (marketMs === null || marketMs <= until(access.delaySeconds));
}
