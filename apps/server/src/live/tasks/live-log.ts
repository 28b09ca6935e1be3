/** What the live line says to the log: a structured record and a sentence, as pino takes them. */

export interface LiveLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
