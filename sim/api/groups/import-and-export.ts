import { isExpired } from '../../jobs/group-transfer.ts'
import type { Group } from '../../model/groups/group.ts'
import { createGroup } from '../../model/groups/groups.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { mayCreateTopLevelGroups } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import { nextId } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { file, integer, required, string } from '../../protocol/params.ts'
import { forbidden, message, notFound, Refusal } from '../../protocol/refusal.ts'
import { refuseInvalidRowAsFailure } from '../../protocol/refuse-invalid-row.ts'
import { runnersToken } from '../shared/secrets.ts'
import { signedIn } from '../shared/signed-in.ts'

const accepted = { const: { message: '202 Accepted' } } as const
const exporting = {
  auth: signedIn,
  subject: 'group',
  needs: 'admin_group',
  authorize: 'first',
  beyond: true,
} as const
/** Milliseconds that an export or an import takes. */
const DONE_AFTER = 500
const MEBIBYTE = 1024 * 1024

export const startGroupExport = operation(
  {
    ...exporting,
    method: 'POST',
    path: '/groups/:id/export',
    summary: 'Start an export of a group and its subgroups (no projects)',
    rateLimit: { name: 'group_export', user: 'group_export_limit' },
    answers: { status: 202, value: accepted },
  },
  ({ world, group, now }) => {
    const args = { groupId: group.id }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'group-export', args, due: now + DONE_AFTER })
  },
)

export const downloadGroupExport = operation(
  {
    ...exporting,
    method: 'GET',
    path: '/groups/:id/export/download',
    summary: 'Download the export of a group',
    rateLimit: { name: 'group_download_export', user: 'group_download_export_limit', per: 'group' },
    answers: { bytes: 'application/octet-stream' },
    refuses: [404],
  },
  ({ world, group, now }) => {
    const found = world.groupExportFiles.get(group.id)
    if (found === undefined || isExpired(found.createdAt, now))
      throw message(404, '404 Not found or has expired')
    return {
      bytes: found.bytes,
      headers: {
        'Content-Disposition': `attachment; filename="${found.name}"; filename*=UTF-8''${found.name}`,
        'Content-Transfer-Encoding': 'binary',
      },
    }
  },
)

export const importGroup = operation(
  {
    method: 'POST',
    path: '/groups/import',
    summary: 'Import a group from an export archive',
    params: {
      path: required(string()),
      name: required(string()),
      file: required(file({ about: 'Export archive of a group' })),
      parent_id: integer({ about: 'ID of the parent group' }),
    },
    rateLimit: { name: 'group_import', user: 'group_import_limit' },
    answers: { status: 202, value: accepted },
    refuses: [400, 403, 404, 413],
    beyond: true,
  },
  ({ world, caller, params, view, now, drawText }) => {
    const creator = caller.user as User
    const parent = parentOf(view.situation, params.parent_id)
    if (
      parent === undefined
        ? !mayCreateTopLevelGroups(world, creator)
        : !can(view.situation, 'create_subgroup', parent)
    )
      throw forbidden()
    const { path, name, file: archive } = params
    const bytes = archive?.bytes ?? new Uint8Array()
    const limit = settingInForce(world, 'max_import_size') * MEBIBYTE
    if (limit !== 0 && bytes.length > limit) throw tooLarge()
    const group = refuseInvalidRowAsFailure('save group', () =>
      createGroup(
        world,
        {
          name: name ?? '',
          path: path ?? '',
          description: '',
          visibility: parent?.visibility ?? 'private',
          parent,
          creator,
          runnersToken: runnersToken(drawText),
        },
        now,
      ),
    )
    world.groupImports.put({ id: group.id, groupId: group.id, userId: creator.id, bytes })
    const args = { groupId: group.id }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'group-import', args, due: now + DONE_AFTER })
  },
)

// The proxy in front of the service answers this, in plain text instead of JSON.
function tooLarge(): Refusal {
  const text = '413 Request Entity Too Large\n'
  return new Refusal(413, text, { text, headers: { 'Content-Type': 'text/plain' } })
}

function parentOf({ world, caller, now }: Situation, id: number | null | undefined): Group | undefined {
  if (id == null) return undefined
  const parent = world.groups.get(id)
  if (parent === undefined || !seesGroup(world, caller, parent, now)) throw notFound('Group')
  return parent
}
