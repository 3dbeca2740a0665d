import { GitError } from '../git/git-error.ts'
import { FLUSH, PacketReader, pktLine } from '../git/pack/pkt-line.ts'
import { basePath } from '../lib/address.ts'
import type { Steps } from '../lib/steps.ts'
import { instanceOf } from '../model/world.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { Refusal } from '../protocol/refusal.ts'
import { authorizeClient } from './access.ts'
import { advertisement } from './advertise.ts'
import { bodyOf } from './body.ts'
import { lfsReplyTo } from './lfs/index.ts'
import { lfsTargetOf } from './lfs/lfs-target.ts'
import { preparePush } from './push-arrival.ts'
import { readPush } from './push-request.ts'
import { receivePack } from './receive-pack.ts'
import { gitReply, refusalReply, stepwiseReply, textReply } from './replies.ts'
import type { GitHttp, Prepared, Session } from './service.ts'
import { type Target, targetOf } from './target.ts'
import { uploadPackV0 } from './upload-pack-v0.ts'
import { uploadPackV2 } from './upload-pack-v2.ts'

export type { GitHttp, Prepared } from './service.ts'

/** Whether a git client fetches or pushes with this request, or transfers large files. */
export function isGitRequest(request: Pick<PlainRequest, 'method' | 'url'>): boolean {
  return targetOf(request) !== undefined || lfsTargetOf(request) !== undefined
}

/** The reply to a request of a git client; undefined for every other request. A refused one changes nothing. */
export function* smartHttpReply(service: GitHttp, request: PlainRequest): Steps<PlainReply | undefined> {
  const target = targetOf(request)
  if (target === undefined) return largeFilesReply(service, request)
  if (!target.suffixed && target.asks === 'references') return redirectToSuffix(service, request)
  try {
    const session = authorizeClient(service, request, target)
    return target.asks === 'references'
      ? gitReply(
          target.service,
          'advertisement',
          advertisement(session, target.service, versionOf(request, target)),
        )
      : yield* serve(session, request, target, service)
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

function largeFilesReply(service: GitHttp, request: PlainRequest): PlainReply | undefined {
  const target = lfsTargetOf(request)
  if (target === undefined) return undefined
  try {
    return lfsReplyTo(service, request, target)
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

// Clients use the address of the redirect for their later requests.
function redirectToSuffix({ world }: GitHttp, { url }: PlainRequest): PlainReply {
  const below = basePath(instanceOf(world).url)
  return textReply(301, '', { Location: `${below}${url.replace('/info/refs?', '.git/info/refs?')}` })
}

// Pushing has no version 2: clients that prefer it accept version 0.
function versionOf({ headers }: PlainRequest, { service }: Target): 0 | 2 {
  const asked = headers['git-protocol'] ?? ''
  return service === 'git-upload-pack' && /(?:^|:)version=2(?::|$)/.test(asked) ? 2 : 0
}

function* serve(session: Session, request: PlainRequest, target: Target, http: GitHttp): Steps<PlainReply> {
  if (http.prepared?.reply !== undefined) return http.prepared.reply
  try {
    return yield* target.service === 'git-receive-pack'
      ? receivePack(session, bodyOf(request), http)
      : uploaded(session, request, target, false)
  } catch (error) {
    return faultReply(error, target)
  }
}

// What is wrong is told at once: to find it again would take as long as it took.
function* answeredInSteps(steps: Steps<PlainReply>, target: Target): Steps<PlainReply> {
  try {
    return yield* steps
  } catch (error) {
    return faultReply(error, target)
  }
}

function faultReply(error: unknown, { service }: Target): PlainReply {
  if (!(error instanceof GitError)) throw error
  return gitReply(service, 'result', [pktLine(`ERR ${error.message}\n`), FLUSH])
}

function* uploaded(
  session: Session,
  request: PlainRequest,
  target: Target,
  takesMore: boolean,
): Steps<PlainReply> {
  const upload = versionOf(request, target) === 2 ? uploadPackV2 : uploadPackV0
  const parts = upload(session, new PacketReader(bodyOf(request)))
  return yield* stepwiseReply(target.service, 'result', parts, takesMore)
}

/**
 * Does ahead what takes long in a request, step by step, and changes nothing. Whatever is wrong with the request is left
 * for `smartHttpReply` to tell.
 */
export function* prepareGit(service: GitHttp, request: PlainRequest): Steps<Prepared> {
  const target = targetOf(request)
  if (target?.asks !== 'service') return {}
  try {
    const session = authorizeClient(service, request, target)
    if (target.service === 'git-upload-pack')
      return {
        // Of a copy of the world, to which nothing happens while the rest is sent.
        reply: yield* answeredInSteps(uploaded(session, request, target, request.takesMore === true), target),
      }
    return { push: yield* preparePush(session, readPush(bodyOf(request))) }
  } catch {
    return {}
  }
}
