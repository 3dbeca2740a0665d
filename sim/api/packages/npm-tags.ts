import { text } from '../../lib/bytes.ts'
import { parseJson } from '../../lib/json.ts'
import { distTags, npmVersions } from '../../model/packages/npm-packages.ts'
import { familyOf, tagPackage, untagPackage } from '../../model/packages/packages.ts'
import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import {
  allowedHolder,
  given,
  ofInstallation,
  ofProject,
  type Place,
  packageName,
  projectId,
  registry,
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

export const listNpmTags = operation(
  {
    ...listing,
    path: `${ofProject}/${below}`,
    params: { ...projectId, ...packageName },
    summary: 'The tags of an npm package of a project',
  },
  ({ view, params }) => tagsOf(view.situation, { id: params.id }, params.package_name),
)

export const listNpmTagsAnywhere = operation(
  {
    ...listing,
    path: `${ofInstallation}/${below}`,
    summary: 'The tags of an npm package named after its top group',
  },
  ({ view, params }) => tagsOf(view.situation, 'installation', params.package_name),
)

export const setNpmTag = operation(
  {
    ...setting,
    path: `${ofProject}/${below}/:tag`,
    params: { ...projectId, ...oneTag },
    summary: 'Give a tag to the version that the body names',
  },
  ({ view, params, content }) => setTag(view.situation, { id: params.id }, params, content),
)

export const setNpmTagAnywhere = operation(
  {
    ...setting,
    path: `${ofInstallation}/${below}/:tag`,
    summary: 'The same for a package named after its top group',
  },
  ({ view, params, content }) => setTag(view.situation, 'installation', params, content),
)

export const deleteNpmTag = operation(
  {
    ...removing,
    path: `${ofProject}/${below}/:tag`,
    params: { ...projectId, ...oneTag },
    summary: 'Take a tag from an npm package',
  },
  ({ view, params }) => removeTag(view.situation, { id: params.id }, params),
)

export const deleteNpmTagAnywhere = operation(
  {
    ...removing,
    path: `${ofInstallation}/${below}/:tag`,
    summary: 'The same for a package named after its top group',
  },
  ({ view, params }) => removeTag(view.situation, 'installation', params),
)

function tagsOf(situation: Situation, place: Place, sent: string | null) {
  const name = given(sent, 'Package Name')
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
  const name = given(params.package_name, 'Package Name')
  const version = given(versionIn(content), 'Version')
  const tag = given(params.tag, 'Tag')
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
  const name = given(params.package_name, 'Package Name')
  const tag = given(params.tag, 'Tag')
  const { id: projectId } = allowedHolder(situation, place, name, 'destroy_package')
  const versions = familyOf(world, { projectId, type: 'npm', name })
  if (!untagPackage(world, versions, tag)) throw notFound('Package tag')
}
