/** Which of the application's own windows is open: opened from anywhere, drawn once by the shell. */
import { Observable } from './observable.ts';

export type Surface = 'plans' | 'keys' | 'palette' | 'event-settings' | 'menu' | 'replay';

export const openSurface = new Observable<Surface | null>(null);

/** True while a page wants the sidebar as a rail of icons. */
export const isRailWanted = new Observable(false);

/** True while the sidebar shows the picker of instruments. */
export const pickingInstrument = new Observable(false);
