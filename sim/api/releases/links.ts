import { releaseLinkEntity } from '../../entities/release.ts'
import type { Project } from '../../model/projects/project.ts'
import { linkTypes, type Release, type ReleaseLink } from '../../model/releases/release.ts'
import { addLink, changeLink } from '../../model/releases/releases.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayCreateTag } from '../../policy/tags.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { atLeastOneOf, integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { forbidden, notFound, recordNotFound } from '../../protocol/refusal.ts'
import { refuseInvalidRow } from '../../protocol/refuse-invalid-row.ts'
import { releaseOf } from '../shared/release-place.ts'

const path = '/projects/:id/releases/:tag_name/assets/links'
const tagName = { tag_name: required(string({ about: 'Tag of the release' })) }
const linkId = { link_id: required(integer({ about: 'ID of the link' })) }
const dotted = ['tag_name'] as const
const common = { subject: 'project', refuses: [404], beyond: true, accepts: ['job_token'], dotted } as const
const reading = { ...common, auth: 'public', needs: 'read_release' } as const
const writing = { ...common, auth: 'public', authorize: 'first', needs: 'create_release' } as const

export const listReleaseLinks = operation(
  {
    ...reading,
    method: 'GET',
    path,
    summary: 'List the links of a release',
    params: tagName,
    answers: { many: releaseLinkEntity },
  },
  ({ world, project, params }) =>
    indexListing(world.releaseLinks.by('byRelease', found(world, project, params.tag_name).id), 'descending'),
)

export const getReleaseLink = operation(
  {
    ...reading,
    method: 'GET',
    path: `${path}/:link_id`,
    summary: 'Get a link of a release',
    params: { ...tagName, ...linkId },
    answers: { one: releaseLinkEntity },
  },
  ({ world, project, params }) => named(world, project, params),
)

export const createReleaseLink = operation(
  {
    ...writing,
    method: 'POST',
    path,
    summary: 'Create a link of a release',
    params: {
      ...tagName,
      name: required(string()),
      url: required(string()),
      direct_asset_path: string({ about: 'Path of the asset below the release' }),
      filepath: string({ about: 'Former name of `direct_asset_path`', deprecated: true }),
      link_type: withDefault(oneOf(linkTypes), 'other'),
    },
    answers: { status: 201, one: releaseLinkEntity },
  },
  ({ world, project, params, view }) => {
    const release = writable(view.situation, project, params.tag_name)
    const values = {
      name: params.name ?? '',
      url: params.url ?? '',
      filepath: params.direct_asset_path ?? params.filepath ?? null,
      type: params.link_type,
    }
    return refuseInvalidRow(() => addLink(world, release, values))
  },
)

const changes = {
  name: string(),
  url: string(),
  direct_asset_path: string(),
  filepath: string(),
  link_type: oneOf(linkTypes),
}

export const updateReleaseLink = operation(
  {
    ...writing,
    method: 'PUT',
    path: `${path}/:link_id`,
    summary: 'Update a link of a release',
    params: { ...tagName, ...linkId, ...changes },
    rules: [atLeastOneOf('name', 'url')],
    answers: { one: releaseLinkEntity },
  },
  ({ world, project, params, view }) => {
    writable(view.situation, project, params.tag_name)
    const link = named(world, project, params)
    const { name, url, link_type: type } = params
    const filepath = params.direct_asset_path ?? params.filepath
    const values = {
      ...(name != null && { name }),
      ...(url != null && { url }),
      ...(type && { type }),
      ...(filepath != null && { filepath }),
    }
    return refuseInvalidRow(() => changeLink(world, link, values))
  },
)

export const deleteReleaseLink = operation(
  {
    ...writing,
    method: 'DELETE',
    path: `${path}/:link_id`,
    summary: 'Delete a link of a release',
    params: { ...tagName, ...linkId },
    answers: { status: 200, one: releaseLinkEntity },
  },
  ({ world, project, params, view }) => {
    writable(view.situation, project, params.tag_name)
    const link = named(world, project, params)
    world.releaseLinks.delete(link.id)
    return link
  },
)

interface Named {
  readonly tag_name: string | null
  readonly link_id: number | null
}

function named(world: World, project: Project, params: Named): ReleaseLink {
  const release = found(world, project, params.tag_name)
  const link = world.releaseLinks.get(params.link_id ?? 0)
  if (link?.releaseId !== release.id) throw notFound()
  return link
}

function found(world: World, project: Project, tag: string | null): Release {
  return releaseOf(world, project, tag, recordNotFound())
}

/** The release of a tag that the caller may create: links belong to those who may make the release. */
function writable(situation: Situation, project: Project, tag: string | null): Release {
  const release = found(situation.world, project, tag)
  if (!mayCreateTag(situation, project, release.tag)) throw forbidden()
  return release
}
