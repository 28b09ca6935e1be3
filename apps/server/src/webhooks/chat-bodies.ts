/** Messages in the form of chat services. What users and feeds wrote is text there: it formats nothing, mentions nobody and links nowhere. */
import type { WebhookFormat } from '@undertow/contracts';

/** Escaped it is at most twice as long, which all of them accept. */
const MOST_LETTERS = 900;

/** Characters to which Discord's Markdown gives a meaning, those of mentions, emoji and addresses among them. */
const DISCORD_MARKUP = /[\\*_~`|>#()[\]<@:!.-]/g;
/** Previews of addresses are not shown. */
const DISCORD_NO_PREVIEW = 4;

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The body of a ready-made message. `chat` is Telegram's. */
export function chatBody(
  format: Exclude<WebhookFormat, 'standard'>,
  words: string,
  chat: string | null,
): string {
  const text = words.slice(0, MOST_LETTERS).toWellFormed();
  switch (format) {
    case 'discord':
      return JSON.stringify({
        content: text.replace(DISCORD_MARKUP, '\\$&'),
        allowed_mentions: { parse: [] },
        flags: DISCORD_NO_PREVIEW,
      });
    case 'slack':
      return JSON.stringify({
        ...{ text: escapeSlack(text), mrkdwn: false },
        ...{ unfurl_links: false, unfurl_media: false },
      });
    case 'telegram':
      // Without a parse mode the text is shown as it is
      return JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } });
  }
}
