/** A backup or a restore that cannot be done; the message states what was expected. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
