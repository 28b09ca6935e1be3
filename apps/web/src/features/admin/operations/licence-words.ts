/** Words of the licence terms: kinds of data, plans, delays, channels. Pure. */
import {
  LICENCE_CHANNELS,
  type LicenceChannel,
  type LicenceKind,
  type PaidTier,
  PLANS,
} from '@undertow/contracts';

export const KIND_NAMES: Readonly<Record<LicenceKind, string>> = {
  real_time: 'Real-time prices and book',
  delayed: 'Delayed prices and book',
  recordings: 'Recordings',
  events: 'Derived events',
};

export const CHANNEL_NAMES: Readonly<Record<LicenceChannel, string>> = {
  screen: 'Screen',
  api: 'API',
  export: 'Export',
};

/** `Basic, Pro`, or `nobody`. */
export function planNames(plans: readonly PaidTier[]): string {
  const names = PLANS.filter(({ id }) => plans.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'nobody' : names.join(', ');
}

/** `Screen, API`, or `none`. */
export function channelNames(channels: readonly LicenceChannel[]): string {
  const names = LICENCE_CHANNELS.filter((one) => channels.includes(one)).map((one) => CHANNEL_NAMES[one]);
  return names.length === 0 ? 'none' : names.join(', ');
}

export function delayName(seconds: number): string {
  return seconds === 0 ? 'none' : `${seconds / 60} min`;
}

/** The list with or without the one, in no particular order. */
export function withChoice<T>(list: readonly T[], one: T, isChosen: boolean): readonly T[] {
  const others = list.filter((each) => each !== one);
  return isChosen ? [...others, one] : others;
}
