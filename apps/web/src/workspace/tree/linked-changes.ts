/** Changes of one pane that its link group follows: the instrument always, the timeframe where the group links it. Pure. */
import type { Layout, LinkGroup, Pane } from '@undertow/contracts';
import { panesOf } from '@undertow/contracts';
import { changePanes, paneById } from './layout-edits.ts';

export type PaneChange = Partial<Pick<Pane, 'instrumentId' | 'timeframe' | 'link' | 'settings' | 'kind'>>;

/** A timeframe that is chosen shows bars of time: those that the settings named instead go. */
function atTimeframe(pane: Pane, { timeframe, settings }: PaneChange): Pane {
  if (timeframe === undefined || settings !== undefined || !('bars' in pane.settings)) return pane;
  const { bars, ...kept } = pane.settings;
  return { ...pane, settings: kept };
}

/** What of a change the other panes of the group take over. */
function followed(layout: Layout, group: LinkGroup, change: PaneChange): PaneChange {
  return {
    ...(change.instrumentId === undefined ? {} : { instrumentId: change.instrumentId }),
    ...(change.timeframe !== undefined && layout.links[group].timeframe
      ? { timeframe: change.timeframe }
      : {}),
  };
}

/** The pane as its new group is: its instrument, and its timeframe where that is linked. */
function joined(layout: Layout, pane: Pane, group: LinkGroup): Pane {
  const member = panesOf(layout.root).find(({ id, link }) => link === group && id !== pane.id);
  if (member === undefined) return { ...pane, link: group };
  const timeframe = layout.links[group].timeframe ? member.timeframe : pane.timeframe;
  return { ...pane, link: group, instrumentId: member.instrumentId, timeframe };
}

export function changePane(layout: Layout, paneId: string, change: PaneChange): Layout {
  const pane = paneById(layout.root, paneId);
  if (pane === undefined) return layout;
  const { link, ...rest } = change;
  const own = atTimeframe({ ...pane, ...rest }, rest);
  const next =
    link === undefined || link === null
      ? { ...own, link: link === null ? null : own.link }
      : joined(layout, own, link);
  const follow = pane.link === null || link !== undefined ? {} : followed(layout, pane.link, change);
  const root = changePanes(layout.root, (one) => {
    if (one.id === paneId) return next;
    return one.link !== null && one.link === pane.link && Object.keys(follow).length > 0
      ? atTimeframe({ ...one, ...follow }, follow)
      : one;
  });
  return { ...layout, root };
}

/** Links the timeframe of a group, or lets each pane have its own; linked, all take the one of the pane. */
export function linkTimeframe(layout: Layout, group: LinkGroup, isLinked: boolean, paneId: string): Layout {
  const links = { ...layout.links, [group]: { timeframe: isLinked } };
  const timeframe = paneById(layout.root, paneId)?.timeframe;
  if (!isLinked || timeframe === undefined) return { ...layout, links };
  const root = changePanes(layout.root, (pane) =>
    pane.link === group && pane.timeframe !== timeframe ? { ...pane, timeframe } : pane,
  );
  return { ...layout, links, root };
}
