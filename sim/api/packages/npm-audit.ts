import type { Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import {
  allowedHolder,
  ofInstallation,
  ofProject,
  type Place,
  projectId,
  redirectToPublicRegistry,
  registry,
} from './npm-places.ts'

// npm calls these after every `npm install`. The registry itself knows no vulnerabilities.

const bulk = '-/npm/v1/security/advisories/bulk'
const quick = '-/npm/v1/security/audits/quick'

const auditing = {
  ...registry,
  method: 'POST',
  // npm sends it compressed.
  takes: 'content',
  answers: { status: 200, value: { type: 'array', items: {} } },
  refuses: [307, 404],
} as const

export const listProjectNpmAdvisories = operation(
  {
    ...auditing,
    path: `${ofProject}/${bulk}`,
    summary: 'List npm security advisories for a project',
    params: projectId,
  },
  ({ view, params }) => findings(view.situation, { id: params.id }, bulk),
)

export const getProjectNpmAudit = operation(
  {
    ...auditing,
    path: `${ofProject}/${quick}`,
    summary: 'Get an npm security audit for a project',
    params: projectId,
  },
  ({ view, params }) => findings(view.situation, { id: params.id }, quick),
)

export const listInstanceNpmAdvisories = operation(
  {
    ...auditing,
    path: `${ofInstallation}/${bulk}`,
    summary: 'List npm security advisories for the instance',
  },
  ({ view }) => findings(view.situation, 'installation', bulk),
)

export const getInstanceNpmAudit = operation(
  {
    ...auditing,
    path: `${ofInstallation}/${quick}`,
    summary: 'Get an npm security audit for the instance',
  },
  ({ view }) => findings(view.situation, 'installation', quick),
)

function findings(situation: Situation, place: Place, path: string): readonly [] {
  const redirect = redirectToPublicRegistry(situation.world, path, 307)
  if (redirect !== undefined) throw redirect
  // The endpoints of the instance have no package name here, so they find no project.
  allowedHolder(situation, place, '', 'read_package')
  return []
}
