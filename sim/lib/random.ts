/**
 * A 32-bit integer drawn from a seed and a position. Stateless on purpose: a world that keeps only its counters can
 * be forked and rewound without carrying generator state.
 */
export function drawInteger(seed: number, ...position: readonly number[]): number {
  let state = mix(seed | 0)
  for (const part of position) state = mix((state ^ mix(part | 0)) + 0x9e3779b9)
  return state >>> 0
}

// The finaliser of MurmurHash3: every input bit reaches every output bit.
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** `length` characters of an alphabet, drawn from a seed and a position. */
export function drawText(
  alphabet: string,
  length: number,
  seed: number,
  ...position: readonly number[]
): string {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[drawInteger(seed, ...position, i) % alphabet.length]
  return text
}
