import type { Discussed } from './notes.ts'
import type { User } from './user.ts'
import type { World } from './world.ts'

const MENTION = /(?<![\w@/])@([A-Za-z0-9_][A-Za-z0-9_.-]{0,254}[A-Za-z0-9_]|[A-Za-z0-9_])/g

/** Who takes part: the author, assignees and reviewers, whoever commented, and whoever was mentioned; each once. */
export function participantsOf(world: World, { kind, row }: Discussed): User[] {
  const comments = world.notes.by('byNoteable', kind, row.id, 0).list()
  const texts = [row.description ?? '', ...comments.map(({ body }) => body)]
  const ids = new Set([
    row.authorId,
    ...row.assigneeIds,
    ...('reviewerIds' in row ? row.reviewerIds : []),
    ...comments.map(({ authorId }) => authorId),
    ...texts.flatMap((text) => mentioned(world, text)),
  ])
  return [...ids].map((id) => world.users.get(id)).filter((user) => user !== undefined)
}

function mentioned(world: World, text: string): number[] {
  const names = [...text.matchAll(MENTION)].map(([, name]) => (name as string).toLowerCase())
  const users = names.map((name) => world.users.find('byUsername', name))
  return users.filter((user) => user !== undefined).map(({ id }) => id)
}
