import { npmProject } from '../../model/packages/npm-packages.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { type AbilityOn, can, type Situation } from '../../policy/abilities.ts'
import { subjectNamed } from '../../policy/subjects.ts'
import { required, string } from '../../protocol/params.ts'
import { movedTo } from '../../protocol/redirect.ts'
import { badRequest, forbidden, notFound, Refusal } from '../../protocol/refusal.ts'

// The registry is served twice: of a project, and of the whole installation, where a package's name tells its project.
// npm calls it with bearer tokens, also those of jobs and deployments. Rights come after what the name tells.

export const registry = {
  accepts: ['job_token', 'deploy_token'],
  throttle: { family: 'packages_api' },
  beyond: true,
} as const

export const ofProject = '/projects/:id/packages/npm'
export const ofInstallation = '/packages/npm'

export const projectId = { id: required(string({ about: 'ID or path of the project' })) }
export const packageName = { package_name: required(string({ about: 'With its scope: `@acme/money`' })) }

/** Which registry is asked: that of a project, by its id or path, or that of the installation. */
export type Place = { readonly id: string | null } | 'installation'

/** The project that holds a package, whether or not the caller may know of it; undefined where none does. */
export function holderOf(situation: Situation, place: Place, name: string): Project | undefined {
  if (place === 'installation') return npmProject(situation.world, name)
  const everywhere = { ...situation, caller: { ...situation.caller, admin: true, token: undefined } }
  return subjectNamed('project').find(everywhere, place.id ?? '', {}) as Project | undefined
}

/** The same, once it is clear that the caller may do something to its packages. */
export function allowedHolder(
  situation: Situation,
  place: Place,
  name: string,
  ability: AbilityOn<'project'> & `${string}_package`,
): Project {
  const holder = holderOf(situation, place, name)
  const seen = holder && subjectNamed('project').find(situation, String(holder.id), {})
  if (holder === undefined || seen === undefined) throw notFound('Project')
  if (!can(situation, 'read_package', holder) || !can(situation, ability, holder)) throw forbidden()
  return holder
}

const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'

/** What is not here may be asked of the public registry, unless administrators switched that off. */
export function forwarding(world: World, path: string, status: 302 | 307): Refusal | undefined {
  if (!settingInForce(world, 'npm_package_requests_forwarding')) return undefined
  // Whatever somebody takes for a name has to fit into a header.
  const Location = encodeURI(`${PUBLIC_REGISTRY}${path}`)
  const kind = status === 302 ? 'temporarily' : 'here'
  const text = movedTo(Location, kind)
  return new Refusal(status, text, { text, headers: { Location, 'Content-Type': 'text/plain' } })
}

/** A value without which a call makes no sense. */
export function given(value: string | null | undefined, attribute: string): string {
  if (value == null || value.trim() === '') throw badRequest(`"${attribute}" not given`)
  return value
}
