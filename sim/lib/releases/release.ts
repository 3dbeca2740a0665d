/** The releases of the service that are imitated: that of the specification, and newer ones, oldest first. */
export const releases = ['15.8', '16.11', '17.11', '18.9'] as const
export type Release = (typeof releases)[number]
export type NewerRelease = Exclude<Release, '15.8'>

/** `16.5`: two numbers, of which the first counts more. */
export type ReleaseNumber = `${number}.${number}`

/** Less than 0 where `a` is older than `b`: 16.5 is older than 16.11. */
export function compareReleases(a: string, b: string): number {
  return a === b ? 0 : majorOf(a) - majorOf(b) || minorOf(a) - minorOf(b)
}

// Writes ask of several changes whether they are in force, and lists of numbers would be made for each.
function majorOf(release: string): number {
  return Number.parseInt(release, 10)
}

function minorOf(release: string): number {
  const dot = release.indexOf('.')
  return dot < 0 ? 0 : Number.parseInt(release.slice(dot + 1), 10)
}

/** The release in what `GET /version` answers: `17.3` of `17.3.1-ee`; undefined where it is none. */
export function releaseIn(version: string | undefined): ReleaseNumber | undefined {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})(?:[.-]|$)/.exec(version ?? '') ?? []
  return major === undefined || minor === undefined ? undefined : `${Number(major)}.${Number(minor)}`
}
