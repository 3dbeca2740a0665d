import compare from 'semver/functions/compare.js'
import parse from 'semver/functions/parse.js'

const NUMBER = '(?:0|[1-9]\\d*)'
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const SEMVER = `${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?`

/**
 * What a client may send as a version: the service looks for a semantic version anywhere in it. Longer texts are
 * refused, since the search takes quadratic time.
 */
export const VERSION_PATTERN = `^(?=[^]{1,255}$)[^]*?${NUMBER}\\.${NUMBER}\\.${NUMBER}`

const heading = new RegExp(`^##\\s+(${SEMVER})`)
const anywhere = new RegExp(SEMVER)
const LONGEST = 255

/** The semantic version in a text; undefined where there is none that can be compared. */
export function versionIn(text: string): string | undefined {
  return comparable(anywhere.exec(text.slice(0, LONGEST))?.[0])
}

/** The version of a heading such as `## 1.2.0 (2023-01-22)`. */
export function headingVersion(line: string): string | undefined {
  return comparable(heading.exec(line.slice(0, LONGEST))?.[1])
}

/** A version made of its numbers; undefined where they are none. */
export function comparable(version: string | undefined): string | undefined {
  return version === undefined ? undefined : parse(version, true)?.version
}

/** Below zero when `a` comes before `b`; a pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  return compare(a, b, true)
}
