import { listedUploadEntity } from '../../entities/upload.ts'
import type { Group } from '../../model/groups/group.ts'
import type { Project } from '../../model/projects/project.ts'
import type { Upload } from '../../model/uploads/upload.ts'
import { removeUpload } from '../../model/uploads/uploads.ts'
import type { World } from '../../model/world.ts'
import type { AbilityName } from '../../policy/abilities.ts'
import { indexListing } from '../../protocol/listing.ts'
import { type Content, operation } from '../../protocol/operation.ts'
import { integer, required, string } from '../../protocol/params.ts'
import { recordNotFound } from '../../protocol/refusal.ts'

/** The project or group that an upload belongs to. */
type Owner = Pick<Upload, 'projectId' | 'groupId'>

/** Uploads belong to projects; those of groups are made in the web pages only. */
interface Place {
  readonly path: string
  readonly noun: string
  readonly subject: 'project' | 'group'
  readonly admin: AbilityName
  readonly read: AbilityName
  readonly of: (found: { readonly project?: Project; readonly group?: Group }) => Owner
}
const ofProject: Place = {
  path: '/projects/:id/uploads',
  noun: 'a project',
  subject: 'project',
  admin: 'admin_project',
  read: 'read_project',
  of: ({ project }) => ({ projectId: (project as Project).id, groupId: null }),
}
const ofGroup: Place = {
  path: '/groups/:id/uploads',
  noun: 'a group',
  subject: 'group',
  admin: 'admin_group_uploads',
  read: 'read_group',
  of: ({ group }) => ({ projectId: null, groupId: (group as Group).id }),
}
const uploadId = { upload_id: required(integer({ about: 'ID of the upload' })) }
const address = {
  secret: required(string({ about: 'Secret in the path of the upload, 32 characters' })),
  filename: required(string()),
}

export const listProjectUploads = list(ofProject)
export const listGroupUploads = list(ofGroup)
export const downloadProjectUpload = download(ofProject)
export const downloadGroupUpload = download(ofGroup)
export const downloadProjectUploadBySecret = downloadBySecret(ofProject)
export const downloadGroupUploadBySecret = downloadBySecret(ofGroup)
export const deleteProjectUpload = remove(ofProject)
export const deleteGroupUpload = remove(ofGroup)
export const deleteProjectUploadBySecret = removeBySecret(ofProject)
export const deleteGroupUploadBySecret = removeBySecret(ofGroup)

function list({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path,
      summary: `List the uploads of ${noun}`,
      subject,
      needs,
      answers: { many: listedUploadEntity },
      beyond: true,
    },
    ({ world, ...found }) => {
      const { projectId, groupId } = of(found)
      const uploads =
        projectId === null
          ? world.uploads.by('byGroup', groupId ?? 0)
          : world.uploads.by('byProject', projectId)
      return indexListing(uploads, 'descending')
    },
  )
}

function download({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:upload_id`,
      summary: `Download an upload of ${noun}`,
      subject,
      needs,
      params: uploadId,
      answers: { bytes: 'application/octet-stream' },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => attachment(uploadById(world, of(found), params.upload_id)),
  )
}

function downloadBySecret({ path, noun, subject, read: needs, of }: Place) {
  return operation(
    {
      method: 'GET',
      path: `${path}/:secret/:filename`,
      summary: `Download an upload of ${noun}, by its secret`,
      auth: 'public',
      subject,
      needs,
      params: address,
      dotted: ['filename'],
      answers: { bytes: 'application/octet-stream' },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => attachment(uploadBySecret(world, of(found), params)),
  )
}

function remove({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:upload_id`,
      summary: `Delete an upload of ${noun}`,
      subject,
      needs,
      params: uploadId,
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => removeUpload(world, uploadById(world, of(found), params.upload_id)),
  )
}

function removeBySecret({ path, noun, subject, admin: needs, of }: Place) {
  return operation(
    {
      method: 'DELETE',
      path: `${path}/:secret/:filename`,
      summary: `Delete an upload of ${noun}, by its secret`,
      subject,
      needs,
      params: address,
      dotted: ['filename'],
      answers: { status: 204 },
      refuses: [404],
      beyond: true,
    },
    ({ world, params, ...found }) => removeUpload(world, uploadBySecret(world, of(found), params)),
  )
}

function uploadById(world: World, owner: Owner, id: number | null): Upload {
  return ownUpload(owner, world.uploads.get(id ?? 0))
}

function uploadBySecret(
  world: World,
  owner: Owner,
  { secret, filename }: { readonly secret: string | null; readonly filename: string | null },
): Upload {
  const { projectId, groupId } = owner
  const named = world.uploads.by('bySecret', secret ?? '', filename ?? '').list()
  return ownUpload(
    owner,
    named.find((it) => it.projectId === projectId && it.groupId === groupId),
  )
}

function ownUpload({ projectId, groupId }: Owner, upload: Upload | undefined): Upload {
  if (upload?.projectId !== projectId || upload.groupId !== groupId) throw recordNotFound()
  return upload
}

function attachment({ name, bytes }: Upload): Content {
  return {
    bytes,
    headers: {
      'Content-Disposition': `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  }
}
