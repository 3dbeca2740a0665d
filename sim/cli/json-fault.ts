const SPACE = /[ \t\n\r]*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy

/** What is wrong with a text that is not JSON, and where: `line 3, column 7: expected a value, not '}'`. */
export function jsonFault(text: string): string {
  let at = 0
  const open: ('{' | '[')[] = []

  function taken(pattern: RegExp): boolean {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    at += found?.[0].length ?? 0
    return found !== null
  }
  /** Takes the next character, behind white space, when it is one of these. */
  function next(characters: string): string | undefined {
    taken(SPACE)
    const character = text[at]
    if (character === undefined || !characters.includes(character)) return undefined
    at++
    return character
  }
  /** Goes on to where a value is, behind its name in an object; false where there is no name. */
  function named(): boolean {
    taken(SPACE)
    return open.at(-1) !== '{' || (taken(STRING) && next(':') !== undefined)
  }

  for (;;) {
    if (!named()) return fault(text, at, "a name in double quotes and ':'")
    const begun = next('{[') as '{' | '[' | undefined
    if (begun !== undefined) {
      open.push(begun)
      if (next(begun === '{' ? '}' : ']') === undefined) continue
      open.pop()
    } else if (!taken(STRING) && !taken(SCALAR)) return fault(text, at, 'a value')
    for (;;) {
      const inside = open.at(-1)
      taken(SPACE)
      if (inside === undefined) return fault(text, at, 'the end')
      const character = next(inside === '{' ? ',}' : ',]')
      if (character === undefined) return fault(text, at, inside === '{' ? "',' or '}'" : "',' or ']'")
      if (character === ',') break
      open.pop()
    }
  }
}

function fault(text: string, at: number, expected: string): string {
  const before = text.slice(0, at).split('\n')
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
  const found =
    at >= text.length
      ? 'the end'
      : JSON.stringify(text.slice(at).split(/[\s,]/, 1)[0]?.slice(0, 20) || text[at])
  return `${place}: expected ${expected}, not ${found}`
}
