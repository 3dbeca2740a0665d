import { isReleased } from '../../model/installation/released.ts'
import { npmProject } from '../../model/packages/npm-packages.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { type AbilityOn, can, type Situation } from '../../policy/abilities.ts'
import { subjectNamed } from '../../policy/subjects.ts'
import { required, string } from '../../protocol/params.ts'
import { redirectMessage } from '../../protocol/redirect.ts'
import { badRequest, forbidden, notFound, Refusal, unauthorized } from '../../protocol/refusal.ts'

// The registry has two endpoints: that of a project, and that of the instance, where the package's name decides the
// project. npm sends bearer tokens, among them job and deploy tokens. Rights are checked after the project is found.

export const registry = {
  accepts: ['job_token', 'deploy_token'],
  throttle: { family: 'packages_api' },
  beyond: true,
} as const

export const ofProject = '/projects/:id/packages/npm'
export const ofInstallation = '/packages/npm'

export const projectId = { id: required(string({ about: 'ID or path of the project' })) }
export const packageName = {
  package_name: required(string({ about: 'Name with its scope, such as `@acme/money`' })),
}

/** The endpoint that is called: that of a project, by its id or path, or that of the instance. */
export type Place = { readonly id: string | null } | 'installation'

/** The project that has the package, visible to the caller or not; undefined if there is none. */
export function holderOf(situation: Situation, place: Place, name: string): Project | undefined {
  if (place === 'installation') return npmProject(situation.world, name)
  const everywhere = { ...situation, caller: { ...situation.caller, admin: true, token: undefined } }
  return subjectNamed('project').find(everywhere, place.id ?? '', {}) as Project | undefined
}

/** The same project, for a caller who has the ability on its packages; refuses anybody else. */
export function allowedHolder(
  situation: Situation,
  place: Place,
  name: string,
  ability: AbilityOn<'project'> & `${string}_package`,
): Project {
  const holder = holderOf(situation, place, name)
  const seen = holder && subjectNamed('project').find(situation, String(holder.id), {})
  if (holder === undefined || seen === undefined) throw unseen(situation)
  if (!can(situation, 'read_package', holder) || !can(situation, ability, holder)) throw forbidden()
  return holder
}

function unseen({ world, caller }: Situation): Refusal {
  const isAnonymous = caller.token === undefined && caller.user === undefined
  return isAnonymous && isReleased(world, 'packages#later-npm-unauthorized')
    ? unauthorized()
    : notFound('Project')
}

const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'

/** The redirect to the public registry for an unknown package; undefined if administrators disabled forwarding. */
export function redirectToPublicRegistry(world: World, path: string, status: 302 | 307): Refusal | undefined {
  if (!settingInForce(world, 'npm_package_requests_forwarding')) return undefined
  // The name is whatever the client sent, and has to fit into a header.
  const Location = encodeURI(`${PUBLIC_REGISTRY}${path}`)
  const kind = status === 302 ? 'temporarily' : 'here'
  const text = redirectMessage(Location, kind)
  return new Refusal(status, text, { text, headers: { Location, 'Content-Type': 'text/plain' } })
}

/** A required value; refuses if it is missing or blank. */
export function requireValue(value: string | null | undefined, attribute: string): string {
  if (value == null || value.trim() === '') throw badRequest(`"${attribute}" not given`)
  return value
}
