/** How large a history is. */
export interface HistorySize {
  readonly commits: number
  readonly files: number
}

/** Words of which texts are made, a few hundred. */
const WORDS = Array.from({ length: 400 }, (_, i) => (i * 7919 + 131).toString(36))

/**
 * A history for `git fast-import`, the same whenever it is asked for: three fifths of the files come with the first
 * commit, every commit changes two, and the first file is among them every fifth time.
 */
export function* history({ commits, files }: HistorySize): Generator<string> {
  const draw = drawing()
  const line = () => Array.from({ length: 3 + draw(8) }, () => WORDS[draw(WORDS.length)]).join(' ')
  const texts: string[][] = []
  for (let commit = 0; commit < commits; commit++) {
    const until = Math.floor(files * (0.6 + (0.4 * (commit + 1)) / commits))
    const touched = new Set<number>()
    while (texts.length < until) {
      touched.add(texts.length)
      texts.push(Array.from({ length: 8 + draw(60) }, line))
    }
    for (const file of [commit % 5 === 0 ? 0 : draw(texts.length), draw(texts.length)]) {
      const text = texts[file] ?? []
      text[draw(text.length)] = line()
      touched.add(file)
    }
    const who = `Dev ${commit % 7} <dev${commit % 7}@example.com> ${1_600_000_000 + commit * 600} +0000`
    yield `commit refs/heads/main\ncommitter ${who}\n${data(`Change ${commit}\n\n${line()}\n`)}`
    for (const file of touched)
      yield `M 100644 inline ${pathOf(file)}\n${data(`${texts[file]?.join('\n')}\n`)}`
  }
  yield 'done\n'
}

export function pathOf(file: number): string {
  return `src/m${file % 17}/p${Math.floor(file / 17) % 23}/file${file}.txt`
}

// Everything is ASCII: characters are bytes.
function data(text: string): string {
  return `data ${text.length}\n${text}\n`
}

function drawing(): (below: number) => number {
  let state = 12345
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
