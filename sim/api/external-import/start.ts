import { type Dialect, differs, inDialect } from '../../lib/dialect.ts'
import type { Json } from '../../lib/json.ts'
import type { CallOut } from '../../lib/outbound.ts'
import { scheduleExternalImport } from '../../model/external-import/external-imports.ts'
import { FarRefusal, type FarRepository } from '../../model/external-import/hosts/far.ts'
import { type FarSource, openFar } from '../../model/external-import/hosts/open-far.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Namespace } from '../../model/projects/create-project.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { sentencesOf } from '../../protocol/valid.ts'
import { type DrawText, runnersToken } from '../shared/secrets.ts'

export const source = 'specification 3, Import from external hosts'

/** Of a handler, what starting an import takes. */
export interface Started {
  readonly situation: Situation
  readonly dialect: Dialect
  readonly drawText: DrawText
  readonly requestId: () => string
}

/** How an operation tells what it refuses; each has words of its own. */
export interface Words {
  hostRefused(problem: FarRefusal): never
  rowRefused(sentences: readonly string[]): never
}

/** Whether the caller may import into a namespace. Bots have none of their own. */
export function mayImportInto(situation: Situation, dialect: Dialect, namespace: Namespace): boolean {
  if (namespace.kind === 'user') return namespace.user.id === situation.caller.user?.id && !namespace.user.bot
  const needed = differs('X5', { specification: 'import_projects', real: 'create_projects' })
  const ability = inDialect<'import_projects' | 'create_projects'>(needed, dialect)
  return can(situation, ability, namespace.group)
}

export function isSourceOn(world: World, name: 'github' | 'bitbucket_server'): boolean {
  const sources: readonly string[] = settingInForce(world, 'import_sources')
  return sources.includes(name)
}

/** What the host says of the repository. */
export function lookedUp(world: World, far: FarSource, callOut: CallOut, words: Words): FarRepository {
  try {
    return openFar(world, far, callOut).about()
  } catch (problem) {
    if (problem instanceof FarRefusal) return words.hostRefused(problem)
    throw problem
  }
}

export interface Wanted {
  readonly namespace: Namespace
  readonly name: string | null | undefined
  readonly far: FarSource
  readonly about: FarRepository
  readonly importType: string
}

/** Creates the project that the import will fill. */
export function startExternalImport(
  { situation, drawText, requestId }: Started,
  { namespace, name, far, about, importType }: Wanted,
  words: Words,
): Project {
  const { world, caller, now } = situation
  try {
    return scheduleExternalImport(
      world,
      {
        namespace,
        importer: caller.user as User,
        name: name?.trim() ? name : undefined,
        source: far,
        about,
        importType,
        correlationId: requestId(),
        runnersToken: runnersToken(drawText),
      },
      now,
    )
  } catch (problem) {
    if (problem instanceof InvalidRow) return words.rowRefused(sentencesOf(ofProject(problem)))
    throw problem
  }
}

// What is wrong with the namespace that is made with the project is told of the project already (dossier 3, 6.1).
function ofProject({ errors: { 'project_namespace.name': _, ...errors } }: InvalidRow): InvalidRow {
  return new InvalidRow(errors)
}

/** `{"errors": …}`, which these operations answer with instead of a message. */
export function errors(told: Json): { readonly errors: Json } {
  return { errors: told }
}
