import { readPointer } from '../git/lfs-pointer.ts'
import type { Project } from '../model/projects/project.ts'
import { type FileAtCommit, fileAt } from '../model/repository/files.ts'
import { contentBehind } from '../model/repository/lfs-objects.ts'
import { commitNamed } from '../model/repository/project-objects.ts'
import { repositoryOf } from '../model/repository/repository.ts'
import type { World } from '../model/world.ts'
import { attachment } from '../protocol/attachment.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { rawHeaders } from '../protocol/raw-content.ts'

/** A file as it is in a repository, or what its pointer stands for; undefined where there is none. */
export function rawReply(
  world: World,
  project: Project,
  request: PlainRequest,
  rest: string,
): PlainReply | undefined {
  const [ref, path] = refAndPath(world, project, rest)
  const commit = commitNamed(world, project, ref)
  const file = commit === undefined || path === '' ? undefined : fileAt(world, project, commit, path)
  const content = file && contentOf(world, project, file)
  if (content === undefined) return undefined
  const headers = { 'Content-Type': 'application/octet-stream', ...content.headers }
  const length = { 'Content-Length': String(content.bytes.length) }
  return request.method === 'HEAD'
    ? { status: 200, headers: { ...headers, ...length }, body: null }
    : { status: 200, headers: { ...headers, 'X-Content-Type-Options': 'nosniff' }, body: content.bytes }
}

function contentOf(world: World, project: Project, file: FileAtCommit) {
  if (!project.settings.lfs || readPointer(file.bytes) === undefined)
    return { bytes: file.bytes, headers: rawHeaders(file.name, file.bytes) }
  const bytes = contentBehind(world, project, file.bytes)
  return bytes && attachment(file.name, bytes)
}

// Names of branches and tags may have slashes: the longest that there is counts.
function refAndPath(world: World, project: Project, rest: string): readonly [ref: string, path: string] {
  const { refs } = repositoryOf(world, project)
  for (let slash = rest.lastIndexOf('/'); slash > 0; slash = rest.lastIndexOf('/', slash - 1)) {
    const name = rest.slice(0, slash)
    if ((refs.get(`refs/heads/${name}`) ?? refs.get(`refs/tags/${name}`)) !== undefined)
      return [name, rest.slice(slash + 1)]
  }
  const slash = rest.indexOf('/')
  return slash < 0 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash + 1)]
}
