import { afterRequest, follow } from '../jobs/followers.ts'
import type { Steps } from '../lib/steps.ts'
import type { User } from '../model/users/user.ts'
import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import { type Prepared, prepareGit, smartHttpReply } from '../smart-http/index.ts'
import { callHooks, refused, type Scene } from './transaction.ts'

/** Does ahead what takes long in a fetch or a push, on a copy of the world of now. */
export function prepareGitTransaction(
  request: PlainRequest,
  { world, now }: Pick<Scene, 'world' | 'now'>,
): Steps<Prepared> {
  return prepareGit({ world: world.fork(), now, onIdentified: () => {} }, request)
}

/** Serves a fetch or a push of a git client on a fork of the world, which becomes the world unless it is refused. */
export function* gitTransaction(
  request: PlainRequest,
  scene: Scene,
  prepared?: Prepared,
): Steps<PlainReply | undefined> {
  const { world, now } = scene
  const fork = world.fork()
  try {
    let user: User | undefined
    let pushOptions: readonly string[] = []
    const reply = yield* smartHttpReply(
      {
        world: fork,
        now,
        prepared,
        onIdentified: (caller) => {
          user = caller.user
          scene.onIdentified(caller)
        },
        onPushOptions: (options) => {
          pushOptions = options
        },
      },
      request,
    )
    const change = { before: world, after: fork, user, now }
    yield* follow({ ...change, pushOptions }, afterRequest)
    yield* callHooks(request, { ...change, byPush: true })
    world.become(fork)
    yield* scene.committed(now)
    return reply
  } catch (error) {
    return refused(error, scene)
  }
}
