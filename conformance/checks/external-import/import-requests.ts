import type { Reply } from '../../kit/client.ts'
import { answers, has, numberIn } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'
import type { Stage } from '../../run/stage.ts'
import { type RemoteRepository, remoteRepository } from '../../servers/git.ts'
import {
  hostedRepository,
  hostedServer,
  hostedService,
  type Pages,
  remoteToken,
  servedRepository,
} from '../../servers/hosts.ts'
import type { RemotePlace } from '../../servers/side.ts'
import type { Who } from '../../targets/target.ts'
import { finishedImport, start } from './import-status.ts'

export const server = 'POST /import/extserver'

export interface RequestedImport {
  readonly reply: Reply
  readonly place: RemotePlace
  readonly repository: RemoteRepository
}

interface RequestOptions {
  readonly as?: Who
  /** The parameter that names the host. */
  readonly hostname?: 'extgit_hostname' | 'github_hostname'
  readonly headers?: { readonly [name: string]: string }
  /** The repository is private there. */
  readonly isPrivate?: boolean
  /** The repository cannot be fetched there. */
  readonly withoutGit?: boolean
  /** What the host tells otherwise, given its branches. */
  readonly pages?: (branches: RemoteRepository['branches'], url: string) => ReturnType<Pages>
}

/** Requests an import from a hosted service that the suite plays. */
export async function importFromService(
  stage: Stage,
  more: Params = {},
  asking: RequestOptions = {},
): Promise<RequestedImport> {
  const { hostname = 'extgit_hostname', isPrivate = false, withoutGit = false, pages, ...options } = asking
  const repository = await remoteRepository()
  let url = ''
  const place = await stage.remote(
    hostedService(repository, () => url, {
      isPrivate,
      withoutGit,
      instead: (at) => pages?.(repository.branches, at) ?? {},
    }),
  )
  url = place.url
  const params = {
    personal_access_token: remoteToken,
    repo_id: hostedRepository.number,
    target_namespace: stage.group.path,
    [hostname]: `${url}${await apiPathFor(stage)}`,
  }
  const reply = await stage.call(start, { ...params, ...more }, options)
  return { reply: reachable(stage, reply), place, repository }
}

/** What the address of a host ends with. */
async function apiPathFor(stage: Stage): Promise<string> {
  let path = ''
  const setTo = (told: string) => () => {
    path = told
  }
  await stage.changed('external-import#later-host-of-api', {
    before: setTo(''),
    after: () =>
      stage.changed('external-import#later-host-alone', { before: setTo('/api/v3'), after: setTo('') }),
  })
  return path
}

/** The project of an import from a hosted service that tells these pages, once it is finished. */
export async function imported(
  stage: Stage,
  pages: (branches: { readonly [name: string]: string }, url: string) => { readonly [path: string]: unknown },
  more: Params = {},
): Promise<number> {
  const { reply } = await importFromService(stage, more, { pages })
  answers(reply, 201)
  const id = numberIn(reply.row(), 'id')
  const told = await finishedImport(stage, id)
  has(told, { import_status: 'finished', import_error: null, failed_relations: [] })
  return id
}

/** Requests an import from a self-hosted server that the suite plays. */
export async function importFromServer(
  stage: Stage,
  more: Params = {},
  options: RequestOptions = {},
): Promise<RequestedImport> {
  const repository = await remoteRepository()
  let url = ''
  const place = await stage.remote(hostedServer(repository, () => url))
  url = place.url
  const params = {
    bitbucket_server_url: url,
    bitbucket_server_username: 'somebody',
    personal_access_token: remoteToken,
    bitbucket_server_project: servedRepository.key,
    bitbucket_server_repo: servedRepository.slug,
    target_namespace: stage.group.path,
  }
  const reply = await stage.call(server, { ...params, ...more }, options)
  return { reply: reachable(stage, reply), place, repository }
}

function reachable(stage: Stage, reply: Reply): Reply {
  const refused = reply.status === 400 && reply.text.includes('Invalid URL: http://127.0.0.1')
  return refused ? stage.skip('the target may not call this machine') : reply
}
