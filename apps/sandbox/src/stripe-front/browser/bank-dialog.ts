/** The bank's page over the product's: open until the customer has confirmed or refused. */
import { makeFrame } from './frame.ts';
import { IntegrationError } from './intent.ts';

const WHOLE_WINDOW = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  'max-width': 'none',
  'max-height': 'none',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'transparent',
  // A dialog of the product may have taken them from the page
  'pointer-events': 'auto',
} as const;

/** Resolves when the page reports that it is done; rejects when it cannot be opened. */
export async function openBankDialog(address: string, origin: string): Promise<void> {
  const url = new URL(address);
  if (url.origin !== origin) throw new IntegrationError(`The bank's page is not one of ${origin}.`);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Confirm with your bank');
  for (const [name, value] of Object.entries(WHOLE_WINDOW)) dialog.style.setProperty(name, value);
  try {
    await new Promise<void>((resolve, reject) => {
      const { element, channel } = makeFrame(url, "Your bank's confirmation", { done: () => resolve() });
      element.style.height = '100%';
      channel.then(() => element.focus(), reject);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        channel.then((opened) => opened.send('refuse')).catch(() => undefined);
      });
      dialog.append(element);
      document.body.append(dialog);
      dialog.showModal();
    });
  } finally {
    dialog.close();
    dialog.remove();
  }
}
