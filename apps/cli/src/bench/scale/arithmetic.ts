/** How busy the stations of a deployment are on average, and what many of them share: without queues, by multiplication. */
import type { ServiceTimes } from '#bench/cluster/service-times.ts';
import {
  type Audience,
  DELAYED_FRAMES_PER_SECOND,
  type Deployment,
  LEADER_SHARE,
  OVERHEAD_BYTES,
  UPDATES_PER_SECOND,
} from './deployment.ts';
import type { Loads } from './simulate-deployment.ts';

const MICROS = 1e6;

export function framesPerSecondOf(realTime: number, delayed: number): number {
  return realTime * UPDATES_PER_SECOND + delayed * DELAYED_FRAMES_PER_SECOND;
}

export function loadsOf(times: ServiceTimes, deployment: Deployment): Loads {
  const { instruments, owners, natsServers, natsCores, webs, realTimeSockets, delayedSockets } = deployment;
  const updates = instruments * UPDATES_PER_SECOND;
  const frames = framesPerSecondOf(realTimeSockets, delayedSockets);
  return {
    owner: (Math.ceil(instruments / owners) * UPDATES_PER_SECOND * times.ownerMicrosPerUpdate) / MICROS,
    natsStream: (updates * times.natsMicrosPerUpdate * LEADER_SHARE) / MICROS,
    natsDelivery:
      (updates * Math.ceil(webs / natsServers) * times.natsMicrosPerDelivery) / MICROS / natsCores,
    web: (updates * times.webMicrosPerUpdate + frames * times.webMicrosPerFrame) / MICROS,
    webNetwork: (frames * (times.frameBytes + OVERHEAD_BYTES)) / (deployment.networkBytesPerMs * 1000),
  };
}

/** Bytes a second that leave for all viewers, and that a nats-server sends to its readers. */
export function trafficOf(times: ServiceTimes, { viewers, realTimeShare }: Audience, deployment: Deployment) {
  const realTime = viewers * realTimeShare;
  return {
    viewers: framesPerSecondOf(realTime, viewers - realTime) * (times.frameBytes + OVERHEAD_BYTES),
    natsServer:
      deployment.instruments *
      UPDATES_PER_SECOND *
      Math.ceil(deployment.webs / deployment.natsServers) *
      (times.updateBytes + OVERHEAD_BYTES),
  };
}
