/** Makes the streams what the settings state, however many processes start at once and whatever existed before. */
import { JetStreamApiError, type StreamConfig } from '@nats-io/jetstream';
import { PermissionViolationError } from '@nats-io/transport-node';
import type { NatsLink } from './connect-nats.ts';
import { type StreamSettings, streamSettings } from './stream-settings.ts';

const STREAM_NOT_FOUND = 10_059;
const STREAM_NAME_IN_USE = 10_058;
/** What a later release or another number of replicas may change; the rest is fixed when a stream is made. */
const CHANGEABLE = [
  'max_age',
  'duplicate_window',
  'num_replicas',
  'discard',
  'max_msgs_per_subject',
] as const;

const isCode = (error: unknown, code: number): boolean =>
  error instanceof JetStreamApiError && error.code === code;

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && [error, error.cause].some((each) => each instanceof PermissionViolationError);

function differs(stored: StreamConfig, settings: StreamSettings): boolean {
  return CHANGEABLE.some((name) => settings[name] !== undefined && settings[name] !== stored[name]);
}

async function storedConfig({ manager }: NatsLink, name: string): Promise<StreamConfig | null> {
  try {
    return (await manager.streams.info(name)).config;
  } catch (error) {
    if (isCode(error, STREAM_NOT_FOUND)) return null;
    throw error;
  }
}

/** Throws where another process has to make the stream first: this one tries again. */
async function putStream(link: NatsLink, settings: StreamSettings): Promise<void> {
  const stored = await storedConfig(link, settings.name);
  try {
    if (stored === null) await link.manager.streams.add(settings);
    else if (differs(stored, settings)) {
      await link.manager.streams.update(settings.name, settings);
      link.log.info({ stream: settings.name }, 'changed the settings of a stream');
    }
  } catch (error) {
    // Made by another process meanwhile: whether it is as it should be is seen at the next attempt
    if (isCode(error, STREAM_NAME_IN_USE)) throw new Error(`${settings.name} was made by another process`);
    if (!isForbidden(error)) throw error;
    if (stored === null) throw new Error(`expected ${settings.name}, which a process of another role makes`);
    link.log.warn(
      { stream: settings.name },
      'a stream has other settings, and this role may not change them',
    );
  }
}

export async function putStreams(link: NatsLink, replicas: number): Promise<void> {
  await Promise.all(streamSettings(replicas).map((settings) => putStream(link, settings)));
}
