import { forEach, Pace, type Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Project } from '../projects/project.ts'
import { nextId, nextNumber, type World } from '../world.ts'
import {
  type Manifest,
  type Package,
  type PackageFile,
  type PackageStatus,
  type PackageType,
  versionKey,
} from './package.ts'
import { addFile, addToPackagesSize, type NewFile, removeFile } from './package-files.ts'

/** True for packages that package managers can install. */
export function isInstallable({ status }: Pick<Package, 'status'>): boolean {
  return status === 'default' || status === 'hidden'
}

/** The name under which a package is shown: of a conan package its whole recipe. */
export function shownName({ name, version, type, conanChannel }: Package): string {
  return type === 'conan' ? `${name}/${version}@${conanChannel ?? '_/_'}` : name
}

/** The versions of one package, by version; one without a version comes last. */
export function versionsOfPackage(
  world: World,
  { projectId, type, name }: Pick<Package, 'projectId' | 'type' | 'name'>,
): Package[] {
  return world.packages.by('byFamily', projectId, type, name).list()
}

/** The packages of one version. */
export function packagesOfVersion(
  world: World,
  { projectId, type, name, version }: Pick<Package, 'projectId' | 'type' | 'name' | 'version'>,
): Package[] {
  return world.packages.by('byFamily', projectId, type, name, ...versionKey({ version })).list()
}

export interface NewPackage {
  readonly project: Project
  readonly type: PackageType
  readonly name: string
  /** Null for what is true of all versions. */
  readonly version: string | null
  readonly creatorId: number | null
  /** The pipeline whose job publishes it. */
  readonly pipelineId?: number | undefined
  readonly status?: PackageStatus
  readonly manifest?: Manifest
}

export function createPackage(world: World, wish: NewPackage, now: Instant): Package {
  const { project, type, name, version, creatorId, pipelineId, status = 'default', manifest = null } = wish
  return world.packages.insert({
    id: nextId(world, 'packages'),
    projectId: project.id,
    name,
    version,
    type,
    status,
    conanChannel: null,
    manifest,
    tags: [],
    creatorId,
    pipelineIds: pipelineId === undefined ? [] : [pipelineId],
    lastDownloadedAt: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Adds a file that somebody uploads. */
export function uploadFile(world: World, of: Package, file: NewFile, now: Instant): PackageFile {
  addToPackagesSize(world, of.projectId, file.bytes.length)
  return addFile(world, of, file, now)
}

/** Moves a tag to a version of a package. */
export function tagPackage(world: World, of: Package, name: string, now: Instant): void {
  for (const other of versionsOfPackage(world, of)) {
    const tag = other.tags.find((candidate) => candidate.name === name)
    if (tag === undefined) continue
    if (other.id !== of.id) moveTag(world, tag.id, other, of)
    return
  }
  const tag = { id: nextNumber(world, 'packageTags'), name, createdAt: now, updatedAt: now }
  world.packages.update(of.id, { tags: [...of.tags, tag] })
}

function moveTag(world: World, id: number, from: Package, to: Package): void {
  const tag = from.tags.filter((candidate) => candidate.id === id)
  world.packages.update(from.id, { tags: from.tags.filter((candidate) => candidate.id !== id) })
  world.packages.update(to.id, { tags: [...to.tags, ...tag].sort((a, b) => a.id - b.id) })
}

/** Removes a tag; false where no version has it. */
export function untagPackage(world: World, versions: readonly Package[], name: string): boolean {
  const tagged = versions.find(({ tags }) => tags.some((tag) => tag.name === name))
  if (tagged === undefined) return false
  world.packages.update(tagged.id, { tags: tagged.tags.filter((tag) => tag.name !== name) })
  return true
}

const HALF_A_DAY = 12 * 3_600_000
const CLEANED_AT = 20 * 60_000

/** The registry is cleaned up twice a day, at twenty past midnight and past noon. */
function nextCleanup(now: Instant): Instant {
  return (Math.floor((now - CLEANED_AT) / HALF_A_DAY) + 1) * HALF_A_DAY + CLEANED_AT
}

/** Marks a package for destruction: it is hidden at once, and removed at the next clean-up. */
export function markPackageForDestruction(world: World, { id }: Package, now: Instant): void {
  world.packages.update(id, { status: 'pending_destruction', updatedAt: now })
  scheduleCleanup(world, { packageId: id }, now)
}

/** The same for a file. */
export function markFileForDestruction(world: World, { id }: PackageFile, now: Instant): void {
  world.packageFiles.update(id, { status: 'pending_destruction', updatedAt: now })
  scheduleCleanup(world, { fileId: id }, now)
}

function scheduleCleanup(world: World, args: { readonly [name: string]: number }, now: Instant): void {
  world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'package-cleanup', args, due: nextCleanup(now) })
}

/** Removes a package with its files. */
export function* removePackage(world: World, { id }: Package, pace = new Pace()): Steps<void> {
  yield* forEach(world.packageFiles.by('byPackage', id).list(), pace, (file) => removeFile(world, file))
  world.packages.delete(id)
}

/** Removes a file, and a package that has no file left. */
export function removePackageFile(world: World, file: PackageFile): void {
  removeFile(world, file)
  const left = world.packageFiles.by('byPackage', file.packageId).count(1)
  if (left === 0) world.packages.delete(file.packageId)
}
