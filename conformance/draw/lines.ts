import fc, { type Arbitrary } from 'fast-check'

/** A file of that many lines, no two of them alike. */
export function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}`)
}

export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** Lines to put in the place of others; `of` makes them differ from any that are there. */
export function otherLines(of: string): Arbitrary<readonly string[]> {
  const texts = fc.constantFrom('x', '  indented', 'Größe', '`code`', '# no heading', '%s $1 \\1')
  return fc.array(texts, { maxLength: 3 }).map((lines) => lines.map((line, at) => `${line} ${of} ${at}`))
}
