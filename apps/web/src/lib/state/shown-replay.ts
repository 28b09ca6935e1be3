/** The replay that this window shows in place of the present market: requests and the socket name it. */
import { Observable } from './observable.ts';

/** Its id; null: the present market. */
export const shownReplayId = new Observable<string | null>(null);
