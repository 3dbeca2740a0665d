import { sha256Hex } from '../lib/hash.ts'
import type { PackageFile } from '../model/packages/package.ts'
import type { View } from './entity.ts'
import {
  constant,
  entity,
  integer,
  many,
  nullable,
  object,
  oneOfTexts,
  text,
  timestamp,
  when,
} from './entity.ts'
import { keepsPipelines, packagePipelineEntity, pipelinesKept } from './package.ts'

const project = ({ packageId }: PackageFile, { world }: View) =>
  world.projects.require(world.packages.require(packageId).projectId)

function builds(file: PackageFile, view: View) {
  if (file.pipelineIds.length === 0 || keepsPipelines(view, project(file, view))) return []
  return file.pipelineIds.flatMap((id) => view.world.pipelines.get(id) ?? [])
}

const digests = {
  md5: nullable(text<PackageFile>((file) => file.md5 as string)),
  sha1: nullable(text<PackageFile>((file) => file.sha1 as string)),
  sha256: nullable(text<PackageFile>((file) => file.sha256 as string)),
}

/** A file of a package; a digest that its format does not store is null. */
export const packageFileEntity = entity<PackageFile>('PackageFile', {
  id: integer((file) => file.id),
  package_id: integer((file) => file.packageId),
  created_at: timestamp((file) => file.createdAt),
  file_name: text((file) => file.name),
  size: integer((file) => file.size),
  file_md5: digests.md5,
  file_sha1: digests.sha1,
  file_sha256: digests.sha256,
  pipelines: {
    ...when((file, view) => builds(file, view).length > 0, many(packagePipelineEntity, builds)),
    decides: pipelinesKept,
  },
})

/** What an upload answers without being asked for more. */
export const createdEntity = entity<PackageFile>('Created', { message: constant('201 Created') })

/** The row of a file as it is stored, which an upload answers on request (packages#generic-select). */
export const storedPackageFileEntity = entity<PackageFile>('StoredPackageFile', {
  id: integer((file) => file.id),
  package_id: integer((file) => file.packageId),
  created_at: timestamp((file) => file.createdAt),
  updated_at: timestamp((file) => file.updatedAt),
  size: integer((file) => file.size),
  file_store: constant(1),
  file_md5: digests.md5,
  file_sha1: digests.sha1,
  file_name: text((file) => file.name),
  file: object<PackageFile>({ url: text(storedAt) }),
  file_sha256: digests.sha256,
  verification_retry_at: constant(null),
  verified_at: constant(null),
  verification_failure: constant(null),
  verification_retry_count: constant(null),
  verification_checksum: constant(null),
  verification_state: constant(0),
  verification_started_at: constant(null),
  status: oneOfTexts(['default', 'pending_destruction'], (file) => file.status),
  new_file_path: constant(null),
})

/** Where the service keeps it: folders are named after the digest of the project's number. */
function storedAt(file: PackageFile, view: View): string {
  const folder = sha256Hex(String(project(file, view).id))
  const place = `${folder.slice(0, 2)}/${folder.slice(2, 4)}/${folder}`
  return `/${place}/packages/${file.packageId}/files/${file.id}/${file.name}`
}
