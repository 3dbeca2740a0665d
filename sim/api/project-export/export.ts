import { projectExportStatusEntity } from '../../entities/project-export-status.ts'
import { changed, differs, inDialect } from '../../lib/dialect.ts'
import { recordAudit } from '../../model/audit-events/audit-log.ts'
import { webAddressFault } from '../../model/hooks/outbound-rules.ts'
import {
  exportFileFor,
  removeExportFile,
  scheduleExport,
} from '../../model/project-export/project-exports.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { hash, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { invalidModel, keepWrites, message } from '../../protocol/refusal.ts'
import { signedIn } from '../shared/signed-in.ts'

const exporting = {
  auth: signedIn,
  subject: 'project',
  needs: 'admin_project',
  whileOn: 'project_export_enabled',
  authorize: 'first',
  source: 'project-export#parameters',
} as const

const once = changed('project-export#later-once', { before: false, after: true })
const ofUser = changed('project-export#later-of-user', { before: false, after: true })
const accepted = { const: { message: '202 Accepted' } } as const

export const startProjectExport = operation(
  {
    ...exporting,
    method: 'POST',
    path: '/projects/:id/export',
    summary: 'Start an export of a project',
    params: {
      description: string({ about: "Replaces the project's description in the archive" }),
      upload: hash({
        url: differs('X1', {
          specification: required(string({ about: 'URL that the archive is uploaded to' })),
          real: string({ about: 'URL that the archive is uploaded to' }),
        }),
        http_method: withDefault(oneOf(['PUT', 'POST']), 'PUT'),
      }),
    },
    rateLimit: {
      name: 'project_export',
      user: 'project_export_limit',
      anonymous: 'project_export_limit',
      late: true,
      fromFirst: true,
    },
    answers: { status: 202, value: accepted },
    decides: [once, ofUser],
  },
  ({ world, caller, project, params, view, now, countRequest }) => {
    countRequest()
    const { id: userId } = caller.user as User
    const own = world.projectExports.by('byProject', project.id).list()
    if (
      inDialect<boolean>(once, view.dialect) &&
      own.some((it) => it.userId === userId && it.status !== 'written')
    )
      throw message(
        400,
        "An export is already running or queued for this project. Please try again once it's done.",
      )
    // The service deletes the previous archive before it validates the request (project-export#old-archive-removed).
    removeExportFile(world, project, userId)
    const url = params.upload?.url
    const upload = url ? { url, method: params.upload?.http_method ?? 'PUT' } : null
    const fault = upload && webAddressFault(world, upload.url)
    if (fault) throw keepWrites(invalidModel({ url: [`is blocked: ${fault}`] }))
    if (isTooLarge(world, project))
      throw keepWrites(message(400, 'The project size exceeds the export limit.'))
    const { description } = params
    scheduleExport(world, project, caller.user as User, { description: description ?? null, upload }, now)
  },
)

const MEBIBYTE = 1024 * 1024

// Only what goes into the archive counts.
function isTooLarge(world: World, { sizes }: Project): boolean {
  const limit = settingInForce(world, 'max_export_size') * MEBIBYTE
  const { repository, wiki, lfsObjects, snippets, uploads } = sizes
  return limit > 0 && repository + wiki + lfsObjects + snippets + uploads > limit
}

export const getProjectExportStatus = operation(
  {
    ...exporting,
    method: 'GET',
    path: '/projects/:id/export',
    summary: 'Get the export status of a project',
    answers: { one: projectExportStatusEntity },
  },
  ({ project }) => project,
)

export const downloadProjectExport = operation(
  {
    ...exporting,
    method: 'GET',
    path: '/projects/:id/export/download',
    summary: 'Download the export of a project',
    // Counted per namespace, even if there is nothing to download.
    rateLimit: {
      name: 'project_download_export',
      user: 'project_download_export_limit',
      anonymous: 'project_download_export_limit',
      per: 'project',
      column: 'namespaceId',
      fromFirst: true,
    },
    decides: [ofUser],
    answers: { bytes: 'application/octet-stream' },
  },
  ({ world, caller, project, now }) => {
    const file = exportFileFor(world, project, caller.user?.id ?? 0)
    if (file === undefined) throw message(404, '404 Not found or has expired')
    const change = { custom_message: 'Export file download started' }
    recordAudit(world, { author: caller.user as User, scope: { project }, change }, now)
    return {
      bytes: file.bytes,
      headers: {
        'Content-Disposition': `attachment; filename="${file.name}"; filename*=UTF-8''${file.name}`,
        'Content-Transfer-Encoding': 'binary',
      },
    }
  },
)
