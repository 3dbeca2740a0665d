import { packageFileEntity } from '../../entities/package-file.ts'
import { isAvailableFile } from '../../model/packages/package-files.ts'
import { markFileForDestruction } from '../../model/packages/packages.ts'
import { indexListing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { signedIn } from '../shared/signed-in.ts'
import { inProject } from './params.ts'

export const listPackageFiles = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages/:package_id/package_files',
    summary: 'List the files of a package',
    params: { package_id: required(integer()) },
    subject: 'package',
    needs: 'read_package',
    answers: { many: packageFileEntity },
  },
  ({ world, package: it }) =>
    indexListing(world.packageFiles.by('byPackage', it.id), 'ascending', isAvailableFile),
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
