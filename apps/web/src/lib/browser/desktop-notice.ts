/** Desktop notifications: permission, the request for it, and showing one. */
import { Observable } from '#lib/state/observable.ts';

export type DesktopPermission = NotificationPermission | 'missing';

function currentPermission(): DesktopPermission {
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission;
}

export const desktopPermission = new Observable<DesktopPermission>(currentPermission());

/** Opens the permission prompt; only a button press may call this. */
export async function askForDesktop(): Promise<DesktopPermission> {
  if (typeof Notification !== 'undefined') await Notification.requestPermission();
  desktopPermission.set(currentPermission());
  return desktopPermission.get();
}

export interface DesktopNotice {
  readonly title: string;
  readonly body: string;
  /** Notices with the same tag take each other's place. */
  readonly tag: string;
  readonly onOpen: () => void;
}

/** Shows a notice where it is permitted; a press of it brings this tab to the front. */
export function showDesktopNotice({ title, body, tag, onOpen }: DesktopNotice): void {
  if (currentPermission() !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen();
    };
  } catch {
    // Phones show notices of service workers only: there the setting says that it cannot be done
    desktopPermission.set('missing');
  }
}
