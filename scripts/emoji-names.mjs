// Writes the names of emoji that reactions and statuses may have.
//
//   npm pack emojibase-data@17.0.0 && tar -xzf emojibase-data-17.0.0.tgz
//   node scripts/emoji-names.mjs package/en/shortcodes
//
// The lists are those of JoyPixels, whose names the service has, and of GitHub, whose names it takes as well. Skin tones
// and flags of countries follow a rule, and are left to it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [, , folder] = process.argv
if (folder === undefined) {
  process.stderr.write(
    'usage: node scripts/emoji-names.mjs FOLDER, the one of joypixels.json and github.json\n',
  )
  process.exit(2)
}

const names = new Set(['e-mail', 'fleur-de-lis', 'non-potable_water', 'white_cane', 'tuxedo'])
for (const list of ['joypixels', 'github', 'emojibase-legacy'])
  for (const said of Object.values(JSON.parse(readFileSync(join(folder, `${list}.json`), 'utf8'))))
    for (const name of [said].flat()) if (!followsARule(name)) names.add(name)

/** Names with signs of other alphabets are none of the service's. */
function followsARule(name) {
  return /_tone\d|_skin_tone|^flag[-_][a-z]{2}$|[^a-z0-9_+-]/.test(name)
}

const lines = ['']
let before = ''
for (const name of [...names].sort()) {
  const last = lines.length - 1
  const word = afterName(before, name)
  if (`  ${lines[last]}${word}`.length > 116) lines.push(word)
  else lines[last] += word
  before = name
}

/** How many letters a name begins with that the one before it begins with too, `A` for none, and the others. */
function afterName(before, name) {
  let same = 0
  while (same < 25 && same < before.length && before[same] === name[same]) same++
  return String.fromCharCode('A'.charCodeAt(0) + same) + name.slice(same)
}

const file = new URL('../sim/model/discussions/emoji-names.ts', import.meta.url)
writeFileSync(
  file,
  `// Written by scripts/emoji-names.mjs from emojibase-data 17.0.0 (MIT).

/**
 * The names of emoji, but for skin tones and the flags of countries, sorted: of each how many letters it has in common with
 * the one before it, \`A\` for none, and the others.
 */
export const emojiNames = \`
${lines.map((line) => `  ${line}\n`).join('')}\`
`,
)
process.stdout.write(`${names.size} names\n`)
