import type { UserAgentDetail } from '../../model/issues/user-agent.ts'
import { nextId, type World } from '../../model/world.ts'
import type { PlainRequest } from '../../protocol/message.ts'

/** Stores the user agent and the IP address with which an issue or a snippet was created. */
export function storeUserAgent(
  world: World,
  subject: UserAgentDetail['subject'],
  { id }: { readonly id: number },
  { headers, address }: PlainRequest,
): void {
  const userAgent = headers['user-agent']
  if (userAgent === undefined || userAgent === '') return
  world.userAgentDetails.insert({
    id: nextId(world, 'userAgentDetails'),
    subject,
    subjectId: id,
    userAgent: userAgent.slice(0, 255),
    address: address ?? '127.0.0.1',
  })
}
