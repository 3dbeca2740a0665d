import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import { isRestricted } from '../../model/installation/restricted-visibility.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
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
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { seesGroup } from '../../policy/visible.ts'
import type { ParamsOf } from '../../protocol/params.ts'
import { forbidden, message, notFound } from '../../protocol/refusal.ts'
import { sentencesOf } from '../../protocol/valid.ts'
import { valuesFrom } from '../shared/project-params.ts'
import { type DrawText, runnersToken } from '../shared/secrets.ts'
import type { destination } from './params.ts'

export type Destination = Partial<ParamsOf<typeof destination>> & { readonly path: string | null }

/** Of a handler, what starting an import takes. */
export interface Started {
  readonly situation: Situation
  readonly dialect: Dialect
  readonly drawText: DrawText
  readonly requestId: () => string
}

/** Administrators decide from where projects may come. */
export function refuseSourceOff(world: World): void {
  const sources: readonly string[] = settingInForce(world, 'import_sources')
  if (!sources.includes('gitlab_project')) throw forbidden()
}

/** The namespace that is meant: one that nobody may know of is missing. */
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
      ? seesGroup(world, caller, found.group, now)
      : caller.admin || found.user.id === caller.user?.id
  if (!seen) throw notFound('Namespace')
  return found
}

/** Creates the project that the import will fill. What stands against it is told in one sentence. */
export function startImport(
  { situation, dialect, drawText, requestId }: Started,
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
  return orFirstSentence(world, importer, namespace, () =>
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

// A project that is to take another one's place is filled under a path of its own.
function placeFor(
  world: World,
  namespace: Namespace,
  { path, name }: { readonly path: string; readonly name: string | null },
  { overwrite }: Destination,
  drawText: DrawText,
): Place {
  const there = world.projects.find('byFullPath', `${pathOf(namespace)}/${path}`.toLowerCase())
  if (overwrite !== true || there === undefined) return { path, name: name ?? path, replaces: null }
  const meanwhile = `${path}-${drawText('0123456789abcdef', 32)}`
  return { path: meanwhile, name: name ?? meanwhile, replaces: { path, name } }
}

function orFirstSentence(world: World, importer: User, namespace: Namespace, create: () => Project): Project {
  try {
    const project = create()
    refuseBeyondLimit(world, namespace)
    refuseRestricted(world, importer, namespace)
    return project
  } catch (problem) {
    if (!(problem instanceof InvalidRow)) throw problem
    // That a name is taken is told of the namespace first, which is made with the project.
    const { 'project_namespace.name': ofNamespace, ...others } = problem.errors
    const first = ofNamespace === undefined ? others : { 'project_namespace.name': ofNamespace, ...others }
    throw message(400, sentencesOf(new InvalidRow(first))[0] ?? '')
  }
}

function refuseBeyondLimit(world: World, namespace: Namespace): void {
  if (namespace.kind === 'group') return
  const { projectsLimit: limit, namespaceId } = namespace.user
  if (world.projects.by('byNamespace', 'user', namespaceId).count() <= limit) return
  const told =
    limit === 0
      ? 'You cannot create projects in your personal namespace.'
      : `You've reached your limit of ${limit} projects created.`
  throw message(400, `Limit reached ${told} Contact your GitLab administrator.`)
}

function refuseRestricted(world: World, importer: User, namespace: Namespace): void {
  const visibility = initialVisibility(world, namespace)
  if (isRestricted(world, importer, visibility))
    throw message(400, `Visibility level ${visibility} has been restricted by your GitLab administrator`)
}
