import type { Project } from '../model/projects/project.ts'
import { instanceOf, type World } from '../model/world.ts'
import { can } from '../policy/abilities.ts'
import { anonymous, type Caller } from '../policy/caller.ts'
import { seesProject } from '../policy/visible.ts'
import { identify } from '../protocol/identify.ts'
import { readQuery } from '../protocol/input.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { outsideReply } from '../protocol/outside.ts'
import { Refusal } from '../protocol/refusal.ts'
import type { Instant } from '../time/calendar.ts'
import { archiveReply } from './archive-reply.ts'
import { rawReply } from './raw-reply.ts'
import { webTargetOf } from './web-target.ts'

/** What a request of a browser is served with. */
export interface Web {
  readonly world: World
  readonly now: Instant
  /** Called with the caller as soon as it is known. */
  readonly onIdentified: (caller: Caller) => void
}

/** True for the downloads that pages of projects offer: archives and raw files. */
export function isWebRequest(request: Pick<PlainRequest, 'method' | 'url'>): boolean {
  return webTargetOf(request) !== undefined
}

/** The reply with an archive or a raw file; undefined for every other request. */
export function webReply({ world, now, onIdentified }: Web, request: PlainRequest): PlainReply | undefined {
  const target = webTargetOf(request)
  if (target === undefined) return undefined
  const caller = visitor(world, request, now)
  onIdentified(caller)
  const project = world.projects.find('byFullPath', target.path.toLowerCase())
  const reply = project && seesProject(world, caller, project, now) && replyOf(project)
  return reply || missing()

  function replyOf(found: Project): PlainReply | undefined {
    if (target === undefined || !can({ world, caller, now }, 'read_code', found)) return undefined
    const isOpen = can({ world, caller: anonymous, now }, 'read_code', found)
    return target.page === 'archive'
      ? archiveReply(world, found, request, target, isOpen)
      : rawReply(world, found, request, target.rest)
  }

  // Whoever is not signed in may do so.
  function missing(): PlainReply {
    if (caller.user !== undefined) return outsideReply(request)
    return { status: 302, headers: { Location: `${instanceOf(world).url}/users/sign_in` }, body: '' }
  }
}

// Pages take the tokens of the API, which read at least, and the session of a browser; credentials that are not good
// count as none.
function visitor(world: World, request: PlainRequest, now: Instant): Caller {
  try {
    const { sudo: _sudo, ...headers } = request.headers
    const { sudo: _name, ...raw } = readQuery((request.url.split('#', 1)[0] ?? '').split('?', 2)[1] ?? '')
    return identify({ world, dialect: 'real', definition: {}, request: { ...request, headers }, raw, now })
  } catch (error) {
    if (error instanceof Refusal) return anonymous
    throw error
  }
}
