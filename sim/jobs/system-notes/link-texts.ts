import type { Issue } from '../../model/issues/issue.ts'
import type { IssueLink } from '../../model/issues/issue-link.ts'
import { referenceFrom } from '../../model/issues/issue-reference.ts'
import type { WorldChange } from '../pushed-pipelines.ts'

interface Told {
  readonly row: Issue
  readonly text: string
}

/** What both issues of a link are told that was made or removed. */
export function linkTexts({ before, after }: WorldChange): readonly Told[] {
  return after.issueLinks.since(before.issueLinks).flatMap(({ before: was, after: is }) => {
    const link = is ?? was
    const source = after.issues.get(link?.sourceId ?? 0)
    const target = after.issues.get(link?.targetId ?? 0)
    // With an issue its links are removed.
    if (link === undefined || source === undefined || target === undefined) return []
    const [there, back] = is === undefined ? [REMOVED, REMOVED] : made(link)
    return [
      { row: source, text: `${there} ${referenceFrom(after, source.projectId, target)}` },
      { row: target, text: `${back} ${referenceFrom(after, target.projectId, source)}` },
    ]
  })
}

const REMOVED = 'removed the relation with'

function made({ type }: IssueLink): readonly [there: string, back: string] {
  return type === 'blocks'
    ? ['marked this issue as blocking', 'marked this issue as blocked by']
    : ['marked this issue as related to', 'marked this issue as related to']
}
