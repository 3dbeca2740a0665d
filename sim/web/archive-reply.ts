import { sha256Hex } from '../lib/hash.ts'
import type { Project } from '../model/projects/project.ts'
import { archiveEndings, repositoryArchive } from '../model/repository/archives.ts'
import type { World } from '../model/world.ts'
import { archiveHeaders } from '../protocol/archive-headers.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'

export interface ArchiveTarget {
  readonly ref: string
  /** The name that the address gives the file. */
  readonly file: string | undefined
  readonly ending: string
}

/** An archive as the pages of a project and its releases link it; undefined where there is no such reference. */
export function archiveReply(
  world: World,
  project: Project,
  request: PlainRequest,
  { ref, file, ending }: ArchiveTarget,
  isOpen: boolean,
): PlainReply | undefined {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
  const format = archiveEndings[ending] ?? 'tar.gz'
  const found = repositoryArchive(world, project, {
    ref: ref === '' ? project.defaultBranch : ref,
    path: query.get('path') ?? '',
    format,
    // The address of a release says how its file is named.
    ...(file === `${project.path}-${ref.replaceAll('/', '-')}` && { withId: false }),
    ...(query.has('append_sha') && { withId: true }),
  })
  if (found === undefined) return undefined
  const etag = `"${sha256Hex(`${found.commit} ${found.name}.${format}`).slice(0, 32)}"`
  const lasting = ref === found.commit ? 3600 : 60
  const headers = {
    ...archiveHeaders(found.name, format),
    ETag: etag,
    'Cache-Control': `max-age=${lasting}, ${isOpen ? 'public' : 'private'}, must-revalidate, stale-while-revalidate=60, stale-if-error=300, s-maxage=60`,
  }
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: null }
  const bytes = found.bytes()
  if (bytes === undefined) return undefined
  return request.method === 'HEAD'
    ? { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) }, body: null }
    : { status: 200, headers, body: bytes }
}
