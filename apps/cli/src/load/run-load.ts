/** Runs a load: people sign in, their sockets open a few at a time, everything is counted for the measured time, and all leave. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { TIER_RULES } from '@undertow/contracts';
import { FaultTally } from '#load/checks/faults.ts';
import { FoldedMarket } from '#load/checks/folded-market.ts';
import { FrameCache } from '#load/checks/frame-cache.ts';
import { bitsOf } from '#load/checks/read-frame.ts';
import { SecondSources } from '#load/checks/second-sources.ts';
import type { LoopbackAddress } from '#load/wire/loopback-address.ts';
import { sendHttp } from '#load/wire/loopback-http.ts';
import { InputError } from '#terminal/terminal.ts';
import { ContentChecks } from './content-checks.ts';
import type { LoadPerson } from './load-person.ts';
import { planLoad } from './load-plan.ts';
import type { LoadReport } from './load-report.ts';
import { LoadSocket } from './load-socket.ts';
import type { LoadWorld } from './load-world.ts';
import { Meters } from './meters.ts';
import { arriveAll, openMarket } from './people-arrive.ts';
import { compareRoles, type RoleProcess, type RoleReadings, readRoles } from './role-figures.ts';
import type { SavedSessions } from './saved-sessions.ts';
import { ServerClock } from './server-clock.ts';

const CLOCK_EVERY_MS = 5000;
const CLOCK_FIRST_SAMPLES = 5;
const RAMP_TICK_MS = 50;
/** The last sockets of the ramp have this long to open. */
const OPENING_MS = 30_000;
const LOOK_EVERY_MS = 200;
const LEAVING_MS = 3000;
const NANOSECONDS_A_MS = 1e6;
/** Files of this process beside its sockets. */
const OTHER_FILES = 200;

export interface LoadSettings {
  readonly address: LoopbackAddress;
  readonly sockets: number;
  readonly minutes: number;
  /** Sockets a second that are opened. */
  readonly ramp: number;
  readonly lateMs: number;
  /** Those that the feed does not carry are left out. */
  readonly instrumentIds: readonly number[];
  /** Begins the addresses of the people: two loads at once need two names. */
  readonly name: string;
  readonly sessions: SavedSessions;
  readonly processes: readonly RoleProcess[] | null;
  /** A second of the reconnect rule; shorter in tests. */
  readonly attemptMs: number;
  note(line: string): void;
}

export async function runLoad(settings: LoadSettings): Promise<LoadReport> {
  const { address, note } = settings;
  refuseTooFewFiles(settings.sockets);
  await reach(address);
  await readRoles(settings.processes, address);
  const market = await openMarket(settings);
  const people = await arriveAll(planLoad(settings.sockets, market.instrumentIds, settings.name), settings);
  const clock = new ServerClock();
  const [firstId = 0] = market.instrumentIds;
  for (let sample = 0; sample < CLOCK_FIRST_SAMPLES; sample += 1) await clock.measure(market.person, firstId);
  const world: LoadWorld = {
    ...{ address, publicOrigin: market.person.publicOrigin, present: clock, attemptMs: settings.attemptMs },
    ...{ frames: new FrameCache(), faults: new FaultTally(), meters: new Meters(settings.lateMs) },
  };
  const sources = new SecondSources();
  const sockets = socketsOf(people, world, sources);
  const ticking = setInterval(() => void clock.measure(market.person, firstId), CLOCK_EVERY_MS);
  try {
    note(`Opening ${sockets.length} sockets, ${settings.ramp} a second`);
    await ramp(sockets, settings.ramp);
    if (sockets.every(({ state }) => state !== 'open'))
      throw new InputError(`no socket could be opened at ${address.origin}: ${closings(world.meters)}`);
    note(
      `${sockets.filter(({ state }) => state === 'open').length} are open: measuring for ${settings.minutes} min`,
    );
    return await measure(settings, { world, people, sockets, sources });
  } finally {
    clearInterval(ticking);
    for (const socket of sockets) socket.leave();
    await until(() => sockets.every(({ isConnected }) => !isConnected), LEAVING_MS);
  }
}

interface Stage {
  readonly world: LoadWorld;
  readonly people: readonly LoadPerson[];
  readonly sockets: readonly LoadSocket[];
  readonly sources: SecondSources;
}

async function measure(settings: LoadSettings, stage: Stage): Promise<LoadReport> {
  const { world, people, sockets, sources } = stage;
  const content = new ContentChecks(sockets, world.faults, sources);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const rolesBefore = await readRoles(settings.processes, settings.address);
  const [cpuBefore, startMs, parsedBefore] = [process.cpuUsage(), performance.now(), world.frames.parsed];
  const startedAt = new Date();
  delay.enable();
  world.meters.isMeasuring = true;
  const comparing = new AbortController();
  const compared = content.keepComparing(comparing.signal);
  await until(() => sockets.every(({ state }) => state === 'given up'), settings.minutes * 60_000);
  for (const socket of sockets) socket.noteSilence(Date.now());
  world.meters.isMeasuring = false;
  const minutes = (performance.now() - startMs) / 60_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  delay.disable();
  const open = sockets.filter(({ state }) => state === 'open').length;
  const rolesAfter = await readRoles(settings.processes, settings.address).catch(
    (): RoleReadings => new Map(),
  );
  comparing.abort();
  await compared;
  return {
    url: settings.address.origin,
    startedAt: startedAt.toISOString(),
    minutes,
    wholeMinutes: settings.minutes,
    lateMs: settings.lateMs,
    people: people.length,
    sockets: sockets.length,
    open,
    plans: plansOf(world.meters, sockets),
    wrong: world.faults.total,
    wrongBy: world.faults.byKind,
    wrongShown: world.faults.shown,
    closedBy: world.meters.closedBy,
    resyncs: world.meters.resyncs,
    clockOffsetMs: world.present.offsetMs,
    content: {
      ...{ sockets: content.sockets, ...content.figures },
      ...{ comparedWithOthers: sources.compared, comparedBars: sources.comparedBars },
    },
    roles: compareRoles(rolesBefore, rolesAfter, minutes),
    self: {
      cpuSecondsPerMinute: (user + system) / 1e6 / minutes,
      rssMb: process.memoryUsage().rss / (1024 * 1024),
      loopDelayP99Ms: delay.percentile(99) / NANOSECONDS_A_MS,
      loopDelayMaxMs: delay.max / NANOSECONDS_A_MS,
      framesParsed: world.frames.parsed - parsedBefore,
    },
  };
}

function plansOf(meters: Meters, sockets: readonly LoadSocket[]): LoadReport['plans'] {
  return Object.entries(meters.figures()).flatMap(([tier, figures]) => {
    const own = sockets.filter(({ person }) => person.tier === tier);
    if (own.length === 0) return [];
    const counts = own.map(({ frames }) => frames).sort((one, other) => one - other);
    return [
      {
        ...{ plan: tier, sockets: own.length, open: own.filter(({ state }) => state === 'open').length },
        ...figures,
        fewestFrames: counts[0] ?? 0,
        medianFrames: counts[counts.length >> 1] ?? 0,
        mostFrames: counts.at(-1) ?? 0,
      },
    ];
  });
}

function socketsOf(
  people: readonly LoadPerson[],
  world: LoadWorld,
  sources: SecondSources,
): readonly LoadSocket[] {
  const sockets = people.flatMap((person) =>
    person.plan.sockets.map(({ instrumentIds, isFull }, place) => {
      const types = bitsOf(TIER_RULES[person.tier].eventTypes);
      const folded = isFull ? new FoldedMarket(sources, types) : null;
      return { place, socket: new LoadSocket(world, person, instrumentIds, folded) };
    }),
  );
  // The first of everybody, then the second: nobody opens all of theirs at once
  return sockets.sort((one, other) => one.place - other.place).map(({ socket }) => socket);
}

async function ramp(sockets: readonly LoadSocket[], perSecond: number): Promise<void> {
  const startMs = performance.now();
  for (let opened = 0; opened < sockets.length; ) {
    const due = Math.ceil(((performance.now() - startMs + RAMP_TICK_MS) / 1000) * perSecond);
    for (const socket of sockets.slice(opened, due)) socket.connect();
    opened = Math.max(opened, Math.min(due, sockets.length));
    await wait(RAMP_TICK_MS);
  }
  const isSettled = (): boolean => sockets.every(({ state }) => state === 'open' || state === 'given up');
  await until(isSettled, OPENING_MS);
}

/** Looks again and again, for `withinMs` at most. */
async function until(holds: () => boolean, withinMs: number): Promise<void> {
  const endMs = performance.now() + withinMs;
  for (let leftMs = withinMs; leftMs > 0 && !holds(); leftMs = endMs - performance.now())
    await wait(Math.min(LOOK_EVERY_MS, leftMs));
}

function closings(meters: Meters): string {
  return Object.entries(meters.closedBy)
    .map(([why, count]) => `${count} × ${why}`)
    .join(', ');
}

async function reach(address: LoopbackAddress): Promise<void> {
  const { status } = await sendHttp(address, { path: '/healthz' });
  if (status !== 200)
    throw new InputError(`${address.origin}/healthz answered ${status}: expected the product there`);
}

/** Node raises its own limit to the one of the system; beyond that sockets fail one by one. */
function refuseTooFewFiles(sockets: number): void {
  let limits = '';
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Only Linux states its limits there
    return;
  }
  const most = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  if (most === undefined || most === 'unlimited' || Number(most) >= sockets + OTHER_FILES) return;
  throw new InputError(
    `${sockets} sockets need ${sockets + OTHER_FILES} open files, the limit here is ${most}: raise it with ulimit -n`,
  );
}
