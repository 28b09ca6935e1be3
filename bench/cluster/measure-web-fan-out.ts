/** Measures frames of one web process to thousands of sockets on one instrument, beside a raw-socket floor and socket.io. */
import { setTimeout as wait } from 'node:timers/promises';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openChild } from '#bench/child.ts';
import { NEXT_PERSON } from '#bench/tape-line.ts';
import { type GuardedRun, startGuardedRun } from './guarded-run.ts';
import { startNats } from './nats-run.ts';
import { percentile } from './percentile.ts';
import type { ProbeFigures } from './probe-process.ts';
import { ReferencePrograms, type ReferenceRun } from './reference-programs.ts';
import type { WebFigures } from './web-process.ts';

const SOCKETS_OF_A_PERSON = 16;
/** Half of them before the others, half after: written first and last. */
const PROBES = 50;
const SETTLE_MS = 4000;
const CLIENT_SECONDS = 300;

const [sockets = '1000', seconds = '8', sources = '', modules = ''] = process.argv.slice(2);
const count = Number(sockets);

interface WebRun {
  readonly microsPerFrame: number;
  readonly framesPerSecond: number;
  readonly bytesPerFrame: number;
  readonly ages: { readonly p50Ms: number; readonly p99Ms: number };
  readonly socketsAtEnd: number;
  readonly cpuShare: number;
  readonly rssMb: number;
}

async function measureWeb(run: GuardedRun, reference: ReferencePrograms): Promise<WebRun> {
  const nats = await startNats(run);
  const owner = openChild(new URL('./owner-process.ts', import.meta.url), [nats.servers, '3', '1']);
  await owner.nextMessage();
  await owner.order(1);
  const people = Math.ceil((count + 2 * PROBES) / SOCKETS_OF_A_PERSON);
  const web = openChild(new URL('./web-process.ts', import.meta.url), [nats.servers, '3', `${people}`]);
  const origin = await web.nextMessage<string>();
  while (!(await web.request<WebFigures>()).isReady) await wait(100);
  const probes = openChild(new URL('./probe-process.ts', import.meta.url), [origin]);
  await probes.nextMessage();
  await probes.order(PROBES);
  // The reference client writes its path as it is, and so the header of the protocol as well
  const path = `${NEXT_PERSON} HTTP/1.1\r\nSec-WebSocket-Protocol: ${SUBPROTOCOL_BATCHED}\r\nX-Rest:`;
  const client = reference.startClient(Number(new URL(origin).port), count, CLIENT_SECONDS, ['ws', path]);
  try {
    await client.started;
    await probes.order(PROBES);
    await wait(SETTLE_MS);
    const [webBefore, probeBefore] = [await web.request<WebFigures>(), await probes.request<ProbeFigures>()];
    const fromMs = performance.now();
    await wait(Number(seconds) * 1000);
    const [webAfter, probeAfter] = [await web.request<WebFigures>(), await probes.request<ProbeFigures>()];
    const measured = (performance.now() - fromMs) / 1000;
    const framesOfASocket = (probeAfter.frames - probeBefore.frames) / probeAfter.sockets;
    const frames = framesOfASocket * webAfter.sockets;
    const cpuSeconds = webAfter.cpuSeconds - webBefore.cpuSeconds;
    return {
      microsPerFrame: (cpuSeconds * 1e6) / frames,
      framesPerSecond: frames / measured,
      bytesPerFrame: (probeAfter.bytes - probeBefore.bytes) / (probeAfter.frames - probeBefore.frames),
      ages: { p50Ms: percentile(probeAfter.ageMs, 50), p99Ms: percentile(probeAfter.ageMs, 99) },
      socketsAtEnd: webAfter.sockets,
      cpuShare: cpuSeconds / measured,
      rssMb: webAfter.rssMb,
    };
  } finally {
    client.stop();
    for (const child of [probes, web, owner]) child.end();
    await nats.stop();
  }
}

const run = startGuardedRun();
const reference = await ReferencePrograms.build(run, sources, modules);
const web = await measureWeb(run, reference);
const bytes = Math.round(web.bytesPerFrame);
const referenceSeconds = Number(seconds);
const floor = await reference.measure('floor', count, referenceSeconds, bytes);
const socketIo: ReferenceRun | null = reference.hasSocketIo
  ? await reference.measure('sio', count, referenceSeconds, bytes)
  : null;
process.stdout.write(`${JSON.stringify({ sockets: count, web, floor, socketIo })}\n`);
run.end();
process.exit(0);
