import type { PackageDescription, PackageFileDescription } from '../../../fixtures/schema.ts'
import { gzippedTar } from '../../git/archive/archive.ts'
import { unbase64, utf8 } from '../../lib/bytes.ts'
import { parseJson } from '../../lib/json.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Instant } from '../../time/calendar.ts'
import type { Manifest, Package } from '../packages/package.ts'
import { addFile } from '../packages/package-files.ts'
import { nextId, nextNumber } from '../world.ts'
import {
  type Loading,
  loadEach,
  type ProjectScope,
  timeOf,
  timeOrNull,
  touch,
  userIdOrNull,
} from './loading.ts'

/** Packages with their files, whose sizes and digests are those of the content. */
export function* loadPackages(loading: Loading, scope: ProjectScope): Steps<void> {
  yield* loadEach(loading, scope.description.packages, (it, i) => {
    const path = `${scope.path}.packages[${i}]`
    const row = loading.world.packages.insert(packageRow(loading, scope, it, path))
    touch(scope, row.createdAt)
    return loadEach(loading, it.files, (file) => loadFile(loading, scope, row, file))
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
    manifest: manifestOf(it),
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

// An npm package has its package.json in its archive.
function manifestOf({ type, files = [] }: PackageDescription): Manifest | null {
  const [archive] = files.flatMap((file) => (file.archive === undefined ? [] : [file.archive]))
  const described = archive?.find(({ path }) => path === 'package/package.json')
  if (type !== 'npm' || described === undefined) return null
  const parsed = parseJson(described.text)
  const fields = parsed.ok ? parsed.value : null
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? (fields as Manifest) : null
}

function loadFile(loading: Loading, scope: ProjectScope, of: Package, file: PackageFileDescription): void {
  const createdAt = timeOrNull(loading, file.createdAt) ?? of.createdAt
  const bytes = contentOf(file, createdAt)
  scope.bytes.packages += bytes.length
  addFile(loading.world, of, { name: file.name, bytes, pipelineIds: of.pipelineIds }, createdAt)
}

function contentOf({ text, base64, archive }: PackageFileDescription, at: Instant): Uint8Array {
  if (archive !== undefined)
    return gzippedTar(
      archive.map((file) => ({ path: file.path, bytes: utf8(file.text) })),
      at,
    )
  return base64 === undefined ? utf8(text ?? '') : unbase64(base64)
}
