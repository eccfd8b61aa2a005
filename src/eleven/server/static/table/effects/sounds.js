// Small synthesized sounds, loaded on demand: a card on cloth, a spoon on china.

/** @type {AudioContext | null} */
let audio = null;

/** @typedef {"deal" | "move" | "turn" | "score" | "yours" | "end"} Sound */

/** The audio context, which browsers allow only after a user gesture. */
function runningContext() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio.state === "running" ? audio : null;
}

/**
 * A short burst of noise: cards.
 * @param {AudioContext} context
 * @param {number} at
 */
function rustle(context, at) {
  const length = Math.round(context.sampleRate * 0.05);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 1900, Q: 0.8 });
  source.connect(filter).connect(new GainNode(context, { gain: 0.16 })).connect(context.destination);
  source.start(at);
}

/**
 * A spoon on china.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 */
function ting(context, at, pitch) {
  for (const [partial, loudness] of [[1, 0.07], [2.76, 0.025]]) {
    const tone = new OscillatorNode(context, { frequency: pitch * partial });
    const gain = new GainNode(context, { gain: loudness });
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  }
}

/** @type {Record<Sound, (context: AudioContext, now: number) => void>} */
const SOUNDS = {
  deal: (context, now) => [0, 0.09, 0.18, 0.27, 0.36].forEach((later) => rustle(context, now + later)),
  move: (context, now) => rustle(context, now),
  turn: (context, now) => rustle(context, now),
  score: (context, now) => [1180, 1570].forEach((pitch, i) => ting(context, now + 0.12 * i, pitch)),
  yours: (context, now) => ting(context, now, 880),
  end: (context, now) => [880, 1108, 1318, 1760].forEach((pitch, i) => ting(context, now + 0.15 * i, pitch)),
};

/** @param {Sound} sound */
export function play(sound) {
  const context = runningContext();
  if (context) SOUNDS[sound](context, context.currentTime);
}
