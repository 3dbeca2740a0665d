import { mergeRequest, named } from '../../arrange/records.ts'
import { nextWeek } from '../../arrange/variables-and-tokens.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, textIn } from '../../kit/expect.ts'

export const resourceTokenBot = check<'projects' | 'groups'>({
  id: 'access-tokens/resource-token-bot',
  says: 'A project or group access token has the access level that was asked for, and its bot user resets the approvals of a merge request',
  source:
    'access-tokens#resource-token-create, access-tokens#resource-token-bot, access-tokens#resource-token-resets-approvals, approvals#reset-approvals, approvals#statuses',
  level: 'should',
  covers: [
    'POST /projects/:id/access_tokens',
    'POST /groups/:id/access_tokens',
    'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals',
  ],
  needs: { in: 'group', repository: true, tier: 'premium' },
  each: () => ['projects', 'groups'],
  holds: async (stage, kind) => {
    const { id } = kind === 'projects' ? stage.project : stage.group
    const expires_at = await nextWeek(stage)
    const wish = { id, name: 'Robot', scopes: ['api'], access_level: 40, expires_at }
    const made = await stage.call(`POST /${kind}/:id/access_tokens`, wish)
    answers(made, 201)
    has(made.row(), { name: 'Robot', scopes: ['api'], access_level: 40, expires_at }, made)
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'developer' }))
    const request = '/projects/:id/merge_requests/:merge_request_iid'
    answers(await stage.call(`POST ${request}/approve`, place), 201)
    const reset = `PUT ${request}/reset_approvals`
    answers(await stage.call(reset, place), 401)
    const headers = { 'private-token': textIn(made.row(), 'token') }
    answers(await stage.call(reset, place, { headers }), 202)
    equals('who approves', (await stage.call(`GET ${request}/approvals`, place)).row().approved_by, [])
  },
})
