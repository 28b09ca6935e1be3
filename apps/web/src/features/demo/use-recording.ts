/** Fetches the recorded session of the demo, once. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type MarketRecording, type PackedRecording, unpackRecording } from '@undertow/market';

const RECORDING = new URL('./recording.json', import.meta.url).href;

async function fetchRecording(): Promise<MarketRecording> {
  const answer = await fetch(RECORDING);
  if (!answer.ok) throw new Error(`expected the recording of the demo, got ${answer.status}`);
  return unpackRecording((await answer.json()) as PackedRecording);
}

export function useRecording(): UseQueryResult<MarketRecording> {
  return useQuery({ queryKey: ['demo-recording'], queryFn: fetchRecording });
}
