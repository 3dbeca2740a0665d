import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Package, PackageFile } from './package.ts'
import { createPackage, isInstallable, type NewPackage, packagesOfVersion, uploadFile } from './packages.ts'

/** The file that lists the versions of a package, or the files of a snapshot. */
export const MAVEN_METADATA = 'maven-metadata.xml'

/**
 * The package at a path, the latest to be made: `com/acme/till/1.0` is the version `1.0`, `com/acme/till` holds what is
 * true of all versions.
 */
export function mavenPackage(world: World, { id: projectId }: Project, path: string): Package | undefined {
  return placesAt(path)
    .flatMap(({ name, version }) => packagesOfVersion(world, { projectId, type: 'maven', name, version }))
    .filter(isInstallable)
    .sort((a, b) => a.id - b.id)
    .at(-1)
}

/** The packages of a path in all projects. */
export function mavenPackagesAt(world: World, path: string): Package[] {
  return placesAt(path).flatMap(({ name, version }) =>
    world.packages
      .by('byName', 'maven', name)
      .list()
      .filter((it) => it.version === version && isInstallable(it)),
  )
}

function placesAt(path: string): { readonly name: string; readonly version: string | null }[] {
  const slash = path.lastIndexOf('/')
  const whole = { name: path, version: null }
  return slash <= 0 ? [whole] : [whole, { name: path.slice(0, slash), version: path.slice(slash + 1) }]
}

/** Name and version of the package that a file makes where there is none at its path. */
export function newMavenPackage(
  path: string,
  fileName: string,
): { readonly name: string; readonly version: string | null } {
  const [whole, versioned] = placesAt(path)
  const ofAll = fileName === MAVEN_METADATA && !path.endsWith('-SNAPSHOT')
  return ofAll ? { name: path, version: null } : (versioned ?? { name: whole?.name ?? path, version: null })
}

export interface MavenUpload extends Omit<NewPackage, 'type' | 'name' | 'version'> {
  readonly path: string
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** The package that a file belongs to, which is made if need be. */
export function mavenPackageFor(world: World, upload: MavenUpload, now: Instant): Package {
  const { project, path, fileName, pipelineId } = upload
  const known = mavenPackage(world, project, path)
  if (known === undefined)
    return createPackage(world, { ...upload, type: 'maven', ...newMavenPackage(path, fileName) }, now)
  const pipelineIds = new Set([...known.pipelineIds, ...(pipelineId === undefined ? [] : [pipelineId])])
  return world.packages.update(known.id, { pipelineIds: [...pipelineIds] })
}

/** Adds a file to a package. */
export function uploadMaven(world: World, of: Package, upload: MavenUpload, now: Instant): PackageFile {
  const { fileName: name, bytes, pipelineId } = upload
  const pipelineIds = pipelineId === undefined ? [] : [pipelineId]
  return uploadFile(world, of, { name, bytes, pipelineIds }, now)
}
