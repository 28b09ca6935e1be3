/** Passwords in use by this process, so that no line of the log can contain one, from any code path. */
/** A shorter one would redact words of every line. */
const MIN_CHARS = 4;
const open = new Set<Uint8Array>();

function isOverwritten(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** Redacts these bytes until they are overwritten with zeros. */
export function leaveOutOfLog(bytes: Uint8Array): void {
  for (const known of open) if (isOverwritten(known)) open.delete(known);
  if (bytes.length >= MIN_CHARS) open.add(bytes);
}

/** The line without any of them, verbatim or in JSON encoding. */
export function withoutOpenSecrets(line: string): string {
  let shown = line;
  for (const bytes of open) {
    if (isOverwritten(bytes)) {
      open.delete(bytes);
      continue;
    }
    const text = Buffer.from(bytes).toString('utf8');
    for (const form of [text, JSON.stringify(text).slice(1, -1)])
      shown = shown.replaceAll(form, '[redacted]');
  }
  return shown;
}
