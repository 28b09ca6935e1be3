/** Sessions for tests of agents: some kinds of agent beside the crowd, with the feed's rows of their orders. */
import { HOUR_S } from '@undertow/market';
import type { Label } from '#ground-truth/labels.ts';
import { CLEAN, type Prevalence } from '#ground-truth/prevalence.ts';
import { rowsOf, testSession, visitMatchEvents } from './session.ts';

export interface AgentRun {
  readonly labels: readonly Label[];
  /** Executed contracts by order id, counted from the fills of the rows. */
  readonly executed: ReadonlyMap<string, number>;
  readonly rowCount: number;
}

const kept = new Map<string, AgentRun>();

/** Runs a session in which only the given agents act; a second call with the same figures gives the same run. */
export function runAgents(
  symbol: string,
  seed: number,
  hours: number,
  agents: Partial<Prevalence>,
): AgentRun {
  const key = JSON.stringify([symbol, seed, hours, agents]);
  const run = kept.get(key) ?? newRun(symbol, seed, hours, agents);
  kept.set(key, run);
  return run;
}

function newRun(symbol: string, seed: number, hours: number, agents: Partial<Prevalence>): AgentRun {
  const session = testSession(symbol, seed, { agents: { ...CLEAN, ...agents } });
  const rows = rowsOf(session, hours * HOUR_S);
  const executed = new Map<string, number>();
  visitMatchEvents(rows, ({ fills }) => {
    for (let at = 0; at < fills.count; at++) {
      const id = String(fills.orderHi[at]! * 2 ** 32 + (fills.orderLo[at]! >>> 0));
      executed.set(id, (executed.get(id) ?? 0) + fills.size[at]!);
    }
  });
  // Bursts of the market's own volume are no agent's.
  const labels = session.finish().filter(({ type }) => type !== 'volume_spike');
  return { labels, executed, rowCount: rows.count };
}

/** What every label must satisfy; the first thing that is wrong, or null. */
export function faultOf(label: Label, executed: ReadonlyMap<string, number>): string | null {
  const { t0Ns, t1Ns, tEvidentNs } = label;
  if (t0Ns > t1Ns) return `${label.id} ends before it begins`;
  if (tEvidentNs !== null && (tEvidentNs < t0Ns || tEvidentNs > t1Ns))
    return `${label.id} is evident outside`;
  if ((tEvidentNs === null) !== (label.observability === 'none')) return `${label.id} is evident or not`;
  if (!(label.priceLowTicks <= label.priceHighTicks)) return `${label.id} has no prices`;
  const counted = label.orderIds.reduce((sum, id) => sum + (executed.get(id) ?? 0), 0);
  return counted === label.qty ? null : `${label.id}: ${label.qty} contracts, the rows have ${counted}`;
}
