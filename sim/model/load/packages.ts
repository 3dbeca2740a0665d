import type { PackageDescription, PackageFileDescription } from '../../../fixtures/schema.ts'
import { unbase64, utf8 } from '../../lib/bytes.ts'
import { md5Hex, sha1Hex, sha256Hex } from '../../lib/hash.ts'
import type { Package, PackageType } from '../package.ts'
import { nextId, nextNumber } from '../world.ts'
import { type Loading, type ProjectScope, timeOf, timeOrNull, touch, userIdOrNull } from './loading.ts'

/** Packages with their files, whose sizes and digests are those of the content. */
export function loadPackages(loading: Loading, scope: ProjectScope): void {
  scope.description.packages?.forEach((it, i) => {
    const path = `${scope.path}.packages[${i}]`
    const row = loading.world.packages.insert(packageRow(loading, scope, it, path))
    touch(scope, row.createdAt)
    it.files?.forEach((file) => {
      loadFile(loading, scope, row, file)
    })
  })
}

function packageRow(loading: Loading, scope: ProjectScope, it: PackageDescription, path: string): Package {
  const { world } = loading
  const createdAt = timeOf(loading, it.createdAt)
  return {
    id: nextId(world, 'packages'),
    projectId: scope.row.id,
    name: it.name,
    version: it.version ?? null,
    type: it.type,
    status: it.status ?? 'default',
    conanChannel: it.conanChannel ?? null,
    tags: (it.tags ?? []).map((name) => ({
      id: nextNumber(world, 'packageTags'),
      name,
      createdAt,
      updatedAt: createdAt,
    })),
    creatorId: userIdOrNull(loading, it.creator, `${path}.creator`),
    pipelineIds: (it.pipelines ?? []).map(
      (key, i) => scope.pipelines.require(key, `${path}.pipelines[${i}]`).id,
    ),
    lastDownloadedAt: timeOrNull(loading, it.lastDownloadedAt),
    createdAt,
    updatedAt: timeOrNull(loading, it.updatedAt) ?? createdAt,
  }
}

function loadFile(loading: Loading, scope: ProjectScope, of: Package, file: PackageFileDescription): void {
  const content = file.base64 === undefined ? utf8(file.text ?? '') : unbase64(file.base64)
  scope.bytes.packages += content.length
  loading.world.packageFiles.insert({
    id: nextId(loading.world, 'packageFiles'),
    packageId: of.id,
    name: file.name,
    size: content.length,
    ...digests(of.type, content),
    content,
    status: 'default',
    pipelineIds: of.pipelineIds,
    createdAt: timeOrNull(loading, file.createdAt) ?? of.createdAt,
  })
}

// Files of generic packages carry one digest only.
function digests(type: PackageType, content: Uint8Array) {
  const sha256 = sha256Hex(content)
  return type === 'generic'
    ? { md5: null, sha1: null, sha256 }
    : { md5: md5Hex(content), sha1: sha1Hex(content), sha256 }
}
