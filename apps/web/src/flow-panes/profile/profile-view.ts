/** How far a profile is scrolled and zoomed. Pure. */

export interface ProfileView {
  /** Sessions between the newest one and the last one on screen. */
  readonly skip: number;
  /** 1: everything on screen fits. */
  readonly zoom: number;
  /** Price in the middle; null: that of what is on screen. */
  readonly centreTicks: number | null;
}

export const FIRST_PROFILE_VIEW: ProfileView = { skip: 0, zoom: 1, centreTicks: null };

const MAX_ZOOM = 40;
const MAX_SKIP = 50;

/** `centreTicks` is where the middle was. */
export function zoomedPrices(view: ProfileView, factor: number, centreTicks: number): ProfileView {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor));
  return { ...view, zoom, centreTicks: zoom === 1 ? null : (view.centreTicks ?? centreTicks) };
}

export function movedPrices(view: ProfileView, ticks: number, centreTicks: number): ProfileView {
  return { ...view, centreTicks: (view.centreTicks ?? centreTicks) + ticks };
}

/** Positive: towards older sessions. */
export function scrolled(view: ProfileView, sessions: number): ProfileView {
  return { ...view, skip: Math.min(MAX_SKIP, Math.max(0, view.skip + sessions)) };
}
