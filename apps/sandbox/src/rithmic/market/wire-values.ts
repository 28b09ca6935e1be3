/** Prices and times as the servers write them: doubles with their noise, seconds and fractions apart. */

import { type Instrument, NANOS_PER_POINT, NS_PER_SECOND } from '@undertow/market';

/** The product of two doubles, as a server that does not round: 41519 ticks of 0.1 are 4151.900000000001. */
export function wirePrice({ tickNanos }: Instrument, ticks: number): number {
  return ticks * (tickNanos / NANOS_PER_POINT);
}

/** Ticks of a price that a client sent; it may carry the same noise. */
export function ticksOf({ tickNanos }: Instrument, price: number): number {
  return Math.round(price / (tickNanos / NANOS_PER_POINT));
}

/** The gateway's own clock, milliseconds since 1970 UTC. */
export function gatewayTime(nowMs: number) {
  const ssboe = Math.floor(nowMs / 1000);
  return { ssboe, usecs: Math.floor((nowMs - ssboe * 1000) * 1000) };
}

/** Time of the exchange (nanoseconds since 1970 UTC) and of the gateway, for messages that carry both. */
export function bothTimes(exchangeNs: bigint, nowMs: number) {
  const own = gatewayTime(nowMs);
  const sourceNsecs = Number(exchangeNs % NS_PER_SECOND);
  return {
    ...own,
    sourceSsboe: Number(exchangeNs / NS_PER_SECOND),
    sourceUsecs: Math.floor(sourceNsecs / 1000),
    sourceNsecs,
    jopSsboe: own.ssboe,
    jopNsecs: own.usecs * 1000,
  };
}
