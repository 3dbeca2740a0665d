import type { MergeRequest } from '../merge-requests/merge-request.ts'
import type { World } from '../world.ts'
import type { Issue } from './issue.ts'

/** The merge requests of its project that an issue mentions, or that mention it in their title or description. */
export function relatedMergeRequests(world: World, issue: Issue): MergeRequest[] {
  const notes = world.notes.by('byNoteable', 'Issue', issue.id).list()
  const texts = [issue.description ?? '', ...notes.map(({ body }) => body)]
  const mentioned = new Set(texts.flatMap((text) => numbersIn(text, '!')))
  const closing = new Set(
    world.mergeRequests
      .by('byClosing', issue.projectId, issue.iid)
      .list()
      .map(({ id }) => id),
  )
  const all = world.mergeRequests.by('byProject', issue.projectId).list()
  return all.filter(
    ({ id, iid, title, description }) =>
      mentioned.has(iid) ||
      closing.has(id) ||
      numbersIn(`${title}\n${description ?? ''}`, '#').includes(issue.iid),
  )
}

function numbersIn(text: string, sign: '#' | '!'): number[] {
  if (!text.includes(sign)) return []
  return [...text.matchAll(/(?<![\w/#!])([#!])(\d{1,9})\b/g)]
    .filter(([, found]) => found === sign)
    .map(([, , number]) => Number(number))
}
