/** A constant of its own, so that public pages load it without the routes of replays. */

/** Names the replay of a request; its answer is of the replayed market then. Only requests that change nothing carry it. */
export const REPLAY_HEADER = 'x-replay';
