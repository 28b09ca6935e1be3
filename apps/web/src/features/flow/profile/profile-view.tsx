/** The canvas of a profile in React: made once in its place, given each new input, ended with the pane. */
import type { Instrument } from '@undertow/market';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ProfileBoard } from '#flow-panes/profile/create-profile.ts';
import type { ProfileHandlers, ProfileInput, ProfilePoint } from '#flow-panes/profile/profile-input.ts';
import { type Readable, watch } from '#lib/state/observable.ts';
import type { ProfileSource } from './use-profile-feed.ts';

/** What React knows; bars and clock are read from the feed at each change. */
export type ProfileBase = Omit<ProfileInput, 'market'>;

export interface ProfileViewProps {
  readonly instrument: Instrument;
  readonly source: ProfileSource;
  readonly base: ProfileBase;
  /** The crosshair of another pane. */
  readonly linked: Readable<ProfilePoint | null>;
  readonly handlers: ProfileHandlers;
  readonly handle: RefObject<ProfileBoard | null>;
}

/** The countdown moves on without trades. */
const IDLE_MS = 500;

function inputOf(
  instrument: Instrument,
  { feed, calendar, nowMs }: ProfileSource,
  base: ProfileBase,
): ProfileInput {
  const { pastVersion } = feed;
  return { ...base, market: { instrument, calendar, bars: feed.bars(), pastVersion, nowMs: nowMs() } };
}

export function ProfileView({
  instrument,
  source,
  base,
  linked,
  handlers: given,
  handle,
}: ProfileViewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const handlers = useRef(given);
  const latest = useRef(base);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    if (box.current === null) return;
    const made = new ProfileBoard(box.current, inputOf(instrument, source, latest.current), {
      onPoint: (point) => handlers.current.onPoint(point),
      onNeed: (fromMs, volumeFromMs) => handlers.current.onNeed(fromMs, volumeFromMs),
      onShown: (shown) => handlers.current.onShown(shown),
      onRange: (range) => handlers.current.onRange(range),
      onReadout: (words, isKey) => handlers.current.onReadout(words, isKey),
    });
    handle.current = made;
    const push = (): void => made.update(inputOf(instrument, source, latest.current));
    const stop = source.feed.listen(push);
    const idle = setInterval(push, IDLE_MS);
    return () => {
      stop();
      clearInterval(idle);
      handle.current = null;
      made.dispose();
    };
  }, [instrument, source, handle]);
  useEffect(() => {
    latest.current = base;
    handle.current?.update(inputOf(instrument, source, base));
  }, [instrument, base, source, handle]);
  useEffect(
    () => watch(linked, (point) => handle.current?.setLinkedPoint(point)),
    [linked, instrument, source, handle],
  );
  return <div ref={box} className="footprint-box" data-testid="profile" />;
}
