import type { Issue, issuesTable } from '../../model/issues/issue.ts'
import type { Situation } from '../../policy/abilities.ts'
import { seesIssue } from '../../policy/issues.ts'
import { canIn } from '../../policy/of-places.ts'
import { type IdSet, NO_IDS } from '../../store/id-set.ts'
import { inAll } from '../../store/id-sets.ts'
import { idsOf, type RowFilter, underValue, type Place as Within } from './row-filters.ts'

/** Where issues are looked for. */
export type Place = Within<Issue, keyof (typeof issuesTable)['indexes']>
type IssueFilter = RowFilter<Issue>

/** The issues that the caller sees: who sees the confidential ones of a project sees them all, and none of them is asked. */
export function seenIssues(situation: Situation, place: Place): IssueFilter[] {
  const { projects, rows } = place
  const readsAll = canIn(situation, 'read_confidential_issues')
  const isGuarded = (id: number) => !readsAll(id) && rows.find('byProjectConfidential', id, 1) !== undefined
  if (projects.isOne && !projects.all.some(isGuarded)) return []
  const members = () => ({ set: hiddenIn(situation, place, projects.all.filter(isGuarded)), isLeftOut: true })
  return [{ passes: (issue) => seesIssue(situation, issue), members, isRare: true }]
}

// The confidential issues of some projects, but those of the caller.
function hiddenIn({ caller }: Situation, place: Place, guarded: readonly number[]): IdSet {
  if (guarded.length === 0) return NO_IDS
  const me = caller.user?.id
  const inGuarded = new Set(guarded)
  const confidential = idsOf(place, {
    name: `confidential in ${guarded}`,
    has: ({ confidential, projectId }) => confidential && inGuarded.has(projectId),
    among: () => guarded.flatMap((id) => place.rows.by('byProjectConfidential', id, 1).list()),
  })
  const own = me === undefined ? [] : [byAuthor(place, me), byAssignee(place, me)]
  return inAll(
    [confidential],
    own.flatMap((filter) => filter.members?.().set ?? []),
  )
}

/** The confidential issues, or the others. */
export function confidentialOrNot(place: Place, wanted: boolean): IssueFilter {
  return underValue(
    place,
    'byProjectConfidential',
    Number(wanted),
    ({ confidential }) => confidential === wanted,
  )
}

export function byAuthor(place: Place, id: number): IssueFilter {
  const { rows } = place
  return underValue(place, 'byProjectAuthor', id, ({ authorId }) => authorId === id, rows.by('byAuthor', id))
}

export function byAssignee(place: Place, id: number): IssueFilter {
  const passes = ({ assigneeIds }: Issue) => assigneeIds.includes(id)
  return underValue(place, 'byProjectAssignee', id, passes, place.rows.by('byAssignee', id))
}
