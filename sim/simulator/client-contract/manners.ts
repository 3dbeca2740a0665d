import { withoutWorld } from '../../control/paths.ts'
import type { Manner } from '../../lib/releases/changes.ts'
import type { PlainRequest } from '../../protocol/message.ts'
import { hasDotSegment } from '../../protocol/traversal.ts'

const READS = ['GET', 'HEAD', 'OPTIONS']

type Sent = Pick<PlainRequest, 'method' | 'url' | 'headers' | 'body'>

/** What a request does beside calling an operation, as far as a release changed it for those that do. */
export function mannersOf({ method, url, headers, body }: Sent, status: number): readonly Manner[] {
  const [path = '', query = ''] = url.split('?', 2)
  const params = new URLSearchParams(query)
  const does: { readonly [manner in Manner]: boolean } = {
    'cross-origin': headers.origin !== undefined,
    'dot-segments': hasDotSegment(path) || [...params.values()].some(hasDotSegment),
    'job-token': 'job-token' in headers || params.has('job_token') || isOfJobUser(headers.authorization),
    'json-body': body !== undefined && body.length > 0 && /json/.test(headers['content-type'] ?? ''),
    'keyset-pagination': params.get('pagination') === 'keyset' || params.has('cursor'),
    oauth: withoutWorld(path).startsWith('/oauth/'),
    'offset-pagination': params.has('page'),
    'project-path': /\/projects\/[^/]*%2f/i.test(path),
    throttled: status === 429,
    writing: !READS.includes(method),
  }
  return (Object.keys(does) as Manner[]).filter((manner) => does[manner])
}

/** Package managers send the token of a job as the password of this user. */
function isOfJobUser(authorization = ''): boolean {
  const [, encoded = ''] = /^basic (.*)$/i.exec(authorization) ?? []
  try {
    return atob(encoded).startsWith('gitlab-ci-token:')
  } catch {
    return false
  }
}
