import compare from 'semver/functions/compare.js'
import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Package } from './package.ts'
import {
  createPackage,
  isInstallable,
  type NewPackage,
  packagesOfVersion,
  tagPackage,
  uploadFile,
  versionsOfPackage,
} from './packages.ts'

/** `acme` of `@acme/money`. */
export function scopeOf(name: string): string | undefined {
  return /^@([^/]+)\/./.exec(name)?.[1]
}

/** The path of the namespace at the top, which packages are named after. */
function rootOf({ fullPath }: Pick<Project, 'fullPath'>): string {
  return fullPath.slice(0, fullPath.indexOf('/'))
}

/** The versions of an npm package that a project offers, the latest of each, in the order of publication. */
export function npmVersions(world: World, { id: projectId }: Project, name: string): Package[] {
  const latest = new Map<string, Package>()
  const offered = versionsOfPackage(world, { projectId, type: 'npm', name }).filter(isInstallable)
  for (const it of offered.sort((a, b) => a.id - b.id)) if (it.version !== null) latest.set(it.version, it)
  return [...latest.values()].sort((a, b) => a.id - b.id)
}

/** The project that offers a package to the whole installation: named after its top namespace, the last to publish. */
export function npmProject(world: World, name: string): Project | undefined {
  const scope = scopeOf(name)?.toLowerCase()
  let last: Package | undefined
  for (const it of world.packages.by('byName', 'npm', name).list())
    if (isInstallable(it) && rootOf(world.projects.require(it.projectId)).toLowerCase() === scope) last = it
  return last === undefined ? undefined : world.projects.require(last.projectId)
}

/** The version of each tag; without a tag `latest` it is the highest one. */
export function distTags(versions: readonly Package[]): { readonly [tag: string]: string } {
  const tags = versions
    .flatMap((it) => it.tags.map((tag) => ({ ...tag, version: it.version ?? '' })))
    .sort((a, b) => a.id - b.id)
    .map(({ name, version }) => [name, version] as const)
  const highest = versions
    .map(({ version }) => version ?? '')
    .sort(byPrecedence)
    .at(-1)
  return { ...(highest === undefined ? {} : { latest: highest }), ...Object.fromEntries(tags) }
}

function byPrecedence(a: string, b: string): number {
  try {
    return compare(a, b)
  } catch {
    return a < b ? -1 : 1
  }
}

export interface NpmPublication extends Omit<NewPackage, 'type'> {
  readonly tag: string | undefined
  readonly bytes: Uint8Array
  /** SHA-1 as the client gives it, who compares with it later. */
  readonly sha1: string | undefined
}

/** True when the project has that version already. */
export function isPublished(
  world: World,
  { id: projectId }: Project,
  name: string,
  version: string,
): boolean {
  return packagesOfVersion(world, { projectId, type: 'npm', name, version }).some(
    (it) => it.status !== 'pending_destruction',
  )
}

/** True when another project below the same top namespace has that version of a package that is named after it. */
export function isVersionTaken(world: World, project: Project, name: string, version: string): boolean {
  if (scopeOf(name) !== rootOf(project)) return false
  return world.packages
    .by('byName', 'npm', name)
    .list()
    .some(
      (it) =>
        it.projectId !== project.id &&
        it.version === version &&
        it.status !== 'pending_destruction' &&
        rootOf(world.projects.require(it.projectId)) === rootOf(project),
    )
}

export function publishNpm(world: World, publication: NpmPublication, now: Instant): Package {
  const { tag, bytes, sha1, name, version, pipelineId } = publication
  const it = createPackage(world, { ...publication, type: 'npm' }, now)
  const file = {
    name: `${name}-${version}.tgz`,
    bytes,
    pipelineIds: pipelineId === undefined ? [] : [pipelineId],
  }
  uploadFile(world, it, sha1 === undefined ? file : { ...file, sha1 }, now)
  if (tag !== undefined) tagPackage(world, it, tag, now)
  return world.packages.require(it.id)
}
