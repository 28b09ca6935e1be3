/** What a deployment consists of, and who looks at it. */

/** Shares of all viewers. */
export interface Audience {
  readonly viewers: number;
  /** In real time, up to ten frames a second; the others have two a second with their delay. */
  readonly realTimeShare: number;
}

export interface Deployment {
  readonly instruments: number;
  readonly owners: number;
  readonly natsServers: number;
  /** Of a machine with nats-server. */
  readonly natsCores: number;
  /** Processes of the role web: each reads every update. */
  readonly webs: number;
  /** Of a web process. */
  readonly realTimeSockets: number;
  readonly delayedSockets: number;
  /** What a web process has of the network of its machine. */
  readonly networkBytesPerMs: number;
}

export const UPDATES_PER_SECOND = 10;
export const DELAYED_FRAMES_PER_SECOND = 2;
/** What of the work of NATS its leader does, of three servers that store the same. */
export const LEADER_SHARE = 0.5;
/** Headers of TCP, IP and Ethernet for a frame that fits in two packets. */
export const OVERHEAD_BYTES = 140;
