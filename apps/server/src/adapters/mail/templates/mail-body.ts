/** The contents of a mail before it is rendered to text and HTML: plain data. */

export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** Names and values, one a line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };

export interface MailBody {
  /** One line of fixed text, without personal data. */
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

/** What a template may know beside its facts. */
export interface MailContext {
  /** When the mail was written; periods that begin with it count from here. */
  readonly writtenAtMs: number;
  /** Zone of the user's dates. */
  readonly timeZone: string;
  readonly publicOrigin: string;
  readonly supportEmail: string;
  /** Page on which such mails can be ended; null where they cannot. */
  readonly stopPage: string | null;
}

export const text = (words: string): MailBlock => ({ kind: 'text', text: words });
export const heading = (words: string): MailBlock => ({ kind: 'heading', text: words });
export const link = (label: string, url: string): MailBlock => ({ kind: 'link', label, url });
export const facts = (...rows: readonly (readonly [string, string])[]): MailBlock => ({
  kind: 'facts',
  rows,
});
