/** The lines of a text, each with its end; the last one may lack it. */
export function linesOf(text: string): string[] {
  const lines: string[] = []
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    lines.push(text.slice(at, end + 1))
    at = end + 1
  }
  if (at < text.length) lines.push(text.slice(at))
  return lines
}

/** Most lines of a file that are told apart. */
export const MOST_LINES = 1_000_000

export function hasTooManyLines(file: Uint8Array): boolean {
  return file.length > MOST_LINES && lineFeeds(file, MOST_LINES) > MOST_LINES
}

/** Line feeds, counted up to one more than so many. */
export function lineFeeds(bytes: Uint8Array, most: number): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0 && count <= most; at = bytes.indexOf(10, at + 1)) count++
  return count
}
