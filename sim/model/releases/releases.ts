import type { Instant } from '../../time/calendar.ts'
import { type Errors, InvalidRow } from '../invalid-row.ts'
import { BLANK, isLonger, TAKEN, tooLong } from '../names.ts'
import type { Project } from '../projects/project.ts'
import { nextId, type World } from '../world.ts'
import type { Release, ReleaseLink } from './release.ts'

export type ReleaseValues = Pick<Release, 'name' | 'description' | 'milestoneIds' | 'releasedAt'>
export type LinkValues = Pick<ReleaseLink, 'name' | 'url' | 'filepath' | 'type'>

/** Publishes a tag. Throws InvalidRow. */
export function createRelease(
  world: World,
  project: Project,
  given: ReleaseValues & Pick<Release, 'tag' | 'sha' | 'authorId'>,
  links: readonly LinkValues[],
  now: Instant,
): Release {
  refuseLongNotes(given)
  const id = nextId(world, 'releases')
  const release = world.releases.insert({
    id,
    projectId: project.id,
    ...given,
    createdAt: now,
    updatedAt: now,
  })
  for (const link of links) addLink(world, release, link)
  return release
}

/** Throws InvalidRow. */
export function changeRelease(
  world: World,
  release: Release,
  changes: Partial<ReleaseValues>,
  now: Instant,
): Release {
  refuseLongNotes(changes)
  return world.releases.put({ ...release, ...changes, updatedAt: now })
}

/** Deletes a release; its tag stays. */
export function removeRelease(world: World, release: Release): void {
  for (const link of linksOf(world, release)) world.releaseLinks.delete(link.id)
  world.releases.delete(release.id)
}

/** The links of a release, the latest first. */
export function linksOf(world: World, release: Release): ReleaseLink[] {
  return world.releaseLinks.by('byRelease', release.id).list().reverse()
}

/** Throws InvalidRow. */
export function addLink(world: World, release: Release, values: LinkValues): ReleaseLink {
  refuseLink(world, release.id, values, undefined)
  const id = nextId(world, 'releaseLinks')
  return world.releaseLinks.insert({ id, releaseId: release.id, projectId: release.projectId, ...values })
}

/** Throws InvalidRow. */
export function changeLink(world: World, link: ReleaseLink, changes: Partial<LinkValues>): ReleaseLink {
  const changed = { ...link, ...changes }
  refuseLink(world, link.releaseId, changed, link)
  return world.releaseLinks.put(changed)
}

const LONGEST_NOTES = 1_000_000
const FILE_PATH = /^\/(?!.*\/\/)[\w./-]*[^/]$/

function refuseLongNotes({ description }: { readonly description?: string | null }): void {
  if (isLonger(description, LONGEST_NOTES)) throw new InvalidRow({ description: [tooLong(LONGEST_NOTES)] })
}

function refuseLink(
  world: World,
  releaseId: number,
  values: LinkValues,
  self: ReleaseLink | undefined,
): void {
  const { name, url, filepath } = values
  const isTaken = (index: 'byName' | 'byUrl' | 'byFilepath', value: string) =>
    world.releaseLinks
      .by(index, releaseId, value)
      .list()
      .some(({ id }) => id !== self?.id)
  const errors: { [attribute: string]: string[] } = {}
  if (url === '' || !/^(?:https?|ftp):\/\/[^\s/]+/.test(url))
    errors.url = url === '' ? [BLANK] : ['is blocked: Only allowed schemes are http, https, ftp']
  else if (isTaken('byUrl', url)) errors.url = [TAKEN]
  if (name === '') errors.name = [BLANK]
  else if (isTaken('byName', name)) errors.name = [TAKEN]
  if (filepath !== null && isLonger(filepath, 128)) errors.filepath = [tooLong(128)]
  else if (filepath !== null && !FILE_PATH.test(filepath)) errors.filepath = ['is in an invalid format']
  else if (filepath !== null && isTaken('byFilepath', filepath)) errors.filepath = [TAKEN]
  if (Object.keys(errors).length > 0) throw new InvalidRow(errors satisfies Errors)
}
