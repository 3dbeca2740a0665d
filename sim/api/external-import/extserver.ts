import { externalImportEntity } from '../../entities/external-project.ts'
import { authorityOf } from '../../lib/dialect.ts'
import type { ExternalHostRefusal } from '../../model/external-import/hosts/external-repository.ts'
import type { Group } from '../../model/groups/group.ts'
import { createGroup } from '../../model/groups/groups.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import { type Namespace, namespaceAt } from '../../model/projects/create-project.ts'
import { mayCreateTopLevelGroups } from '../../model/users/rights-to-create.ts'
import type { User } from '../../model/users/user.ts'
import { can, type Situation } from '../../policy/abilities.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { type DrawText, runnersToken } from '../shared/secrets.ts'
import {
  isSourceOn,
  lookUpRepository,
  mayImportInto,
  type Refusals,
  source,
  startExternalImport,
  timeoutStrategy,
} from './start.ts'

export const importFromExtserver = operation(
  {
    method: 'POST',
    path: '/import/extserver',
    aliases: ['/import/bitbucket_server'],
    summary: 'Import a repository from a self-hosted git server',
    params: {
      bitbucket_server_url: required(string({ about: 'URL of the server' })),
      bitbucket_server_username: required(string()),
      personal_access_token: required(string({ about: 'Personal access token of the server' })),
      bitbucket_server_project: required(string({ about: 'Key of the project on the server' })),
      bitbucket_server_repo: required(string({ about: 'Name of the repository on the server' })),
      new_name: string({ about: 'Name of the project; default: that of the repository' }),
      target_namespace: string({ about: "Full path of the namespace; default: the caller's own" }),
      new_namespace: string({ about: 'Same as `target_namespace`, which takes precedence' }),
      timeout_strategy: timeoutStrategy,
    },
    callsOut: true,
    answers: { status: 201, one: externalImportEntity },
    refuses: [400, 401, 403, 422],
    source,
  },
  ({ world, params, view, drawText, requestId, callOut }) => {
    const { situation, dialect } = view
    const url = params.bitbucket_server_url ?? ''
    if (callFault(world, url) !== undefined) throw message(400, { error: `Invalid URL: ${url}` })
    if (!isSourceOn(world, 'bitbucket_server')) throw forbidden()
    const namespace = targetOf(situation, params.target_namespace || params.new_namespace || null, drawText)
    if (!mayImportInto(situation, dialect, namespace))
      throw message(401, { error: "You don't have permissions to import this project" })
    const repository = `${params.bitbucket_server_project ?? ''}/${params.bitbucket_server_repo ?? ''}`
    const remote = {
      kind: 'remote',
      host: 'extserver',
      url: isDescribed(url) ? null : url,
      repository,
      username: params.bitbucket_server_username,
      accessToken: params.personal_access_token ?? '',
    } as const
    const refusals = refusalsFor(repository)
    const about = { ...lookUpRepository(world, remote, callOut, refusals), fullName: repository }
    const importType = authorityOf(dialect) === 'real' ? 'bitbucket_server' : 'extserver'
    const wanted = { namespace, name: params.new_name, remote, about, importType }
    return startExternalImport({ situation, dialect, drawText, requestId }, wanted, refusals)
  },
)

// Reserved host names, which no real server has, stand for the server that the world describes.
function isDescribed(url: string): boolean {
  return /^https?:\/\/[^/?#]*\.(?:test|example|invalid)(?::\d+)?(?:[/?#]|$)/i.test(url)
}

function refusalsFor(repository: string): Refusals {
  return {
    hostRefused({ status, message: reason }: ExternalHostRefusal) {
      if (status === 404) throw message(422, { error: `Project ${repository} could not be found` })
      throw message(400, { error: `Import failed due to a BitBucket Server error: ${reason}` })
    },
    rowRefused(sentences) {
      throw message(422, { error: sentences.join(', ') })
    },
  }
}

/** The namespace at a path. If it is missing and the caller may not create it, the caller's own namespace. */
function targetOf(situation: Situation, path: string | null, drawText: DrawText): Namespace {
  const { world, caller } = situation
  const own: Namespace = { kind: 'user', user: caller.user as User }
  const wanted = path?.replace(/^\/+/, '') ?? ''
  if (wanted === '') return own
  return namespaceAt(world, wanted) ?? createGroups(situation, wanted, drawText) ?? own
}

function createGroups(
  { world, caller, now }: Situation,
  path: string,
  drawText: DrawText,
): Namespace | undefined {
  const creator = caller.user as User
  let parent: Group | undefined
  try {
    for (const [i, word] of path.split('/').entries()) {
      const there = world.groups.find(
        'byFullPath',
        path
          .split('/')
          .slice(0, i + 1)
          .join('/')
          .toLowerCase(),
      )
      if (there === undefined && !mayCreate({ world, caller, now }, parent)) return undefined
      const values = { name: word, path: word, description: '', visibility: 'private' } as const
      parent =
        there ?? createGroup(world, { ...values, runnersToken: runnersToken(drawText), parent, creator }, now)
    }
  } catch (problem) {
    if (problem instanceof InvalidRow) return undefined
    throw problem
  }
  return parent === undefined ? undefined : { kind: 'group', group: parent }
}

function mayCreate(situation: Situation, parent: Group | undefined): boolean {
  const { world, caller } = situation
  if (parent !== undefined) return can(situation, 'create_subgroup', parent)
  return caller.user !== undefined && mayCreateTopLevelGroups(world, caller.user)
}
