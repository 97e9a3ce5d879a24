// The sounds of a table, made here: the click of a tile, a struck tone for a call, three for a win. No file is loaded,
// and nothing sounds before the reader has touched the page. Everybody hears the same of what everybody sees.
import { prefs } from "./prefs.svelte";

let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function struck(frequency: number, after: number, seconds: number, loud: number, form: OscillatorType): void {
  const audio = ready();
  if (!audio) return;
  const [tone, gain, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  tone.type = form;
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.8, start + seconds);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

const TONES: Record<string, number[]> = {
  chow: [440],
  pung: [523],
  kong: [392, 523],
  declared: [659, 784],
  won: [523, 659, 784],
};

// What an event sounds like; most are silent.
export function sounds(type: string): void {
  if (type === "discarded") {
    struck(1900, 0, 0.035, 0.2, "square");
    struck(620, 0.004, 0.06, 0.25, "triangle");
  }
  TONES[type]?.forEach((tone, place) => struck(tone, 0.09 * place, 0.35, 0.18, "triangle"));
}
