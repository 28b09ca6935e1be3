/** The rule that `undertow backtest --example` prints: it runs on any recording. */
import { FLOW_EVENT_TYPES, NEAR_LEVELS, PATTERN_TYPES } from '@undertow/market';

export function exampleRule(product: string): string {
  return `# A rule for undertow backtest. Save it as RULE.yaml, then: undertow backtest RULE.yaml FILE.dbn.zst...
name: Absorption and icebergs
product: ${product}

# What it waits for. Events: ${FLOW_EVENT_TYPES.join(', ')}.
# Instead of event: pattern (${PATTERN_TYPES.join(', ')}),
# price with test, move with within, volume with window, or trend.
# Several at once: all, a list of these, with within: 10 min.
entry:
  event: [iceberg, absorption]
  # What the exchange's messages prove always qualifies; "exact" alone leaves the rest out.
  probability: ">= 0.6 or exact"
  size: ">= 1"
  # near: {level: vwap, ticks: 8}
  # Levels: ${NEAR_LEVELS.join(', ')}.

# Optional: session (rth, overnight), hours ("08:30 to 11:00", Chicago), weekdays, trend, volatility (low, mid, high),
# quality (complete), news (inside, outside).
filters:
  quality: complete

# with_event buys on the bid side; against_event, long, short.
direction: with_event

# Without order it is a market order: it pays the spread. order: {limit: 0 ticks, wait: 30 s} joins the queue.
position: {size: 1, max: 1}

# Distances in ticks, or in ranges: multiples of the mean range of the last 20 minutes. Whatever comes first counts.
exits:
  stop: 8 ticks
  target: 12 ticks
  time: 15 min
  session_end: true

costs: {round_turn: 4.20 USD}

# queue: the recorded book, row by row. fast: the worst prices of each second.
fills: {model: queue, latency: 50 ms, jitter: 20 ms}
`;
}
