/** Loaded before a server process of a cluster under test: its own way to NATS, and a clock that a signal moves. */
import process from 'node:process';

/** NATS by the port of a process. */
const { NATS_BY_PORT = '{}', PORT = '', ROLES } = process.env;
/** At the first SIGUSR2 ahead, at the second one behind, and then as it was. */
const JUMPS_MS = [10 * 60_000, -10 * 60_000, 0];

const nats = (JSON.parse(NATS_BY_PORT) as Readonly<Record<string, string>>)[PORT];
if (ROLES !== undefined && nats !== undefined) process.env['NATS_URL'] = nats;

const real = Date;
const now = (): number => real.now() + offsetMs;
let offsetMs = 0;
let jumps = 0;
process.on('SIGUSR2', () => {
  offsetMs = JUMPS_MS[jumps % JUMPS_MS.length] ?? 0;
  jumps += 1;
});

globalThis.Date = new Proxy(real, {
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
});
