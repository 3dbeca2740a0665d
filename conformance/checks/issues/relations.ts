import { issue, mergeRequest } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'

const ONE = '/projects/:id/issues/:issue_iid'

export const relatedMergeRequests = check({
  id: 'issues/related-merge-requests',
  says: 'The merge requests related to an issue are those that mention it and those that it mentions, and those that close it are among them',
  source: 'issues#related-merge-requests',
  level: 'should',
  covers: [`GET ${ONE}/related_merge_requests`, `GET ${ONE}/closed_by`],
  needs: { repository: true },
  holds: async (stage) => {
    const { id } = stage.project
    const mentioned = await mergeRequest(stage, { branch: 'mentioned' })
    await mergeRequest(stage, { branch: 'apart' })
    const row = await issue(stage, { title: 'One', description: `After !${numberIn(mentioned, 'iid')}` })
    const number = numberIn(row, 'iid')
    const closing = await mergeRequest(stage, { branch: 'closing', description: `Closes #${number}` })
    const mentioning = await mergeRequest(stage, { branch: 'mentioning', description: `For #${number}` })
    const found = async (which: 'related_merge_requests' | 'closed_by', awaited: number) => {
      let rows: readonly Row[] = []
      for (let turn = 0; turn < 20 && rows.length < awaited; turn++) {
        const reply = await stage.call(`GET ${ONE}/${which}`, { id, issue_iid: number })
        answers(reply, 200)
        rows = reply.rows()
      }
      return rows.map(({ iid = 0 }) => iid).sort()
    }
    const iids = [mentioned, closing, mentioning].map((it) => numberIn(it, 'iid')).sort()
    equals('those that are related', await found('related_merge_requests', 3), iids)
    equals('those that close it', await found('closed_by', 1), [numberIn(closing, 'iid')])
  },
})

export const confidentialIssues = check({
  id: 'issues/confidential',
  says: 'A confidential issue is seen by its author, its assignees and members from Reporter on, and answers 404 to a Guest',
  source: 'issues#confidential, resource-events#visible-with-target',
  level: 'should',
  covers: [`GET ${ONE}`, `GET ${ONE}/resource_state_events`],
  holds: async (stage) => {
    const { id } = stage.project
    const row = await issue(stage, { title: 'Secret', confidential: true })
    const at = { id, issue_iid: numberIn(row, 'iid') }
    const answered = async (as: 'guest' | 'reporter', status: number) => {
      answers(await stage.call(`GET ${ONE}`, at, { as }), status)
      answers(await stage.call(`GET ${ONE}/resource_state_events`, at, { as }), status)
    }
    await answered('reporter', 200)
    await answered('guest', 404)
    const assigned = { ...at, assignee_ids: [stage.user('guest').id] }
    answers(await stage.call(`PUT ${ONE}`, assigned), 200)
    await answered('guest', 200)
  },
})

export const unknownOthers = check({
  id: 'issues/unknown-others',
  says: 'An issue is not linked with itself, an unknown link is not found, and it is not moved to an unknown project',
  source: 'issues#link-to-itself, issues#link-unknown, issues#move-unknown-project',
  level: 'should',
  covers: [`POST ${ONE}/links`, `GET ${ONE}/links/:issue_link_id`, `POST ${ONE}/move`],
  holds: async (stage) => {
    const { id } = stage.project
    const at = { id, issue_iid: numberIn(await issue(stage, { title: 'One' }), 'iid') }
    const itself = { target_project_id: id, target_issue_iid: at.issue_iid }
    answers(await stage.call(`POST ${ONE}/links`, { ...at, ...itself }), 422)
    const unknown = 2_000_000_000
    answers(await stage.call(`GET ${ONE}/links/:issue_link_id`, { ...at, issue_link_id: unknown }), 404)
    const moved = await stage.call(`POST ${ONE}/move`, { ...at, to_project_id: unknown })
    says(moved, 404, '404 Project Not Found')
  },
})
