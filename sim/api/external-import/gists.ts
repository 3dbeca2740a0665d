import { ExternalHostRefusal } from '../../model/external-import/hosts/external-repository.ts'
import { isServiceFlagOn } from '../../model/installation/service-flags.ts'
import { describedGists } from '../../model/load/described-repository.ts'
import type { User } from '../../model/users/user.ts'
import { nextId, type World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { forbidden, notFound, Refusal } from '../../protocol/refusal.ts'
import { errors, source } from './start.ts'

/** Milliseconds until the gists are imported. */
const DURATION = 3000

export const importExtgitGists = operation(
  {
    method: 'POST',
    path: '/import/extgit/gists',
    aliases: ['/import/github/gists'],
    summary: 'Import gists as snippets (needs a feature flag)',
    params: {
      personal_access_token: required(
        string({ about: 'Personal access token of the host, whose gists are imported' }),
      ),
    },
    answers: { status: 202, value: { type: 'integer', const: 202 } },
    refuses: [401, 403, 404, 422, 429],
    source,
  },
  ({ world, caller, params, now }) => {
    if (!isServiceFlagOn(world, 'github_import_gists')) throw notFound()
    const user = caller.user as User
    if (user.external) throw forbidden()
    if (world.gistImports.get(user.id) !== undefined)
      throw new Refusal(422, errors('Import already in progress'))
    const accessToken = params.personal_access_token ?? ''
    refuseToken(world, accessToken)
    world.gistImports.insert({ id: user.id, accessToken })
    const args = { userId: user.id }
    world.jobs.insert({ id: nextId(world, 'jobs'), kind: 'gists-import', args, due: now + DURATION })
    return 202
  },
)

function refuseToken(world: World, token: string): void {
  try {
    describedGists(world, token)
  } catch (problem) {
    if (!(problem instanceof ExternalHostRefusal)) throw problem
    throw problem.status === 429
      ? new Refusal(429, { error: 'Too Many Requests' })
      : new Refusal(401, errors('Access denied to the GitHub account.'))
  }
}
