/** What a connection did, in a word and a sentence each: reasons come from a list of ours, never from a gateway. */
import type { ConnectionFault, ConnectionLogEntry, ConnectionStep } from '@undertow/contracts';
import { formatAge, formatClock, formatDate, formatDayAndTime } from '#lib/format/times.ts';

const WORDS: Readonly<Record<ConnectionStep, string>> = {
  connecting: 'Connecting',
  resuming: 'Resuming',
  connected: 'Connected',
  resynced: 'Resynced',
  interrupted: 'Interrupted',
  waiting: 'Waiting',
  refused: 'Refused',
  disconnected: 'Disconnected',
};

const REASONS: Readonly<Record<ConnectionFault, string>> = {
  wrong_password: 'Rithmic refused the username or the password.',
  login_denied: 'Rithmic denied the login: its seat may still be in use, or the details are wrong.',
  login_rejected: 'Rithmic could not read the login.',
  login_failed: 'The Rithmic login failed without a reason.',
  agreements_unsigned: 'Agreements of the account are not signed.',
  no_entitlement: 'The account had no market data.',
  session_limit: 'The login was in use elsewhere: one login is one seat.',
  gateway_down: 'The gateway did not respond.',
  maintenance: 'Rithmic was closed for maintenance.',
  certificate: 'The gateway’s identity could not be verified. Nothing was sent to it.',
  unknown_system: 'The server did not offer that system.',
  protocol: 'The gateway sent an invalid message.',
  secret_unreadable: 'The saved password could not be read.',
};

/** Not refused by the gateway: the connection ended by a fault or a safeguard of the platform. */
const OURS: ReadonlySet<ConnectionFault | null> = new Set(['certificate', 'secret_unreadable']);

export function stepWord({ step, fault }: ConnectionLogEntry): string {
  return step === 'refused' && OURS.has(fault) ? 'Error' : WORDS[step];
}

/** `0.4 s` below ten seconds, for most holes are short; no line ends between the number and its unit. */
function lengthOf(ms: number): string {
  const length = ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatAge(ms);
  return length.replace(' ', '\u00a0');
}

function resyncSentence({ withoutDataMs, times }: ConnectionLogEntry): string {
  const length = lengthOf(withoutDataMs ?? 0);
  return times === 1
    ? `The book was rebuilt from a snapshot after ${length} without data.`
    : `${times} books were rebuilt from snapshots after at most ${length} without data.`;
}

function connectedSentence({ server, tier }: ConnectionLogEntry): string {
  const place = server === 'rithmic_live_server' ? 'Live server.' : 'Paper server.';
  return `${place} Market by order ${tier === 'L3' ? 'available' : 'not on this account'}.`;
}

function sentenceOf(entry: ConnectionLogEntry): string {
  const reason = entry.fault === null ? 'Something failed on our side.' : REASONS[entry.fault];
  switch (entry.step) {
    case 'connecting':
      return 'Signing in to Rithmic.';
    case 'resuming':
      return 'The server was restarted. Signing in to Rithmic again.';
    case 'connected':
      return connectedSentence(entry);
    case 'resynced':
      return resyncSentence(entry);
    case 'interrupted':
    case 'waiting':
      return `${reason} Trying again.`;
    case 'refused':
      return reason;
    case 'disconnected':
      return 'You disconnected.';
  }
}

/** How often, where equal steps were counted together. */
function countOf({ step, times, at, since }: ConnectionLogEntry): string {
  if (times === 1) return '';
  const [atMs, sinceMs] = [Date.parse(at), Date.parse(since)];
  const isSameDay = formatDate(atMs) === formatDate(sinceMs);
  const from = isSameDay ? formatClock(sinceMs) : formatDayAndTime(sinceMs);
  if (step !== 'resynced') return ` ${times} times since ${from}.`;
  // Books of one connection are rebuilt at the same moment
  return atMs - sinceMs < 1000 ? '' : ` The first at ${from}.`;
}

export function stepSentence(entry: ConnectionLogEntry): string {
  return `${sentenceOf(entry)}${countOf(entry)}`;
}
