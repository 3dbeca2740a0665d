import { changed, inDialect } from '../lib/dialect.ts'
import {
  isDisplayed,
  type Package,
  type PackageTag,
  packageStatuses,
  packageTypes,
} from '../model/packages/package.ts'
import { shownName, versionsOfPackage } from '../model/packages/packages.ts'
import type { Pipeline } from '../model/pipelines/ci.ts'
import type { Project } from '../model/projects/project.ts'
import type { View } from './entity.ts'
import {
  entity,
  integer,
  many,
  nullable,
  object,
  one,
  oneOfTexts,
  text,
  timestamp,
  url,
  when,
} from './entity.ts'
import { pipelineBasics } from './pipeline-ref.ts'
import { userRefEntity } from './user-ref.ts'

/** A pipeline that built a package, with whoever started it. */
export const packagePipelineEntity = entity<Pipeline>('PackagePipeline', {
  ...pipelineBasics,
  user: nullable(
    one(userRefEntity, (pipeline: Pipeline, { world }) => world.users.get(pipeline.userId ?? 0)),
  ),
})

const packageTagEntity = entity<PackageTag & { readonly packageId: number }>('PackageTag', {
  id: integer((tag) => tag.id),
  package_id: integer((tag) => tag.packageId),
  name: text((tag) => tag.name),
  created_at: timestamp((tag) => tag.createdAt),
  updated_at: timestamp((tag) => tag.updatedAt),
})

const project = ({ projectId }: Package, { world }: View) => world.projects.require(projectId)

/** The pipelines that built it; later releases keep them from whoever may not see pipelines. */
function builds(it: Package, view: View): Pipeline[] {
  if (it.pipelineIds.length === 0 || keepsPipelines(view, project(it, view))) return []
  return it.pipelineIds.flatMap((id) => view.world.pipelines.get(id) ?? [])
}

export const pipelinesKept = changed('packages#later-pipelines-hidden', { before: false, after: true })

export function keepsPipelines(view: View, of: Project): boolean {
  return inDialect<boolean>(pipelinesKept, view.dialect) && !view.can('read_pipelines', of)
}

const isBuilt = (it: Package, view: View) => builds(it, view).length > 0

const tags = many(packageTagEntity, (it: Package) => it.tags.map((tag) => ({ ...tag, packageId: it.id })))
// The last build is still sent on its own beside all of them (S10); without one neither key is there.
const pipelines = {
  pipeline: {
    ...when(
      isBuilt,
      one(packagePipelineEntity, (it: Package, view) => builds(it, view).at(-1)),
    ),
    deprecated: true,
    decides: pipelinesKept,
  },
  pipelines: changed('packages#later-pipelines', {
    before: when(isBuilt, many(packagePipelineEntity, builds)),
    after: when(
      isBuilt,
      many(packagePipelineEntity, (_: Package) => []),
    ),
  }),
} as const

const packageVersionEntity = entity<Package>('PackageVersion', {
  id: integer((it) => it.id),
  version: text((it) => it.version ?? ''),
  created_at: timestamp((it) => it.createdAt),
  tags,
  ...pipelines,
})

const basics = {
  id: integer<Package>((it) => it.id),
  name: text<Package>(shownName),
  conan_package_name: when<Package>(
    (it) => it.type === 'conan',
    text((it) => it.name),
  ),
  version: nullable(text<Package>((it) => it.version as string)),
  package_type: oneOfTexts<Package, Package['type']>(packageTypes, (it) => it.type),
  status: oneOfTexts<Package, Package['status']>(packageStatuses, (it) => it.status),
  _links: changed('packages#later-module-page', {
    before: linksWith('infrastructure_registry'),
    after: linksWith('terraform_module_registry'),
  }),
  created_at: timestamp<Package>((it) => it.createdAt),
  last_downloaded_at: nullable(timestamp<Package>((it) => it.lastDownloadedAt)),
}

function linksWith(modules: string) {
  return object<Package>({
    web_path: when(
      (it) => it.status === 'default',
      text((it, view) => {
        const place = it.type === 'terraform_module' ? modules : 'packages'
        return `/${project(it, view).fullPath}/-/${place}/${it.id}`
      }),
    ),
    delete_api_path: when(
      (it, view) => view.can('destroy_package', project(it, view)),
      url(({ id, projectId }, view) => view.url(`api/v4/projects/${projectId}/packages/${id}`)),
    ),
  })
}

/** A package in the list of a project. */
export const packageEntity = entity<Package>('Package', { ...basics, tags, ...pipelines })

/** A package in the list of a group, which tells whose it is. */
export const groupPackageEntity = entity<Package>('GroupPackage', {
  ...basics,
  project_id: integer((it) => it.projectId),
  project_path: text((it, view) => project(it, view).fullPath),
  tags,
  ...pipelines,
})

/** A package on its own, with its other versions. */
export const packageDetailEntity = entity<Package>('PackageDetail', {
  ...basics,
  tags,
  ...pipelines,
  versions: many(packageVersionEntity, (it: Package, { world }) =>
    versionsOfPackage(world, it).filter(
      (other) => isDisplayed(other) && other.version !== null && other.version !== it.version,
    ),
  ),
})
