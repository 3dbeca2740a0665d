import {
  type Contract,
  compareReleases,
  contract,
  type Dialect,
  dialects,
  type Release,
  releaseIn,
  releaseOf,
  releases,
} from '../../sim/contract.ts'
import { agreedOf } from './agreed.ts'

/** What a target says of itself, and what it is held to whatever it says. */
export interface Told {
  readonly dialect: Dialect | undefined
  readonly version?: string | undefined
}

/**
 * The dialects that a target may follow, the oldest first: the one that it is held to; otherwise those that its release
 * may have. Between two releases that are known it may follow either, and beyond the newest it is held to that one.
 */
export function acceptedDialects({ dialect, version }: Told): readonly Dialect[] {
  if (dialect !== undefined) return [dialect]
  const release = releaseIn(version)
  if (release === undefined || compareReleases(release, releases[0]) <= 0) return dialects
  const older = releases.filter((known) => compareReleases(known, release) <= 0).at(-1) as Release
  const newer = releases.find((known) => compareReleases(known, release) >= 0)
  return newer === undefined || newer === older ? [serviceOf(older)] : [serviceOf(older), serviceOf(newer)]
}

/** True for a service of a release that is newer than any that is known. */
export function isNewerThanKnown({ dialect, version }: Told): boolean {
  const release = releaseIn(version)
  const newest = releases.at(-1) as Release
  return dialect === undefined && release !== undefined && compareReleases(release, newest) > 0
}

/** The contract by which calls to a target are made: of the oldest dialect that it may follow, or of two releases. */
export function contractFor(told: Told = { dialect: undefined }): Contract {
  const [oldest, newer] = acceptedDialects(told)
  if (oldest === undefined || newer === undefined || releaseOf(newer) === releaseOf(oldest))
    return contract(oldest)
  return agreedOf(oldest, newer)
}

/** In words by what a target is judged: `either dialect accepted`. */
export function acceptedText(told: Told): string {
  const [oldest, ...newer] = acceptedDialects(told)
  const newest = newer.at(-1)
  if (oldest === undefined) throw new Error('a target may always follow some dialect')
  if (newest === 'real') return 'either dialect accepted'
  if (told.dialect !== undefined && isOfAnother(releaseOf(oldest), told.version))
    return `judged as release ${releaseOf(oldest)}`
  if (isNewerThanKnown(told)) return `judged as release ${oldest}, the newest known; additions pass`
  if (newest === undefined) return releaseOf(oldest) === '15.8' ? `${oldest} dialect` : `release ${oldest}`
  return `judged as release ${releaseOf(oldest)} or ${newest}`
}

function isOfAnother(release: Release, version: string | undefined): boolean {
  const own = releaseIn(version)
  return own !== undefined && compareReleases(own, release) !== 0
}

function serviceOf(release: Release): Dialect {
  return release === '15.8' ? 'real' : release
}
