import { blobEntity, type IdentifiedBlob } from '../../entities/blob.ts'
import type { Project } from '../../model/projects/project.ts'
import { blobInProject } from '../../model/repository/project-objects.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { rawHeaders } from '../../protocol/raw-content.ts'
import { notFound } from '../../protocol/refusal.ts'
import { isLargeFile, largeFileLimit } from '../shared/large-files.ts'
import { reading } from './params.ts'

const params = { sha: required(string({ about: 'ID of the blob' })) }

export const getBlob = operation(
  {
    ...reading,
    path: '/projects/:id/repository/blobs/:sha',
    summary: 'Get a blob of a repository',
    params,
    rateLimit: largeFileLimit('/projects/:id/repository/blobs/:sha/raw'),
    answers: { one: blobEntity },
  },
  ({ world, project, params, countRequest }) => {
    const blob = found(world, project, params.sha)
    if (isLargeFile(blob.bytes)) countRequest()
    return blob
  },
)

export const getRawBlob = operation(
  {
    ...reading,
    path: '/projects/:id/repository/blobs/:sha/raw',
    summary: 'Get the raw content of a blob',
    params,
    answers: { bytes: 'application/octet-stream' },
  },
  ({ world, project, params }) => {
    const { bytes } = found(world, project, params.sha)
    return { bytes, headers: rawHeaders(undefined, bytes) }
  },
)

function found(world: World, project: Project, sha: string | null): IdentifiedBlob {
  const id = (sha ?? '').toLowerCase()
  const bytes = blobInProject(world, project, id)
  if (bytes === undefined) throw notFound('Blob')
  return { sha: id, bytes }
}
