/** Which toast is shown: one at a time, kept for a long while after it was dismissed so that it can leave calmly. */
import { readableError } from '#lib/format/readable-error.ts';
import { Observable } from '#lib/state/observable.ts';

export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_REMOVE_MS = 1_000_000;

export interface ToastInput {
  readonly title: string;
  readonly text?: string;
  /** Something failed or was lost. */
  readonly destructive?: boolean;
  /** One thing that can be done about it; the toast then closes. */
  readonly action?: { readonly label: string; readonly onPick: () => void };
}

export interface ToastItem extends ToastInput {
  readonly id: number;
  readonly open: boolean;
}

export const toasts = new Observable<readonly ToastItem[]>([]);
let lastId = 0;

/** Shows a toast in place of the one before. */
export function toast(input: ToastInput): void {
  lastId += 1;
  toasts.set([{ ...input, id: lastId, open: true }]);
}

/** Says why something failed. */
export function toastError(error: unknown, title = 'Error'): void {
  toast({ title, text: readableError(error), destructive: true });
}

/** Closes a toast; it is removed 1,000,000 ms later. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => toasts.set(toasts.get().filter((item) => item.id !== id)), TOAST_REMOVE_MS);
}
