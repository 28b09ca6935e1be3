/** The provider's frames in the product's page: made, styled without style sheets, connected by a channel. */
import { type Channel, type Handlers, offerChannel } from './channel.ts';

const OPEN_WITHIN_MS = 15_000;

export interface OpenedFrame {
  readonly element: HTMLIFrameElement;
  /** Rejects when the frame does not load. */
  readonly channel: Promise<Channel>;
}

/** Makes a frame; it loads once it is put into the page. */
export function makeFrame(url: URL, title: string, handlers: Handlers): OpenedFrame {
  const element = document.createElement('iframe');
  element.title = title;
  element.style.border = '0';
  element.style.display = 'block';
  element.style.width = '100%';
  const channel = new Promise<Channel>((resolve, reject) => {
    const late = () => reject(new Error('The payment form could not be loaded.'));
    const timer = setTimeout(late, OPEN_WITHIN_MS);
    offerChannel(element, url.origin, handlers, (opened) => {
      clearTimeout(timer);
      resolve(opened);
    });
  });
  // The code that awaits the channel handles the error; an unawaited rejection is ignored
  channel.catch(() => undefined);
  element.src = url.href;
  return { element, channel };
}
