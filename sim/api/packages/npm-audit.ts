import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import {
  allowedHolder,
  forwarding,
  ofInstallation,
  ofProject,
  type Place,
  projectId,
  registry,
} from './npm-places.ts'

// npm asks these after every installation. The registry knows of no vulnerabilities itself.

const bulk = '-/npm/v1/security/advisories/bulk'
const quick = '-/npm/v1/security/audits/quick'

const auditing = {
  ...registry,
  method: 'POST',
  summary: 'What npm asks about vulnerabilities of packages',
  // npm sends it compressed.
  takes: 'content',
  answers: { status: 200, value: { type: 'array', items: {} } },
  refuses: [307, 404],
} as const

export const auditNpmPackages = operation(
  { ...auditing, path: `${ofProject}/${bulk}`, params: projectId },
  ({ view, params }) => findings(view.situation, { id: params.id }, bulk),
)

export const auditNpmTree = operation(
  { ...auditing, path: `${ofProject}/${quick}`, params: projectId },
  ({ view, params }) => findings(view.situation, { id: params.id }, quick),
)

export const auditNpmPackagesAnywhere = operation(
  { ...auditing, path: `${ofInstallation}/${bulk}` },
  ({ view }) => findings(view.situation, 'installation', bulk),
)

export const auditNpmTreeAnywhere = operation(
  { ...auditing, path: `${ofInstallation}/${quick}` },
  ({ view }) => findings(view.situation, 'installation', quick),
)

function findings(situation: Situation, place: Place, path: string): readonly [] {
  const elsewhere = forwarding(situation.world, path, 307)
  if (elsewhere !== undefined) throw elsewhere
  // Without a package to name it, the whole installation has no project that could be meant.
  allowedHolder(situation, place, '', 'read_package')
  return []
}
