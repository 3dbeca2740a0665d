import { relationExportEntity } from '../../entities/relation-export.ts'
import { type Exportable, exportableRelations } from '../../model/project-export/archive/exportable.ts'
import {
  relationExportOf,
  relationExportsOf,
  startRelationExports,
} from '../../model/project-export/relation-exports.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { invalid, message } from '../../protocol/refusal.ts'
import { signedIn } from '../shared/signed-in.ts'

// Other instances download projects and groups relation by relation when they migrate them by direct transfer.

const ofProject = {
  auth: signedIn,
  subject: 'project',
  needs: 'admin_project',
  whileOn: 'bulk_import_enabled',
  authorize: 'first',
  source: 'project-export#relations-start',
  beyond: true,
} as const

const ofGroup = { ...ofProject, subject: 'group', needs: 'admin_group' } as const

const starting = {
  method: 'POST',
  answers: { status: 202, value: { const: { message: '202 Accepted' } } },
} as const

const reading = {
  method: 'GET',
  answers: { many: relationExportEntity, unordered: true, paging: 'none' },
} as const

const fetching = {
  method: 'GET',
  params: { relation: required(string({ about: 'Relation, such as `labels`, `self` or `repository`' })) },
  answers: { bytes: 'application/octet-stream' },
} as const

export const startProjectRelationsExport = operation(
  {
    ...ofProject,
    ...starting,
    path: '/projects/:id/export_relations',
    summary: 'Start a relations export of a project',
  },
  ({ world, caller, project, now }) =>
    startRelationExports(world, { kind: 'project', project }, (caller.user as User).id, now),
)

export const startGroupRelationsExport = operation(
  {
    ...ofGroup,
    ...starting,
    path: '/groups/:id/export_relations',
    summary: 'Start a relations export of a group',
  },
  ({ world, caller, group, now }) =>
    startRelationExports(world, { kind: 'group', group }, (caller.user as User).id, now),
)

export const listProjectRelationExports = operation(
  {
    ...ofProject,
    ...reading,
    path: '/projects/:id/export_relations/status',
    summary: 'List the relation exports of a project',
  },
  ({ world, project }) => listingOf(relationExportsOf(world, { kind: 'project', project })),
)

export const listGroupRelationExports = operation(
  {
    ...ofGroup,
    ...reading,
    path: '/groups/:id/export_relations/status',
    summary: 'List the relation exports of a group',
  },
  ({ world, group }) => listingOf(relationExportsOf(world, { kind: 'group', group })),
)

export const downloadProjectRelationExport = operation(
  {
    ...ofProject,
    ...fetching,
    path: '/projects/:id/export_relations/download',
    summary: 'Download a relation export of a project',
  },
  ({ world, project, params }) => relationFile(world, { kind: 'project', project }, params.relation),
)

export const downloadGroupRelationExport = operation(
  {
    ...ofGroup,
    ...fetching,
    path: '/groups/:id/export_relations/download',
    summary: 'Download a relation export of a group',
  },
  ({ world, group, params }) => relationFile(world, { kind: 'group', group }, params.relation),
)

function relationFile(world: World, portable: Exportable, relation: string | null) {
  if (relation === null || !exportableRelations(portable.kind).includes(relation))
    throw invalid('relation is not portable')
  const file = relationExportOf(world, portable, relation)?.file
  if (!file) throw message(404, '404 Not found')
  return {
    bytes: file.bytes,
    headers: {
      'Content-Disposition': `attachment; filename="${file.name}"; filename*=UTF-8''${file.name}`,
      'Content-Transfer-Encoding': 'binary',
    },
  }
}
