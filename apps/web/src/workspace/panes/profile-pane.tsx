/** TPO and volume profiles in a pane: choices, link, readout, state of the data, and tables for screen readers. */
import { TIER_RULES, type Tier } from '@undertow/contracts';
import { type Instrument, instrumentById, parsePriceTicks } from '@undertow/market';
import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSignIn } from '#api/account/auth.ts';
import { useCommands, useKeyText } from '#api/account/key-commands.ts';
import { useSessionFacts } from '#api/market/market-data.ts';
import '#features/flow/footprint/footprint.css';
import '#features/flow/profile/profile.css';
import { FlowReadout, useReadoutWords } from '#features/flow/footprint/flow-readout.tsx';
import { MainControls, MoreControls } from '#features/flow/profile/profile-controls.tsx';
import {
  type ProfileDataState,
  ProfileNote,
  ProfilePlaceholder,
} from '#features/flow/profile/profile-state.tsx';
import { ProfileTable, type ProfileTables } from '#features/flow/profile/profile-table.tsx';
import { profileTables } from '#features/flow/profile/profile-tables.ts';
import { type ProfileBase, ProfileView } from '#features/flow/profile/profile-view.tsx';
import { type ProfileSource, useProfileFeed } from '#features/flow/profile/use-profile-feed.ts';
import type { ProfileBoard } from '#flow-panes/profile/create-profile.ts';
import type { ProfileHandlers, ProfileShown } from '#flow-panes/profile/profile-input.ts';
import { type ProfileChoices, profileChoices } from '#flow-panes/sessions/profile-choices.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { type FeedView, useFeedView } from '#live/live-context.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { PaneFacts } from './pane-facts.tsx';
import type { PaneProps } from './pane-props.ts';

/** All choices beside each other. */
const WIDE = 1000;
const NOTHING_SHOWN: ProfileShown = { days: [], spreadDays: [], isLatest: true };

/** Changes of the feed that concern React: not each trade. */
function useDataState(
  source: ProfileSource | null,
  { line, state }: FeedView,
  shown: ProfileShown,
  choices: ProfileChoices,
  historyHours: number,
): ProfileDataState {
  const feed = source?.feed ?? null;
  const read = (): string =>
    feed === null ? '' : [feed.isWaiting, feed.isLoading, feed.isComplete, feed.error?.message].join();
  useSyncExternalStore((changed) => feed?.listen(changed) ?? (() => undefined), read, read);
  return {
    isWaiting: feed?.isWaiting ?? true,
    isLoading: feed?.isLoading ?? true,
    isComplete: feed?.isComplete ?? false,
    error: feed?.error ?? null,
    isOld: line.isOld,
    dataAtMs: line.dataAtMs,
    delaySeconds: state.delaySeconds,
    days: shown.days,
    wanted: choices.sessions,
    spreadDays: shown.spreadDays,
    hasVolume: choices.view !== 'tpo' || choices.hasVolume || choices.valueFrom === 'volume',
    historyHours,
  };
}

/** What the canvas gets from React. */
function useBase(instrument: Instrument, choices: ProfileChoices, isOld: boolean): ProfileBase {
  const settlement = useSessionFacts(instrument.id).data?.data;
  const announced =
    settlement?.changeFrom === 'settlement' && settlement.priorSettlement !== null
      ? settlement.priorSettlement
      : null;
  return useMemo(
    () => ({
      choices,
      settlementTicks: announced === null ? null : parsePriceTicks(instrument, announced),
      isOld,
      timeZone: USER_ZONE,
    }),
    [choices, announced, instrument, isOld],
  );
}

function Facts({ choices, days }: { readonly choices: ProfileChoices; readonly days: number }): ReactNode {
  const hours = choices.session === 'RTH' ? 'regular' : 'electronic';
  return (
    <PaneFacts>
      <span>
        {days} {hours} {days === 1 ? 'session' : 'sessions'}
      </span>
      {choices.view === 'tpo' ? (
        <>
          <span className="profile-legend">
            <i data-mark="balance" /> initial balance
          </span>
          <span className="profile-legend">
            <i data-mark="poc" /> POC
          </span>
          <span className="profile-legend">
            <b className="text-text">B</b> in value
          </span>
          <span className="profile-legend">B outside</span>
          <span className="profile-legend">
            <i data-mark="single" /> single prints
          </span>
        </>
      ) : null}
      <span className="profile-legend">
        <i data-mark="volume" /> volume
      </span>
    </PaneFacts>
  );
}

function Bar({
  size,
  choices,
  onSettings,
}: Pick<PaneProps, 'size' | 'onSettings'> & { readonly choices: ProfileChoices }): ReactNode {
  const isWide = size.width >= WIDE;
  return (
    <div className="profile-bar" data-size={isWide ? 'wide' : 'small'}>
      <MainControls choices={choices} onChange={onSettings} />
      {isWide ? <MoreControls choices={choices} onChange={onSettings} /> : null}
    </div>
  );
}

function Latest({
  isLatest,
  onClick,
}: {
  readonly isLatest: boolean;
  readonly onClick: () => void;
}): ReactNode {
  const key = useKeyText('latestBars');
  if (isLatest) return null;
  return (
    <Button
      size="small"
      className="footprint-latest"
      title={key === null ? 'Back to live' : `Back to live (${key})`}
      onClick={onClick}
    >
      Back to live
    </Button>
  );
}

function Profile(props: PaneProps & { readonly instrument: Instrument; readonly tier: Tier }): ReactNode {
  const { paneId, link, instrument, settings, onSettings, size, isFocused, tier } = props;
  const historyHours = TIER_RULES[tier].workspace.depthHistoryHours;
  const choices = useMemo(() => profileChoices(settings), [settings]);
  const source = useProfileFeed(instrument, historyHours);
  const view = useFeedView(instrument.id);
  const [shown, setShown] = useState(NOTHING_SHOWN);
  const words = useReadoutWords();
  const [table, setTable] = useState<ProfileTables | null>(null);
  const handle = useRef<ProfileBoard | null>(null);
  const state = useDataState(source, view, shown, choices, historyHours);
  const base = useBase(instrument, choices, view.line.isOld);
  const { linked, onPoint } = useSharedPoint(link.point, paneId);
  const openTable = (): void => {
    const board = handle.current;
    if (board !== null) setTable(profileTables(board.input, board.sessions, board.range));
  };
  const toLatest = (): void => handle.current?.run('latest');
  useCommands({ latestBars: toLatest, recentre: toLatest, openTable }, isFocused);
  const handlers: ProfileHandlers = {
    onPoint,
    onNeed: (fromMs, volumeFromMs) => source?.feed.need(fromMs, volumeFromMs),
    onShown: setShown,
    onRange: (range) => onSettings({ rangeFrom: range?.fromMs ?? 0, rangeTo: range?.toMs ?? 0 }),
    onReadout: words.onReadout,
  };
  const retry = (): void => source?.feed.retry();
  return (
    <div className="pane-fill">
      <Facts choices={choices} days={shown.days.length} />
      <Bar size={size} choices={choices} onSettings={onSettings} />
      <ProfileNote state={state} onRetry={retry} />
      <div className="footprint-place">
        {source === null ? null : (
          <ProfileView
            instrument={instrument}
            source={source}
            base={base}
            linked={linked}
            handlers={handlers}
            handle={handle}
          />
        )}
        {shown.days.length > 0 ? null : (
          <div className="footprint-cover">
            <ProfilePlaceholder state={state} onRetry={retry} />
          </div>
        )}
        <FlowReadout {...words} />
        <Latest isLatest={shown.isLatest} onClick={toLatest} />
      </div>
      {table === null ? null : <ProfileTable content={table} onClose={() => setTable(null)} />}
    </div>
  );
}

export function ProfilePane(props: PaneProps): ReactNode {
  const { user } = useSignIn();
  const instrument = instrumentById(props.instrumentId);
  if (instrument === undefined || user === null) return null;
  return <Profile {...props} instrument={instrument} tier={user.subscriptionTier} />;
}
