/** Short tones made by the browser, no file is loaded: one pitch per event type, two notes for an alert. */
import type { AlertType } from '@undertow/contracts';
import { EVENT_TYPES, type FlowEventType } from '@undertow/market';

/** Up for a price, down for a trend, and so on: alerts are distinguished from events by their second note. */
const NOTES: Readonly<Record<AlertType, readonly number[]>> = {
  price: [587, 880],
  volume: [587, 587],
  trend: [880, 587],
  event: [587, 740],
};
const LENGTH_S = 0.14;
const LOUDNESS = 0.08;
/** An alert and the event that raised it arrive together: a tone within this time of another one is left out. */
const SILENCE_S = 0.5;

let audio: AudioContext | null = null;
let playedAtS = Number.NEGATIVE_INFINITY;

function sound(context: AudioContext, pitches: readonly number[], loudness: number): void {
  const { currentTime, destination } = context;
  if (currentTime < playedAtS + SILENCE_S) return;
  playedAtS = currentTime;
  for (const [at, pitch] of pitches.entries()) {
    const startS = currentTime + at * LENGTH_S;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(loudness, startS);
    gain.gain.exponentialRampToValueAtTime(0.001, startS + LENGTH_S);
    oscillator.connect(gain).connect(destination);
    oscillator.start(startS);
    oscillator.stop(startS + LENGTH_S);
  }
}

/** False in a browser that has not been clicked yet: it lets nothing sound. */
export function maySound(): boolean {
  return navigator.userActivation.hasBeenActive;
}

function playNotes(pitches: readonly number[], loudness = LOUDNESS): void {
  if (!maySound()) return;
  audio ??= new AudioContext();
  const context = audio;
  if (context.state === 'running') sound(context, pitches, loudness);
  else void context.resume().then(() => sound(context, pitches, loudness));
}

export function playTone(type: FlowEventType): void {
  playNotes([EVENT_TYPES[type].pitchHz]);
}

/** Plays the two notes of an alert. */
export function playAlertTone(type: AlertType): void {
  playNotes(NOTES[type]);
}

/** Two octaves: a higher note for buyers, and louder the more often the size contains the one from which orders sound. */
const ORDER_NOTES = { buy: 784, sell: 392 } as const;
const MAX_LOUDNESS = 0.2;

/** A short note of a large order. `times` is its size, in sizes from which orders sound. */
export function playOrderTone(isBuy: boolean, times: number): void {
  const loudness = Math.min(MAX_LOUDNESS, LOUDNESS * Math.sqrt(Math.max(1, times)));
  playNotes([isBuy ? ORDER_NOTES.buy : ORDER_NOTES.sell], loudness);
}
