import { RE2JS, RE2JSException } from 're2js'
import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import type { World } from '../world.ts'
import type { Package, PackageFile } from './package.ts'
import { fileNamed } from './package-files.ts'
import { createPackage, isInstallable, type NewPackage, packagesOfVersion, uploadFile } from './packages.ts'

export interface GenericUpload extends Omit<NewPackage, 'type'> {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** A generic package that can be downloaded. */
export function genericPackage(
  world: World,
  { id: projectId }: Project,
  name: string,
  version: string,
): Package | undefined {
  return versionsOf(world, { projectId, name, version }).find(isInstallable)
}

function versionsOf(world: World, it: Pick<Package, 'projectId' | 'name' | 'version'>): Package[] {
  return packagesOfVersion(world, { ...it, type: 'generic' })
}

/** Adds a file to a generic package, which it makes if need be; undefined where the group wants no file twice. */
export function uploadGeneric(world: World, upload: GenericUpload, now: Instant): PackageFile | undefined {
  const { project, name, version, status, pipelineId, fileName, bytes } = upload
  const known = versionsOf(world, { projectId: project.id, name, version }).find(
    (it) => it.status !== 'pending_destruction',
  )
  const it = known ?? createPackage(world, { ...upload, type: 'generic' }, now)
  if (fileNamed(world, it, fileName) !== undefined && !mayRepeat(world, project, it)) return undefined
  const pipelineIds = pipelineId === undefined ? [] : [pipelineId]
  world.packages.update(it.id, {
    ...(status !== undefined && { status }),
    pipelineIds: [...new Set([...it.pipelineIds, ...pipelineIds])],
  })
  return uploadFile(world, it, { name: fileName, bytes, pipelineIds }, now)
}

function mayRepeat(world: World, project: Project, { name, version }: Package): boolean {
  const group = project.namespaceKind === 'group' ? world.groups.get(project.namespaceId) : undefined
  const { allowed, exceptions } = group?.genericDuplicates ?? { allowed: true, exceptions: '' }
  return allowed || fits(exceptions, name) || fits(exceptions, version ?? '')
}

function fits(pattern: string, text: string): boolean {
  if (pattern === '' || text === '') return false
  try {
    return RE2JS.compile(pattern).matches(text)
  } catch (error) {
    if (error instanceof RE2JSException) return false
    throw error
  }
}
