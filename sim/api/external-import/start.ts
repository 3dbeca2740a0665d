import { type Dialect, differs, inDialect, since } from '../../lib/dialect.ts'
import type { Json } from '../../lib/json.ts'
import type { CallOut } from '../../lib/outbound.ts'
import { scheduleExternalImport } from '../../model/external-import/external-imports.ts'
import {
  ExternalHostRefusal,
  type ExternalRepositoryDetails,
} from '../../model/external-import/hosts/external-repository.ts'
import {
  type ExternalSource,
  openExternalRepository,
} from '../../model/external-import/hosts/open-external-repository.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { Namespace } from '../../model/projects/create-project.ts'
import type { Project } from '../../model/projects/project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { isKeptFromCreating } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { oneOf, withDefault } from '../../protocol/params.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'
import { type DrawText, runnersToken } from '../shared/secrets.ts'

export const source = 'external-import#extgit-parameters'

/** How long stages may take before they are given up. No import of the double takes that long. */
export const timeoutStrategy = since(
  'external-import#later-timeout',
  withDefault(
    oneOf(['optimistic', 'pessimistic'], { about: 'When stuck stages are given up' }),
    'pessimistic',
  ),
)

/** The part of a handler's context that starting an import needs. */
export interface ImportContext {
  readonly situation: Situation
  readonly dialect: Dialect
  readonly drawText: DrawText
  readonly requestId: () => string
}

/** How an operation words its refusals; each has its own texts. */
export interface Refusals {
  hostRefused(problem: ExternalHostRefusal): never
  rowRefused(sentences: readonly string[]): never
}

/** Whether the caller may import into a namespace. Bots have none of their own. */
export function mayImportInto(situation: Situation, dialect: Dialect, namespace: Namespace): boolean {
  if (namespace.kind === 'user') {
    const { user } = namespace
    return user.id === situation.caller.user?.id && !user.bot && !isKeptFromCreating(situation.world, user)
  }
  const needed = differs('X5', { specification: 'import_projects', real: 'create_projects' })
  const ability = inDialect<'import_projects' | 'create_projects'>(needed, dialect)
  return can(situation, ability, namespace.group)
}

export function isSourceOn(world: World, name: 'github' | 'bitbucket_server'): boolean {
  const sources: readonly string[] = settingInForce(world, 'import_sources')
  return sources.includes(name)
}

/** The repository as the host describes it. */
export function lookUpRepository(
  world: World,
  remote: ExternalSource,
  callOut: CallOut,
  refusals: Refusals,
): ExternalRepositoryDetails {
  try {
    return openExternalRepository(world, remote, callOut).about()
  } catch (problem) {
    if (problem instanceof ExternalHostRefusal) return refusals.hostRefused(problem)
    throw problem
  }
}

export interface NewImport {
  readonly namespace: Namespace
  readonly name: string | null | undefined
  readonly remote: ExternalSource
  readonly about: ExternalRepositoryDetails
  readonly importType: string
}

/** Creates the project that the import will fill. */
export function startExternalImport(
  { situation, drawText, requestId }: ImportContext,
  { namespace, name, remote, about, importType }: NewImport,
  refusals: Refusals,
): Project {
  const { world, caller, now } = situation
  try {
    return scheduleExternalImport(
      world,
      {
        namespace,
        importer: caller.user as User,
        name: name?.trim() ? name : undefined,
        source: remote,
        about,
        importType,
        correlationId: requestId(),
        runnersToken: runnersToken(drawText),
      },
      now,
    )
  } catch (problem) {
    if (problem instanceof InvalidRow)
      return refusals.rowRefused(errorSentences(withoutNamespaceErrors(problem)))
    throw problem
  }
}

// Errors of the project's namespace repeat those of the project (external-import#extgit-taken).
function withoutNamespaceErrors({
  errors: { 'project_namespace.name': _, ...errors },
}: InvalidRow): InvalidRow {
  return new InvalidRow(errors)
}

/** `{"errors": …}`, with which these operations refuse instead of a message. */
export function errors(texts: Json): { readonly errors: Json } {
  return { errors: texts }
}
