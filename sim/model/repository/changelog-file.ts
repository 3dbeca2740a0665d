import { binary, unbinary, utf8 } from '../../lib/bytes.ts'
import { compareVersions, headingVersion, versionIn } from './changelog-version.ts'

/** A changelog with the section of a version put in its place; undefined when it has one already. */
export function insertSection(
  existing: Uint8Array,
  version: string,
  section: string,
): Uint8Array | undefined {
  // One character for each byte: whatever the file holds besides stays as it is.
  const lines = linesOf(binary(existing))
  const wanted = binary(utf8(version))
  if (lines.some((line) => isHeadingOf(line, wanted))) return undefined
  const markdown = binary(utf8(section))
  const headings = headingsIn(lines)
  const place = placeOf(headings, version)
  if (place !== undefined)
    return unbinary([...lines.slice(0, place), `${markdown}\n\n`, ...lines.slice(place)].join(''))
  const gap = headings.size > 0 ? '\n' : ''
  return unbinary(`${lines.join('')}${gap}${markdown}\n`)
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function isHeadingOf(line: string, version: string): boolean {
  const rest = /^##\s*/.exec(line)?.[0]
  if (rest === undefined || !line.startsWith(version, rest.length)) return false
  // `1.0.1` is not in `1.0.10`.
  return !/[0-9A-Za-z.+-]/.test(line.charAt(rest.length + version.length))
}

/** Lines of headings by version; of two with the same version the later one counts. */
function headingsIn(lines: readonly string[]): Map<string, number> {
  const headings = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const version = line.startsWith('##') ? headingVersion(line) : undefined
    if (version !== undefined) headings.set(version, at)
  }
  return headings
}

/** The line of the highest version that is lower. */
function placeOf(headings: ReadonlyMap<string, number>, version: string): number | undefined {
  const wanted = versionIn(version)
  if (wanted === undefined) return undefined
  const lower = [...headings].filter(([heading]) => compareVersions(heading, wanted) < 0)
  lower.sort(([a], [b]) => compareVersions(b, a))
  return lower[0]?.[1]
}

/** Without blanks and line breaks at its end. */
export function trimBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n\v\f\r\0'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
