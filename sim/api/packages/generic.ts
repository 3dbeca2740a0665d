import { createdEntity, storedPackageFileEntity } from '../../entities/package-file.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { limitOf } from '../../model/installation/plan-limits.ts'
import { genericPackage, uploadGeneric } from '../../model/packages/generic-packages.ts'
import { downloadFile, fileNamed } from '../../model/packages/package-files.ts'
import { isPackageProtectedFrom } from '../../policy/protected-packages.ts'
import { attachment } from '../../protocol/attachment.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string } from '../../protocol/params.ts'
import { badRequest, forbidden, recordNotFound } from '../../protocol/refusal.ts'
import { buildOf } from '../shared/package-build.ts'

// packages#generic-names. A version may be any text without `..`.
const NAME = '^[A-Za-z0-9._+-]+$'
const VERSION = '^(?!.*\\.\\.)[\\w+.-]+$'

const file = {
  path: '/projects/:id/packages/generic/:package_name/:package_version/:file_name',
  accepts: ['job_token', 'deploy_token', 'password'],
  challenges: true,
  dotted: ['package_name', 'package_version', 'file_name'],
  subject: 'project',
  throttle: { family: 'packages_api' },
  beyond: true,
} as const

const tellsChecksum = changed('packages#later-checksum', { before: false, after: true })

const named = {
  package_name: required(string({ matches: NAME, filePath: true })),
  package_version: required(string({ matches: VERSION })),
  file_name: required(string({ matches: NAME, filePath: true })),
}

export const uploadGenericPackageFile = operation(
  {
    ...file,
    method: 'PUT',
    summary: 'Upload a generic package file',
    takes: 'content',
    needs: ['read_package', 'create_package'],
    params: {
      ...named,
      status: oneOf(['default', 'hidden'], { about: 'Status of the package' }),
      select: oneOf(['package_file'], { about: 'Answers with the stored file instead of a message' }),
    },
    answers: {
      status: 201,
      one: createdEntity,
      variants: [
        {
          entity: storedPackageFileEntity,
          when: { param: 'select', equals: 'package_file' },
          status: 200,
        },
      ],
    },
  },
  ({ world, caller, project, params, content, view, now }) => {
    const most = limitOf(world, 'generic_packages_max_file_size')
    if (most > 0 && content.length > most) throw badRequest('File is too large')
    const it = { type: 'generic', name: params.package_name ?? '' }
    if (isPackageProtectedFrom(view.situation, project, 'push', it)) throw forbidden('Package protected.')
    const stored = uploadGeneric(
      world,
      {
        project,
        name: params.package_name ?? '',
        version: params.package_version ?? '',
        fileName: params.file_name ?? '',
        bytes: content,
        ...buildOf(world, caller),
        ...(params.status == null ? {} : { status: params.status }),
      },
      now,
    )
    if (stored === undefined) throw badRequest('Duplicate package is not allowed')
    return stored
  },
)

export const downloadGenericPackageFile = operation(
  {
    ...file,
    method: 'GET',
    summary: 'Download a generic package file',
    auth: 'public',
    needs: 'read_package',
    params: named,
    decides: [tellsChecksum],
    answers: { bytes: 'application/octet-stream' },
  },
  ({ world, project, params, view, header, now }) => {
    const it = genericPackage(world, project, params.package_name ?? '', params.package_version ?? '')
    const found = it && fileNamed(world, it, params.file_name ?? '')
    if (found === undefined) throw recordNotFound()
    if (inDialect<boolean>(tellsChecksum, view.dialect) && found.sha256 !== null)
      header('X-Checksum-SHA256', found.sha256)
    return attachment(found.name, downloadFile(world, found, now))
  },
)
