import { type IssueCounts, issueStatisticsEntity } from '../../entities/statistics.ts'
import { projectsBelow } from '../../model/groups/group-tree.ts'
import type { Listing } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { unauthorized } from '../../protocol/refusal.ts'
import { issueList } from './filter.ts'
import { globalScope, groupScope, issueListParams, issueListRules, projectScope } from './params.ts'

const counted = {
  method: 'GET',
  auth: 'public',
  rules: issueListRules,
  answers: { one: issueStatisticsEntity },
  beyond: true,
} as const

const { state: _, order_by: __, sort: ___, with_labels_details: ____, ...filters } = issueListParams

export const getIssueStatistics = operation(
  {
    ...counted,
    path: '/issues_statistics',
    summary: 'Get issue statistics',
    params: { ...filters, ...globalScope },
  },
  ({ caller, params, view }) => {
    if (caller.user === undefined && params.scope !== 'all') throw unauthorized()
    return countsOf((state) => issueList(view.situation, { ...unordered, ...params, state }))
  },
)

export const getGroupIssueStatistics = operation(
  {
    ...counted,
    path: '/groups/:id/issues_statistics',
    summary: 'Get the issue statistics of a group',
    subject: 'group',
    needs: 'read_group',
    params: { ...filters, ...groupScope },
  },
  ({ world, group, params, view }) => {
    const within = [...projectsBelow(world, group)]
    return countsOf((state) => issueList(view.situation, { ...unordered, ...params, state }, within))
  },
)

export const getProjectIssueStatistics = operation(
  {
    ...counted,
    path: '/projects/:id/issues_statistics',
    summary: 'Get the issue statistics of a project',
    subject: 'project',
    params: { ...filters, ...projectScope },
  },
  ({ project, params, view }) =>
    countsOf((state) => issueList(view.situation, { ...unordered, ...params, state }, [project])),
)

const unordered = { order_by: 'created_at', sort: 'desc', with_labels_details: false } as const

function countsOf(inState: (state: 'opened' | 'closed') => Listing<unknown>): IssueCounts {
  const opened = inState('opened').count(Number.POSITIVE_INFINITY)
  const closed = inState('closed').count(Number.POSITIVE_INFINITY)
  return { all: opened + closed, closed, opened }
}
