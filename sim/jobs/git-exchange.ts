import { GitError } from '../git/git-error.ts'
import { type Exchange, transfer } from '../git/remote.ts'
import { base64, utf8 } from '../lib/bytes.ts'
import type { CallOut } from '../lib/outbound.ts'
import { withoutEnd } from '../lib/trim.ts'
import { callFault } from '../model/hooks/outbound-rules.ts'
import { withoutCredentials } from '../model/remote-mirrors/remote-mirrors.ts'
import type { World } from '../model/world.ts'

/** Requests to a repository, with the credentials of its address. */
export function exchangeWith(world: World, url: string, callOut: CallOut): Exchange {
  const shown = withoutCredentials(url)
  const [, scheme = '', who, rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/@]*)@)?(.*)$/i.exec(url) ?? []
  if (!/^https?$/i.test(scheme)) throw new GitError('Host key verification failed.')
  const base = `${scheme}://${withoutEnd(rest, '/')}`
  const fault = callFault(world, base)
  if (fault !== undefined) throw new GitError(`fatal: unable to access '${shown}': ${fault}`)
  const secret = who === undefined ? {} : { Authorization: `Basic ${base64(utf8(decodeURIComponent(who)))}` }
  return (method, path, body) => {
    const kind = path.replace(/^\//, '')
    const type = body === undefined ? {} : { 'Content-Type': `application/x-${kind}-request` }
    const call = { method, url: `${base}${path}`, headers: { ...secret, ...type }, ...transfer }
    const reply = callOut(body === undefined ? call : { ...call, body })
    if (!reply.reached) throw new GitError(`fatal: unable to access '${shown}': ${reply.message}`)
    if (reply.status === 401 || reply.status === 403)
      throw new GitError(`fatal: Authentication failed for '${shown}'`)
    if (reply.status !== 200)
      throw new GitError(
        `fatal: unable to access '${shown}': The requested URL returned error: ${reply.status}`,
      )
    return reply.body
  }
}
