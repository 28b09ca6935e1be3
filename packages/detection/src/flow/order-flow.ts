/**
 * The flow of orders as numbers that many detectors use: imbalance, signed volume, intensity (detection, section 10).
 */

/** Windows over which flow is summed, milliseconds. */
export type FlowWindow = 100 | 1000 | 10_000 | 60_000;

/** What happens in bursts: aggressors by direction, and size that leaves a best queue without a trade. */
export type FlowKind = 'buy' | 'sell' | 'bidPull' | 'askPull';

/** All values are those before the current event; positive is towards buying. NaN where nothing is known yet. */
export interface OrderFlow {
  /** Order flow imbalance at the best prices (Cont, Kukanov and Stoikov 2014) in multiples of usual best depth. */
  ofi(window: FlowWindow): number;
  /**
   * The same over the five best levels, each weighing exp(-0.5 k), sampled at 100 ms (Xu, Gould and Howison 2019), in
   * multiples of usual best depth.
   */
  deepOfi(window: FlowWindow): number;
  /** Aggressive buy less sell volume, contracts. */
  signedVolume(window: FlowWindow): number;
  /** Aggressive volume of both directions, contracts; auctions and blocks left out. */
  volume(window: FlowWindow): number;
  /** Aggressors of both directions; auctions and blocks left out. */
  trades(window: FlowWindow): number;
  /** (bid - ask) / (bid + ask) of the displayed size on the best levels, -1 to 1; five and ten levels to 100 ms. */
  imbalance(levels: 1 | 5 | 10): number;
  /** Stoikov's micro-price (2018) in ticks, learnt online; the weighted mid until enough was seen. */
  readonly micropriceTicks: number;
  /** Aggressive buy less sell volume of the trading day, contracts. */
  readonly cumulativeDelta: number;
  /** Autocorrelation at lag one of the aggressors' signs, over about the last 200. */
  readonly signAutocorrelation: number;
  /** Aggressors in a row with the direction of the last one; negative for sells. */
  readonly signRun: number;
  /** Rate of a kind now, events a second: a sum of exponentials of 10 ms, 0.3 s and 10 s (Bacry et al. 2015). */
  intensity(kind: FlowKind): number;
  /** The same in deviations of its logarithm over the last half hour. */
  intensityZ(kind: FlowKind): number;
  /** Share of events that others set off, 0 to 1: 1 - sqrt(mean / variance) of counts (Hardiman and Bouchaud 2014). */
  branching(kind: FlowKind): number;
  /**
   * Volume-synchronised imbalance (VPIN, Easley, Lopez de Prado and O'Hara 2012) with the true aggressors, as a share
   * of its own past that was lower. A gauge of context, never a trigger: it mostly follows volume and volatility.
   */
  readonly vpinPercentile: number;
}
