import { relationExportEntity } from '../../entities/relation-export.ts'
import { changed, inDialect, since } from '../../lib/dialect.ts'
import { type Exportable, exportableRelations } from '../../model/project-export/archive/exportable.ts'
import type { RelationExport } from '../../model/project-export/relation-export.ts'
import {
  relationExportOf,
  relationExportsOf,
  startRelationExports,
} from '../../model/project-export/relation-exports.ts'
import type { User } from '../../model/users/user.ts'
import type { Caller } from '../../policy/caller.ts'
import { listingOf } from '../../protocol/listing.ts'
import { type Context, operation } from '../../protocol/operation.ts'
import { allOrNoneOf, boolean, integer, required, string } from '../../protocol/params.ts'
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

const BATCHES = 'project-export#later-relation-batches'
const batching = changed(BATCHES, { before: false, after: true })
const ofUser = changed('project-export#later-relations-of-user', { before: false, after: true })

const starting = {
  method: 'POST',
  params: { batched: since(BATCHES, boolean({ about: 'Whether lists are exported in batches' })) },
  decides: [ofUser],
  answers: { status: 202, value: { const: { message: '202 Accepted' } } },
} as const

const reading = {
  method: 'GET',
  decides: [ofUser],
  answers: { many: relationExportEntity, unordered: true, paging: 'none' },
} as const

const fetching = {
  method: 'GET',
  params: {
    relation: required(string({ about: 'Relation, such as `labels`, `self` or `repository`' })),
    batched: since(BATCHES, boolean({ about: 'Whether a batch is downloaded' })),
    batch_number: since(BATCHES, integer({ about: 'Number of the batch' })),
  },
  rules: [since(BATCHES, allOrNoneOf('batched', 'batch_number'))],
  decides: [batching, ofUser],
  answers: { bytes: 'application/octet-stream' },
} as const

export const startProjectRelationsExport = operation(
  {
    ...ofProject,
    ...starting,
    path: '/projects/:id/export_relations',
    summary: 'Start a relations export of a project',
  },
  ({ world, caller, project, params, now }) =>
    startRelationExports(world, { kind: 'project', project }, asked(caller, params.batched), now),
)

export const startGroupRelationsExport = operation(
  {
    ...ofGroup,
    ...starting,
    path: '/groups/:id/export_relations',
    summary: 'Start a relations export of a group',
  },
  ({ world, caller, group, params, now }) =>
    startRelationExports(world, { kind: 'group', group }, asked(caller, params.batched), now),
)

export const listProjectRelationExports = operation(
  {
    ...ofProject,
    ...reading,
    path: '/projects/:id/export_relations/status',
    summary: 'List the relation exports of a project',
  },
  ({ world, caller, project }) =>
    listingOf(relationExportsOf(world, { kind: 'project', project }, idOf(caller))),
)

export const listGroupRelationExports = operation(
  {
    ...ofGroup,
    ...reading,
    path: '/groups/:id/export_relations/status',
    summary: 'List the relation exports of a group',
  },
  ({ world, caller, group }) => listingOf(relationExportsOf(world, { kind: 'group', group }, idOf(caller))),
)

export const downloadProjectRelationExport = operation(
  {
    ...ofProject,
    ...fetching,
    path: '/projects/:id/export_relations/download',
    summary: 'Download a relation export of a project',
  },
  (context) => relationFile(context, { kind: 'project', project: context.project }),
)

export const downloadGroupRelationExport = operation(
  {
    ...ofGroup,
    ...fetching,
    path: '/groups/:id/export_relations/download',
    summary: 'Download a relation export of a group',
  },
  (context) => relationFile(context, { kind: 'group', group: context.group }),
)

const idOf = ({ user }: Caller): number => (user as User).id

function asked(caller: Caller, batched: boolean | null | undefined) {
  return { userId: idOf(caller), batched: batched === true }
}

interface Fetching extends Pick<Context, 'world' | 'caller' | 'view'> {
  readonly params: {
    readonly relation: string | null
    readonly batched?: boolean | null | undefined
    readonly batch_number?: number | null | undefined
  }
}

function relationFile({ world, caller, view, params }: Fetching, portable: Exportable) {
  const { relation } = params
  if (relation === null || !exportableRelations(portable.kind).includes(relation))
    throw invalid('relation is not portable')
  const found = relationExportOf(world, portable, relation, idOf(caller))
  const file = inDialect<boolean>(batching, view.dialect) ? wished(found, params) : found?.file
  if (!file) throw message(404, '404 Not found')
  return {
    bytes: file.bytes,
    headers: {
      'Content-Disposition': `attachment; filename="${file.name}"; filename*=UTF-8''${file.name}`,
      'Content-Transfer-Encoding': 'binary',
    },
  }
}

/** The file of a batch, or that of a relation in one piece. */
function wished(found: RelationExport | undefined, { batched, batch_number }: Fetching['params']) {
  if (found === undefined) throw message(404, 'Export not found')
  const { batches, file } = found
  if (batched) {
    if (batches === null) throw message(400, 'Export is not batched')
    const batch = batches[(batch_number ?? 0) - 1]
    if (batch === undefined) throw message(404, 'Batch not found')
    return batch.file
  }
  if (batches !== null) throw message(400, 'Export is batched')
  if (file === null) throw message(404, 'Export file not found')
  return file
}
