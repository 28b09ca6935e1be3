/** Short tones, one pitch per event type, made by the browser: no file is loaded. */
import type { FlowEventType } from '@undertow/market';

/** Hertz; far enough apart to be told from each other. */
const PITCH: Readonly<Record<FlowEventType, number>> = {
  iceberg: 523,
  absorption: 440,
  support: 659,
  resistance: 349,
  stop_run: 880,
  spoofing: 294,
};
const LENGTH_S = 0.14;
const LOUDNESS = 0.08;

let audio: AudioContext | null = null;

/** Plays the tone of a type. A browser that has not been clicked yet stays silent. */
export function playTone(type: FlowEventType): void {
  audio ??= new AudioContext();
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = PITCH[type];
  gain.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + LENGTH_S);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start();
  oscillator.stop(audio.currentTime + LENGTH_S);
}
