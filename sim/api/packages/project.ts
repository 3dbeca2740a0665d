import { packageDetailEntity, packageEntity } from '../../entities/package.ts'
import { markPackageForDestruction } from '../../model/packages/packages.ts'
import { isPackageProtectedFrom } from '../../policy/protected-packages.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, withDefault } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { signedIn } from '../shared/signed-in.ts'
import { filters, inProject, orders, packagesIn } from './params.ts'

export const listProjectPackages = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages',
    summary: 'List the packages of a project',
    params: { order_by: withDefault(oneOf(orders), 'created_at'), ...filters },
    subject: 'project',
    needs: 'read_package',
    answers: { many: packageEntity },
  },
  ({ world, project, params }) => packagesIn(world, [project.id], params.order_by, params),
)

export const getPackage = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages/:package_id',
    summary: 'Get a package of a project',
    params: { package_id: required(integer()) },
    subject: 'package',
    needs: 'read_package',
    answers: { one: packageDetailEntity },
  },
  ({ package: it }) => {
    // A package whose processing failed is listed and can be deleted, but not shown (packages#single-error).
    if (it.status !== 'default') throw message(404, 'Package not found')
    return it
  },
)

export const deletePackage = operation(
  {
    ...inProject,
    auth: signedIn,
    method: 'DELETE',
    path: '/projects/:id/packages/:package_id',
    summary: 'Delete a package of a project',
    params: { package_id: required(integer()) },
    subject: 'package',
    needs: ['read_package', 'destroy_package'],
    unmodifiedSince: 'subject',
    answers: { status: 204 },
  },
  ({ world, project, package: it, view, now }) => {
    if (isPackageProtectedFrom(view.situation, project, 'delete', it))
      throw forbidden('Package is deletion protected.')
    markPackageForDestruction(world, it, now)
  },
)
