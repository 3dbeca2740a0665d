import { text } from '../../lib/bytes.ts'
import { parseJson } from '../../lib/json.ts'
import { distTags, npmVersions } from '../../model/packages/npm-packages.ts'
import { tagPackage, untagPackage, versionsOfPackage } from '../../model/packages/packages.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import {
  allowedHolder,
  ofInstallation,
  ofProject,
  type Place,
  packageName,
  projectId,
  registry,
  requireValue,
} from './npm-places.ts'

const below = '-/package/*package_name/dist-tags'
const oneTag = { ...packageName, tag: required(string()) }

const listing = {
  ...registry,
  method: 'GET',
  auth: 'public',
  params: packageName,
  answers: { value: { type: 'object', additionalProperties: { type: 'string' } } },
  refuses: [404],
} as const
const setting = {
  ...registry,
  method: 'PUT',
  takes: 'content',
  params: oneTag,
  dotted: ['tag'],
  answers: { status: 204 },
  refuses: [404],
} as const
const removing = {
  ...registry,
  method: 'DELETE',
  params: oneTag,
  dotted: ['tag'],
  answers: { status: 204 },
  refuses: [404],
} as const

export const listProjectNpmTags = operation(
  {
    ...listing,
    path: `${ofProject}/${below}`,
    params: { ...projectId, ...packageName },
    summary: 'List the tags of an npm package of a project',
  },
  ({ view, params }) => tagsOf(view.situation, { id: params.id }, params.package_name),
)

export const listInstanceNpmTags = operation(
  {
    ...listing,
    path: `${ofInstallation}/${below}`,
    summary: 'List the tags of an npm package of the instance',
  },
  ({ view, params }) => tagsOf(view.situation, 'installation', params.package_name),
)

export const setProjectNpmTag = operation(
  {
    ...setting,
    path: `${ofProject}/${below}/:tag`,
    params: { ...projectId, ...oneTag },
    summary: 'Set a tag of an npm package of a project',
  },
  ({ view, params, content }) => setTag(view.situation, { id: params.id }, params, content),
)

export const setInstanceNpmTag = operation(
  {
    ...setting,
    path: `${ofInstallation}/${below}/:tag`,
    summary: 'Set a tag of an npm package of the instance',
  },
  ({ view, params, content }) => setTag(view.situation, 'installation', params, content),
)

export const deleteProjectNpmTag = operation(
  {
    ...removing,
    path: `${ofProject}/${below}/:tag`,
    params: { ...projectId, ...oneTag },
    summary: 'Delete a tag of an npm package of a project',
  },
  ({ view, params }) => removeTag(view.situation, { id: params.id }, params),
)

export const deleteInstanceNpmTag = operation(
  {
    ...removing,
    path: `${ofInstallation}/${below}/:tag`,
    summary: 'Delete a tag of an npm package of the instance',
  },
  ({ view, params }) => removeTag(view.situation, 'installation', params),
)

function tagsOf(situation: Situation, place: Place, sent: string | null) {
  const name = requireValue(sent, 'Package Name')
  const holder = allowedHolder(situation, place, name, 'read_package')
  const versions = npmVersions(situation.world, holder, name)
  if (versions.length === 0) throw notFound('Package')
  return distTags(versions)
}

interface Named {
  readonly package_name: string | null
  readonly tag: string | null
}

function setTag(situation: Situation, place: Place, params: Named, content: Uint8Array): void {
  const name = requireValue(params.package_name, 'Package Name')
  const version = requireValue(versionIn(content), 'Version')
  const tag = requireValue(params.tag, 'Tag')
  const holder = allowedHolder(situation, place, name, 'create_package')
  const found = npmVersions(situation.world, holder, name).find((it) => it.version === version)
  if (found === undefined) throw notFound('Package')
  tagPackage(situation.world, found, tag, situation.now)
}

// npm sends the version as a JSON text.
function versionIn(content: Uint8Array): string | undefined {
  const parsed = parseJson(text(content))
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : undefined
}

function removeTag(situation: Situation, place: Place, params: Named): void {
  const { world } = situation
  const name = requireValue(params.package_name, 'Package Name')
  const tag = requireValue(params.tag, 'Tag')
  const { id: projectId } = allowedHolder(situation, place, name, 'destroy_package')
  const versions = versionsOfPackage(world, { projectId, type: 'npm', name })
  if (!untagPackage(world, versions, tag)) throw notFound('Package tag')
}
