import { instanceOf } from '../model/world.ts'
import { type Call, CallRefused, fieldsOf } from './call.ts'
import type { Controlled } from './controlled.ts'
import { json } from './replies.ts'

/** The endpoint of the object store that imports from S3 use; null for the public cloud. */
export const storeCalls: readonly Call[] = [
  { method: 'GET', path: '/s3', serve: (controlled) => json(shown(controlled)) },
  {
    method: 'POST',
    path: '/s3',
    serve(controlled, { body }) {
      const { endpoint = null } = fieldsOf(body(), ['endpoint'])
      if (endpoint !== null && (typeof endpoint !== 'string' || !/^https?:\/\/[^/?#]+/.test(endpoint)))
        throw new CallRefused(
          400,
          'endpoint must be scheme, host and port, for example http://127.0.0.1:9000',
        )
      controlled.world.instance.update(1, { s3Endpoint: endpoint ?? undefined })
      return json(shown(controlled))
    },
  },
]

function shown({ world }: Controlled) {
  return { endpoint: instanceOf(world).s3Endpoint ?? null }
}
