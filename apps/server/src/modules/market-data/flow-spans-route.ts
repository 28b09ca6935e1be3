/** Depth and executions of the past: as far back as the plan has them, up to the instant that the viewer may see. */
import { FLOW_SPANS_HOURS, getFlowSpans, instantOfMs, TIER_RULES } from '@undertow/contracts';
import { HOUR_MS } from '@undertow/market';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { openView, recordedUntilMs } from '#http/bind/view.ts';

export function bindFlowSpansRoute(binder: RouteBinder): void {
  binder.bindInstrument(getFlowSpans, 'recordings', async (call) => {
    const view = openView(call);
    const { from, to } = call.query;
    const untilMs = recordedUntilMs(view, call.viewSource.access(call.instrumentId));
    const toMs = Math.min(Date.parse(to), untilMs);
    const planFromMs = untilMs - TIER_RULES[call.entitlement.tier].workspace.depthHistoryHours * HOUR_MS;
    const fromMs = Math.max(Date.parse(from), Date.parse(to) - FLOW_SPANS_HOURS * HOUR_MS, planFromMs);
    if (fromMs >= toMs) return [];
    const spans = await call.viewSource.views.flowSpans(call.instrumentId, fromMs, toMs);
    return spans.map(({ contract, fromMs: startMs, toMs: endMs, bytes }) => ({
      contract,
      from: instantOfMs(startMs),
      to: instantOfMs(endMs),
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    }));
  });
}
