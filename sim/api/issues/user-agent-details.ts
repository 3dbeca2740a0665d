import { userAgentDetailEntity } from '../../entities/user-agent.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import type { UserAgentDetail } from '../../model/issues/user-agent.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, required } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { ofPerson, ofProject, visibleSnippet } from '../shared/snippet-places.ts'

const answers = { one: userAgentDetailEntity }
const kept = changed('issues#later-user-agent-details', { before: true, after: false })

export const getIssueUserAgentDetails = operation(
  {
    method: 'GET',
    path: '/projects/:id/issues/:issue_iid/user_agent_detail',
    summary: 'Get the user agent details of an issue',
    auth: 'admin',
    subject: 'issue',
    params: { issue_iid: required(integer({ about: 'IID of the issue' })) },
    answers,
    refuses: [404],
    beyond: true,
  },
  ({ world, issue }) => named(world, 'Issue', issue.id),
)

export const getSnippetUserAgentDetails = operation(
  {
    method: 'GET',
    path: `${ofPerson.path}/:snippet_id/user_agent_detail`,
    summary: 'Get the user agent details of a personal snippet',
    auth: 'admin',
    params: ofPerson.named,
    answers,
    refuses: [404],
    beyond: true,
  },
  ({ world, params, view }) =>
    named(world, 'Snippet', visibleSnippet(view.situation, {}, params.snippet_id).id),
)

export const getProjectSnippetUserAgentDetails = operation(
  {
    method: 'GET',
    path: `${ofProject.path}/:snippet_id/user_agent_detail`,
    summary: 'Get the user agent details of a project snippet',
    auth: 'admin',
    ...ofProject.place,
    params: ofProject.named,
    answers,
    refuses: [404],
    decides: [kept],
    beyond: true,
  },
  ({ world, project, params, view }) => {
    const { id } = visibleSnippet(view.situation, { project }, params.snippet_id)
    if (!inDialect<boolean>(kept, view.dialect)) throw notFound('UserAgentDetail')
    return named(world, 'Snippet', id)
  },
)

function named(world: World, subject: UserAgentDetail['subject'], id: number): UserAgentDetail {
  const detail = world.userAgentDetails.find('bySubject', subject, id)
  if (detail === undefined) throw notFound('UserAgentDetail')
  return detail
}
