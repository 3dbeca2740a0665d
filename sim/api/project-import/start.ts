import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import { isRestricted } from '../../model/installation/restricted-visibility.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { ImportSource, ProjectImport } from '../../model/project-import/project-import.ts'
import { scheduleImport } from '../../model/project-import/project-imports.ts'
import {
  initialVisibility,
  type Namespace,
  namespaceAt,
  namespaceWithId,
  pathOf,
} from '../../model/projects/create-project.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { isKeptFromCreating } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { groupLevel } from '../../policy/roles.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'
import { valuesFrom } from '../shared/project-params.ts'
import { type DrawText, runnersToken } from '../shared/secrets.ts'
import type { destination } from './params.ts'

export type Destination = Partial<ParamsOf<typeof destination>> & { readonly path: string | null }

/** The part of a handler's context that starting an import needs. */
export interface ImportContext {
  readonly situation: Situation
  readonly dialect: Dialect
  readonly drawText: DrawText
  readonly requestId: () => string
}

/** Administrators choose the import sources. */
export function refuseDisabledSource(world: World): void {
  const sources: readonly string[] = settingInForce(world, 'import_sources')
  if (!sources.includes('gitlab_project')) throw forbidden()
}

/** The target namespace; one that the caller is no member of is answered as missing, also where it is public. */
export function targetNamespace(situation: Situation, given: string | null | undefined): Namespace {
  const { world, caller, now } = situation
  const own: Namespace = { kind: 'user', user: caller.user as User }
  if (!given) return own
  const found = /^\d{1,15}$/.test(given)
    ? namespaceWithId(world, Number(given))
    : namespaceAt(world, given.replace(/^\/+/, ''))
  if (found === undefined) throw notFound('Namespace')
  const seen =
    found.kind === 'group'
      ? caller.admin || groupLevel(world, caller.user as User, found.group, now) > accessLevels.none
      : caller.admin || found.user.id === caller.user?.id
  if (!seen) throw notFound('Namespace')
  return found
}

/** Creates the project that the import will fill. A refusal is a single sentence. */
export function startImport(
  { situation, dialect, drawText, requestId }: ImportContext,
  namespace: Namespace,
  given: Destination,
  source: ImportSource,
): Project {
  const { world, caller, now } = situation
  refuseNamespace(situation, namespace, dialect)
  const path = given.path ?? ''
  const name = given.name?.trim() ? given.name : null
  const place = placeFor(world, namespace, { path, name }, given, drawText)
  const importer = caller.user as User
  const override = valuesFrom((given.override_params ?? {}) as Parameters<typeof valuesFrom>[0], caller.admin)
  const { replaces } = place
  const correlationId = requestId()
  return createOrRefuse(world, importer, namespace, () =>
    scheduleImport(
      world,
      {
        namespace,
        importer,
        path: place.path,
        name: place.name,
        source,
        override,
        replaces,
        correlationId,
        runnersToken: runnersToken(drawText),
      },
      now,
    ),
  )
}

function refuseNamespace(situation: Situation, namespace: Namespace, dialect: Dialect): void {
  if (namespace.kind === 'user') {
    if (namespace.user.bot) throw message(400, 'Namespace is not valid')
    return
  }
  const { group } = namespace
  if (!can(situation, 'create_projects', group)) throw message(400, 'Namespace is not valid')
  const needed = differs('X5', { specification: 'import_projects', real: 'create_projects' })
  if (!can(situation, inDialect<'import_projects' | 'create_projects'>(needed, dialect), group))
    throw message(400, 'User is not allowed to import projects')
}

interface Place {
  readonly path: string
  readonly name: string
  readonly replaces: ProjectImport['replaces']
}

// A project that replaces another one is imported under a temporary path first.
function placeFor(
  world: World,
  namespace: Namespace,
  { path, name }: { readonly path: string; readonly name: string | null },
  { overwrite }: Destination,
  drawText: DrawText,
): Place {
  const there = world.projects.find('byFullPath', `${pathOf(namespace)}/${path}`.toLowerCase())
  if (overwrite !== true || there === undefined) return { path, name: name ?? path, replaces: null }
  const temporary = `${path}-${drawText('0123456789abcdef', 32)}`
  return { path: temporary, name: name ?? temporary, replaces: { path, name } }
}

function createOrRefuse(world: World, importer: User, namespace: Namespace, create: () => Project): Project {
  // The project to be created would count as a role of its own.
  const isKept = isKeptFromCreating(world, importer)
  try {
    const project = create()
    refuseBeyondLimit(world, namespace, isKept)
    refuseRestricted(world, importer, namespace)
    return project
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    // Of a name that is taken, the error of the project's namespace comes first.
    const { 'project_namespace.name': ofNamespace, ...others } = problem.errors
    const first = ofNamespace === undefined ? others : { 'project_namespace.name': ofNamespace, ...others }
    throw message(400, errorSentences(new InvalidRow(first))[0] ?? '')
  }
}

function refuseBeyondLimit(world: World, namespace: Namespace, isKept: boolean): void {
  if (namespace.kind === 'group') return
  const { projectsLimit: limit, namespaceId } = namespace.user
  if (world.projects.by('byNamespace', 'user', namespaceId).count() <= limit && !isKept) return
  const reason =
    limit === 0
      ? 'You cannot create projects in your personal namespace.'
      : `You've reached your limit of ${limit} projects created.`
  throw message(400, `Limit reached ${reason} Contact your GitLab administrator.`)
}

function refuseRestricted(world: World, importer: User, namespace: Namespace): void {
  const visibility = initialVisibility(world, namespace)
  if (isRestricted(world, importer, visibility))
    throw message(400, `Visibility level ${visibility} has been restricted by your GitLab administrator`)
}
