import { InvalidRow } from '../invalid-row.ts'
import { emojiNames } from './emoji-names.ts'

let known: ReadonlySet<string> | undefined

/** True for the name of an emoji, in one of its skin tones or not. */
export function isEmojiName(name: string): boolean {
  known ??= new Set(namesIn(emojiNames))
  return known.has(name) || FLAG.test(name) || known.has(name.replace(SKIN_TONE, ''))
}

function* namesIn(folded: string): Generator<string> {
  let name = ''
  for (const [, same = 'A', others = ''] of folded.matchAll(/([A-Z])([^A-Z\s]*)/g)) {
    name = name.slice(0, same.charCodeAt(0) - 65) + others
    yield name
  }
}

const FLAG = /^flag_[a-z]{2}$/

const SKIN_TONE = /_tone[1-5]|_(?:light|medium|dark|medium_light|medium_dark)_skin_tone/

/** Refuses what is no name of an emoji. Throws InvalidRow. */
export function refuseEmojiName(attribute: string, name: string): void {
  if (!isEmojiName(name)) throw new InvalidRow({ [attribute]: ['is not a valid emoji name'] })
}

/** The name under which a reaction is kept. */
export function emojiNamed(given: string): string {
  return aliases[given] ?? given
}

const aliases: { readonly [name: string]: string | undefined } = {
  '+1': 'thumbsup',
  '-1': 'thumbsdown',
  thumbup: 'thumbsup',
  thumbdown: 'thumbsdown',
}
