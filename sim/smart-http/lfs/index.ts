import type { PlainReply, PlainRequest } from '../../protocol/message.ts'
import type { GitHttp, Session } from '../service.ts'
import { authorizeLfs } from './lfs-access.ts'
import { batchReply, readBatch } from './lfs-batch.ts'
import { listLocks, lock, unlock, verifyLocks } from './lfs-locks.ts'
import { lfsRefusal } from './lfs-replies.ts'
import { download, upload } from './lfs-storage.ts'
import type { LfsTarget } from './lfs-target.ts'

/** The reply to a request of a client of Git LFS. Throws a Refusal. */
export function lfsReplyTo(service: GitHttp, request: PlainRequest, target: LfsTarget): PlainReply {
  const session = (use: 'download' | 'upload' | undefined): Session =>
    authorizeLfs(service, request, target.path, use)
  switch (target.asks) {
    case 'batch': {
      const batch = readBatch(request)
      return batchReply(session(batch.operation), request, batch)
    }
    case 'download':
      return download(session('download'), target.oid)
    case 'upload':
      return upload(session('upload'), request, target)
    case 'list-locks':
      return listLocks(session('download'), request)
    case 'lock':
      return lock(session('upload'), request)
    case 'verify-locks':
      return verifyLocks(session('upload'))
    case 'unlock':
      return unlock(session('upload'), request, target.lockId)
    case 'deprecated':
      throw lfsRefusal(
        service.world,
        501,
        'Server supports batch API only, please update your Git LFS client to version 1.0.1 and up.',
      )
    default:
      return target satisfies never
  }
}
