// The English stemmer of M. F. Porter ("An algorithm for suffix stripping", 1980), as search engines use it.

const CONSONANT = '(?:[^aeiouy]|(?<![a-z])y|(?<=[aeiou])y)'
const VOWEL = '(?:[aeiou]|(?<=[^aeiou])y)'
const RUN = new RegExp(`^${CONSONANT}*((?:${VOWEL}+${CONSONANT}+)*)${VOWEL}*$`)
const GROUP = new RegExp(`${VOWEL}+${CONSONANT}+`, 'g')
const HAS_VOWEL = new RegExp(VOWEL)
const DOUBLE = /([^aeiouy])\1$/
const SHORT_END = new RegExp(`${CONSONANT}${VOWEL}${CONSONANT}$`)

/** How many times vowels are followed by consonants. */
function measure(stem: string): number {
  return RUN.exec(stem)?.[1]?.match(GROUP)?.length ?? 0
}

/** Ends consonant, vowel, consonant, the last of them not w, x or y. */
function endsShort(stem: string): boolean {
  return SHORT_END.test(stem) && !/[wxy]$/.test(stem)
}

type Endings = readonly (readonly [ending: string, becomes: string])[]

const second: Endings = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]

const third: Endings = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

const fourth = [
  ...['al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ion', 'ou', 'ism'],
  ...['ate', 'iti', 'ous', 'ive', 'ize'],
]

/** The stem of an English word in lower case; words of other letters stay as they are. */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  return tidied(withoutFourth(replaced(replaced(endedByI(withoutPast(singular(word))), second), third)))
}

function singular(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = /(?:ed|ing)$/.exec(word)?.[0]
  const stem = ending === undefined ? word : word.slice(0, -ending.length)
  if (ending === undefined || !HAS_VOWEL.test(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (DOUBLE.test(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

function endedByI(word: string): string {
  return word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

function replaced(word: string, endings: Endings): string {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (found === undefined) return word
  const stem = word.slice(0, -found[0].length)
  return measure(stem) > 0 ? stem + found[1] : word
}

function withoutFourth(word: string): string {
  const ending = fourth.find((it) => word.endsWith(it))
  if (ending === undefined) return word
  const stem = word.slice(0, -ending.length)
  const goes = measure(stem) > 1 && (ending !== 'ion' || /[st]$/.test(stem))
  return goes ? stem : word
}

function tidied(word: string): string {
  const stem = word.slice(0, -1)
  if (word.endsWith('e')) {
    const count = measure(stem)
    if (count > 1 || (count === 1 && !endsShort(stem))) return stem
  }
  return word.endsWith('ll') && measure(stem) > 1 ? stem : word
}
