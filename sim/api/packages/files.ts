import { packageFileEntity } from '../../entities/package-file.ts'
import { since } from '../../lib/dialect.ts'
import type { PackageFile } from '../../model/packages/package.ts'
import { downloadFile, isAvailableFile } from '../../model/packages/package-files.ts'
import { markFileForDestruction } from '../../model/packages/packages.ts'
import { attachment } from '../../protocol/attachment.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, withDefault } from '../../protocol/params.ts'
import { byId, listOfPlace, where } from '../shared/place-list.ts'
import { signedIn } from '../shared/signed-in.ts'
import { inProject } from './params.ts'

const orderBy = since(
  'packages#later-file-order',
  withDefault(oneOf(['id', 'created_at', 'file_name']), 'id'),
)
const orders = {
  id: { index: 'byPackage', ...byId },
  created_at: {
    index: 'byPackageCreated',
    order: 'created_at',
    rank: ({ createdAt }: PackageFile): number => createdAt,
  },
  file_name: { index: 'byPackageName', order: 'file_name', rank: ({ name }: PackageFile): string => name },
} as const
const direction = since('packages#later-file-order', withDefault(oneOf(['asc', 'desc']), 'asc'))

export const listPackageFiles = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages/:package_id/package_files',
    summary: 'List the files of a package',
    params: { package_id: required(integer()), order_by: orderBy, sort: direction },
    subject: 'package',
    needs: 'read_package',
    answers: { many: packageFileEntity },
  },
  ({ world, package: it, params: { order_by: order = 'id', sort } }) => {
    const { packageFiles: rows } = world
    const { index, ...ranked } = orders[order ?? 'id']
    return listOfPlace<PackageFile>({
      world,
      rows,
      place: `package ${it.id}`,
      isIn: ({ packageId }) => packageId === it.id,
      run: rows.by(index, it.id),
      ...ranked,
      direction: sort === 'desc' ? 'desc' : 'asc',
      filters: [where({ world, rows }, 'available', isAvailableFile)],
    })
  },
)

export const deletePackageFile = operation(
  {
    ...inProject,
    auth: signedIn,
    method: 'DELETE',
    path: '/projects/:id/packages/:package_id/package_files/:package_file_id',
    summary: 'Delete a file of a package',
    params: { package_id: required(integer()), package_file_id: required(integer()) },
    subject: 'package_file',
    needs: ['read_package', 'destroy_package'],
    unmodifiedSince: 'subject',
    answers: { status: 204 },
  },
  ({ world, packageFile, now }) => markFileForDestruction(world, packageFile, now),
)

export const downloadPackageFile = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages/:package_id/package_files/:package_file_id/download',
    summary: 'Download a file of a package',
    since: 'packages#later-download',
    params: { package_id: required(integer()), package_file_id: required(integer()) },
    subject: 'package_file',
    needs: 'read_package',
    answers: { bytes: 'application/octet-stream' },
    beyond: true,
    source: 'packages#later-download',
  },
  ({ world, packageFile, now }) => attachment(packageFile.name, downloadFile(world, packageFile, now)),
)
