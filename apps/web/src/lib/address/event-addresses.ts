/** Where an event leads: the chart at its instant, and the evidence of its event. */

export function chartAddress(instrumentId: number, at: string): string {
  return `/?instrumentId=${instrumentId}&at=${encodeURIComponent(at)}`;
}

export function evidenceAddress(eventId: string): string {
  return `/events/${encodeURIComponent(eventId)}`;
}
