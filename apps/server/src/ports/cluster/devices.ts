/** Devices of users that receive live data, wherever their sockets are: a device is a session. */

export interface LiveDevices {
  /** A socket of the session connected here: from now on it is the newest device of its user. */
  connected(sessionId: string): Promise<void>;
  /** The last socket of the session closed here. */
  gone(sessionId: string): Promise<void>;
  /** Sessions of the user with sockets at any process that lives, newest first. */
  newestFirst(userId: string): Promise<readonly string[]>;
  /** Calls back after an absence in which others may have counted without the devices that are here. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}
