/** Service times of no particular machine. */
import type { ServiceTimes } from '#bench/cluster/service-times.ts';

export const SERVICE_TIMES: ServiceTimes = {
  ...{ measured: '2026-01-01', load: 0, ownerMicrosPerUpdate: 500 },
  ...{ natsMicrosPerUpdate: 250, natsMicrosPerDelivery: 30, webMicrosPerUpdate: 400, webMicrosPerFrame: 10 },
  ...{ postgresMicrosPerInstrumentSecond: 2000, updateBytes: 500, frameBytes: 2350, publishP50Ms: 3 },
  postgresMicrosPerViewerMinute: 50,
  measuredAges: { sockets: 10_000, p50Ms: 60, p99Ms: 120 },
};
