/** Where to log in, and with what. */

/** Where to log in: from the operator's settings, never from a user's text. */
export interface RithmicGateway {
  /** `wss:` address. */
  readonly uri: string;
  /** As template 17 lists it, for example `Rithmic Paper Trading`. */
  readonly systemName: string;
  readonly appName: string;
  readonly appVersion: string;
  /** Certificates of the authority in PEM; null for the system's own. */
  readonly ca: string | null;
}

export interface RithmicCredentials {
  readonly user: string;
  /** Overwritten with zeros by the caller as soon as the login was written. */
  readonly password: Uint8Array;
}
