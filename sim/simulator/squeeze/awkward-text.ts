import { drawInteger } from '../../lib/random.ts'

/** What a title of the service may have at most, in characters. */
const LONGEST = 255

/** Characters of more than one code unit, of several code points, and of scripts that run from right to left. */
const pieces = [
  '🦊',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  'é',
  'שלום עולם',
  'مرحبا بالعالم',
  '漢字',
  '𝔉𝔬𝔯𝔤𝔢',
  'ﬁ',
  'İı',
] as const

/** A text with what clients stumble over; every third one has 255 characters. What it begins with stays. */
export function awkwardText(before: string, seed: number, ...position: readonly number[]): string {
  const piece = (i: number) => pieces[drawInteger(seed, ...position, i) % pieces.length] as string
  let text = `${before} ${piece(0)} ${piece(1)}`.trim()
  if (drawInteger(seed, ...position, 2) % 3 > 0) return fitting(text)
  for (let i = 3; [...text].length < LONGEST; i++) text += ` ${piece(i)}`
  return fitting(text)
}

// Counted in code points, as the service's database does.
function fitting(text: string): string {
  const all = [...text]
  if (all.length <= LONGEST) return text
  const cut = all.slice(0, LONGEST).join('')
  return cut === cut.trim() ? cut : `${cut.trim()}${'.'.repeat(LONGEST - [...cut.trim()].length)}`
}
