/** Messages of the live socket at `/ws`, in both directions. */
import { z } from 'zod';
import { alert } from '#alerts/alerts.ts';
import { feedStatus } from '#market/feed-status.ts';
import { marketDataBar, orderBookRow, orderFlowEvent } from '#market/market-data.ts';
import { marketReplayState, replayId } from '#market/market-replay.ts';
import { depthUpdate, orderFlowSubscription, printsUpdate } from '#market/order-flow.ts';

/** Sockets that offer this subprotocol get arrays of messages, one frame per tick; others one message per frame. */
export const SUBPROTOCOL_BATCHED = 'undertow.v1';
/** Sockets that offer this subprotocol also get each event once as `orderFlowEvent` (chart test page). */
export const SUBPROTOCOL_FLOW_EVENT = 'undertow.orderFlowEvent';

/** The only message a client sends. `userId` must be the signed-in user's, or the socket is closed with 1008. */
export const subscribeMessage = z.object({
  type: z.literal('subscribe'),
  userId: z.string().max(128).optional(),
  instrumentIds: z.array(z.number().int().min(1)).max(64),
  /** What open panes need of the subscribed instruments; nothing of it is sent where it is left out. */
  orderFlow: z.array(orderFlowSubscription).max(64).optional(),
  /** The replay whose market is sent in place of the present one; alerts are not sent then. */
  replay: replayId.optional(),
});
export type SubscribeMessage = z.infer<typeof subscribeMessage>;

/** The view's own clock and its delay: on every message about an instrument. */
const stamp = {
  instrumentId: z.number().int(),
  asOf: z.iso.datetime(),
  delaySeconds: z.number().int().nonnegative(),
};

/** The forming one-minute bar. */
export const marketDataMessage = z.object({ type: z.literal('market_data'), ...stamp, data: marketDataBar });
/** The ten best bids, then the ten best asks, best first. */
export const orderBookMessage = z.object({
  type: z.literal('order_book'),
  ...stamp,
  data: z.array(orderBookRow),
});
/** Replaces the client's list of the instrument; newest first. */
export const orderFlowEventsMessage = z.object({
  type: z.literal('order_flow_events'),
  ...stamp,
  data: z.array(orderFlowEvent),
});
/** One new or changed event; the client replaces the one of the same id or prepends it, keeping at most 100. */
export const orderFlowEventMessage = z.object({
  type: z.literal('order_flow_event'),
  ...stamp,
  data: orderFlowEvent,
});
/** The first one after a subscription, or after a client was too slow, is whole. */
export const depthMessage = z.object({ type: z.literal('depth'), ...stamp, data: depthUpdate });
export const printsMessage = z.object({ type: z.literal('prints'), ...stamp, data: printsUpdate });
export const feedStatusMessage = z.object({ type: z.literal('feed_status'), ...stamp, data: feedStatus });
export const alertMessage = z.object({ type: z.literal('alert'), data: alert });
export const chartTestEventMessage = z.object({
  type: z.literal('orderFlowEvent'),
  data: orderFlowEvent.pick({
    id: true,
    instrumentId: true,
    eventType: true,
    price: true,
    size: true,
    confidence: true,
    metadata: true,
    detectedAt: true,
    expiresAt: true,
  }),
});
/** Queued events were dropped for a slow reader, or the book was rebuilt: refetch everything of the instrument. */
export const resyncMessage = z.object({
  type: z.literal('resync'),
  instrumentId: z.number().int(),
  droppedEvents: z.number().int().nonnegative(),
});
/** A subscription that was refused, in part where `withheld` names what a licence withholds; or an invalid message. */
export const errorMessage = z.object({
  type: z.literal('error'),
  instrumentId: z.number().int().optional(),
  data: z.object({
    code: z.string(),
    message: z.string(),
    withheld: z.enum(['prices', 'events']).optional(),
  }),
});

/** Where a subscribed replay is; after `over` nothing of it follows. */
export const replayMessage = z.object({ type: z.literal('replay'), data: marketReplayState });

export const serverMessage = z.discriminatedUnion('type', [
  marketDataMessage,
  orderBookMessage,
  orderFlowEventsMessage,
  orderFlowEventMessage,
  depthMessage,
  printsMessage,
  feedStatusMessage,
  alertMessage,
  chartTestEventMessage,
  resyncMessage,
  errorMessage,
  replayMessage,
]);
export type ServerMessage = z.infer<typeof serverMessage>;

/** Application close code: this device gets no more live data. Clients do not reconnect automatically. */
export const CLOSE_SESSION_ENDED = 4001;
/** Why a socket was closed with 4001. The second one is shown to the user. */
export const SESSION_ENDED_REASON = 'session ended';
export const DEVICE_LIMIT_REASON = 'Live data moved to another device';
