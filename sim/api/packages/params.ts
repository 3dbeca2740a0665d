import { type Package, type PackageType, packageStatuses, packageTypes } from '../../model/package.ts'
import { isDisplayed } from '../../model/packages.ts'
import { matcher } from '../../model/search.ts'
import { boolean, oneOf, type ParamsOf, string, withDefault } from '../../protocol/params.ts'

/** What every operation on packages has in common: rights come before parameters (dossier 2, 0.1). */
export const reading = {
  auth: 'public',
  authorize: 'first',
  source: 'specification 2, Packages',
} as const

/** The same in a project, where jobs act as their user. */
export const inProject = { ...reading, accepts: ['job_token'] } as const

export const orders = ['created_at', 'name', 'version', 'type'] as const

export const filters = {
  sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
  package_type: oneOf(packageTypes),
  package_name: string({ about: 'Words that all occur in the name, in any case' }),
  include_versionless: boolean({ about: 'Also packages that have no version' }),
  status: oneOf(packageStatuses, { about: '`default` and `error` unless said' }),
}

type Filters = Omit<ParamsOf<typeof filters>, 'sort' | 'package_type'> & {
  readonly package_type?: PackageType | null | undefined
}

/** Whether a package belongs into a list. Terraform modules are shown only to who asks for them. */
export function filterOf(given: Filters): (it: Package) => boolean {
  const { package_type: type, package_name: name, include_versionless: versionless, status } = given
  const found = matcher(name ?? '', 1)
  return (it) =>
    (versionless === true || it.version !== null) &&
    (type == null ? it.type !== 'terraform_module' : it.type === type) &&
    found([it.name]) &&
    (status == null ? isDisplayed(it) : it.status === status)
}
