/**
 * A 32-bit integer drawn from a seed and a position. Stateless on purpose: a world that keeps only its counters can
 * be forked and rewound without carrying generator state.
 */
export function drawInteger(seed: number, ...position: readonly number[]): number {
  let state = mix(seed | 0)
  for (let i = 0; i < position.length; i++) state = moved(state, position[i] as number)
  return state >>> 0
}

function moved(state: number, part: number): number {
  return mix((state ^ mix(part | 0)) + 0x9e3779b9)
}

// The finaliser of MurmurHash3: every input bit reaches every output bit.
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The integer drawn from what was drawn and one more part of its position. */
export function drawBehind(drawn: number, part: number): number {
  return moved(drawn, part) >>> 0
}

/** `length` characters of an alphabet, drawn from a seed and a position. */
export function drawText(
  alphabet: string,
  length: number,
  seed: number,
  ...position: readonly number[]
): string {
  let text = ''
  const state = drawInteger(seed, ...position)
  for (let i = 0; i < length; i++) text += alphabet[drawBehind(state, i) % alphabet.length]
  return text
}
