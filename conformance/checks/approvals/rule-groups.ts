import { anotherGroup } from '../../arrange/groups.ts'
import { mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, names, numberIn } from '../../kit/expect.ts'
import { isRows, type Json, type Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import type { Who } from '../../targets/target.ts'

const rules = '/projects/:id/approval_rules'

const rule = `${rules}/:approval_rule_id`

const needs = { in: 'group', tier: 'premium' } as const

const groupFields = [
  ...['id', 'name', 'path', 'description', 'visibility', 'lfs_enabled', 'avatar_url', 'web_url'],
  ...['request_access_enabled', 'full_name', 'full_path', 'parent_id', 'ldap_cn', 'ldap_access'],
]

async function group(stage: Stage, name: string, visibility: string): Promise<number> {
  return numberIn(await anotherGroup(stage, name, { visibility }), 'id')
}

/** No verdict where a Maintainer of the project sees the group by itself. */
async function isHidden(stage: Stage, id: number): Promise<void> {
  const reply = await stage.call('GET /groups/:id', { id }, { as: 'maintainer' })
  if (reply.status === 404) return
  if (stage.user('maintainer').admin) stage.skip('the caller is an administrator')
  stage.failing('the caller sees the group by the share')
}

const idsIn = (rows: Json | undefined): readonly Json[] =>
  isRows(rows) ? rows.map(({ id }) => id ?? null).sort() : []

export const ruleGroups = check({
  id: 'approvals/rule-groups',
  says: "The members of a rule's groups are eligible approvers beside its users, each once, and unknown groups are left out",
  source:
    'approvals#rule-eligible-approvers, approvals#rule-users-dropped, approvals#rule, approvals#rule-groups-shape, conventions#group-shape',
  level: 'must',
  covers: [`POST ${rules}`, `GET ${rules}`, `GET ${rule}`],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const id = await group(stage, 'approvers', 'public')
    const members = [user('developer').id, user('reporter').id]
    for (const user_id of members)
      expectArranged(await call('POST /groups/:id/members', { id, user_id, access_level: 30 }))
    const wish = { id: project.id, name: 'Of groups', approvals_required: 1 }
    const user_ids = [user('developer').id]
    const made = await call(`POST ${rules}`, {
      ...wish,
      user_ids: [...user_ids, ...user_ids],
      group_ids: [id, id, 987_654_321],
    })
    answers(made, 201)
    equals('the groups', idsIn(made.row().groups), [id], made)
    const [shown = {}] = made.row().groups as readonly Row[]
    names(shown, groupFields, made)
    const { full_path = null, parent_id = null } = (await call('GET /groups/:id', { id })).row()
    has(shown, { full_path, visibility: 'public', parent_id }, made)
    equals('the users', idsIn(made.row().users), user_ids, made)
    has(made.row(), { rule_type: 'regular', contains_hidden_groups: false }, made)
    const eligible = [...members, user('owner').id].sort()
    equals('who may approve', idsIn(made.row().eligible_approvers), eligible, made)
    const named = { id: project.id, approval_rule_id: numberIn(made.row(), 'id') }
    answers(await call(`GET ${rule}`, named), 200, made.json ?? null)
    const listed = await call(`GET ${rules}`, { id: project.id })
    const same = listed.rows().find((row) => row.id === named.approval_rule_id) ?? null
    equals('the rule in the list', same, made.json, listed)
    const other = await group(stage, 'others', 'public')
    for (const param of ['group_ids', 'groups']) {
      const two = await call(`POST ${rules}`, { ...wish, name: `By ${param}`, [param]: [id, other] })
      answers(two, 201)
      equals(`the groups of ${param}`, idsIn(two.row().groups), [id, other], two)
    }
  },
})

export const listsReplaced = check<readonly [string, string]>({
  id: 'approvals/rule-lists-replaced',
  says: 'The users and groups that an update of a rule sends take the place of those before, in the project and in a merge request',
  source: 'approvals#rule-update-lists',
  level: 'must',
  covers: [`PUT ${rule}`],
  needs: { ...needs, repository: true },
  each: () =>
    ['/projects/:id', '/projects/:id/merge_requests/:merge_request_iid'].flatMap(
      (of): (readonly [string, string])[] => [
        [of, 'groups'],
        [of, 'users'],
      ],
    ),
  holds: async (stage, [of, list]) => {
    const { call, user } = stage
    const [first, second] =
      list === 'users'
        ? [user('developer').id, user('reporter').id]
        : [await group(stage, 'first', 'public'), await group(stage, 'second', 'public')]
    const names = list === 'users' ? 'user_ids' : 'group_ids'
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'owner' }))
    const wish = { ...place, name: 'Replaced', approvals_required: 1 }
    const made = arranged(await call(`POST ${of}/approval_rules`, { ...wish, [names]: [first] }))
    const approval_rule_id = numberIn(made, 'id')
    for (const sent of [[second], [second, first], [first], []]) {
      const reply = await call(`PUT ${of}/approval_rules/:approval_rule_id`, {
        ...wish,
        approval_rule_id,
        [names]: sent,
      })
      answers(reply, 200)
      equals(`the ${list}`, idsIn(reply.row()[list]), [...sent].sort(), reply)
      const read = await call(`GET ${of}/approval_rules/:approval_rule_id`, { ...place, approval_rule_id })
      equals(`the ${list} afterwards`, idsIn(read.row()[list]), [...sent].sort(), read)
    }
  },
})

export const hiddenGroups = check({
  id: 'approvals/hidden-groups',
  says: "A group that the caller cannot see is left out of a rule's `groups`, reported by `contains_hidden_groups`, and removed only with `remove_hidden_groups`",
  source: 'approvals#rule-hidden-groups, approvals#rule-hidden-groups-kept',
  level: 'must',
  covers: [`GET ${rule}`, `PUT ${rule}`],
  needs,
  // What is above a group does not open it.
  each: () => ['beside the project', 'below an open group'] as const,
  holds: async (stage, where) => {
    const { call, project } = stage
    stage.user('maintainer')
    const above = where === 'beside the project' ? {} : { parent_id: await group(stage, 'open', 'public') }
    const id = numberIn(await anotherGroup(stage, 'hidden', { visibility: 'private', ...above }), 'id')
    expectArranged(await call('POST /projects/:id/share', { id: project.id, group_id: id, group_access: 30 }))
    const wish = { name: 'Hidden', approvals_required: 1 }
    const made = arranged(await call(`POST ${rules}`, { id: project.id, ...wish, group_ids: [id] }))
    const named = { id: project.id, approval_rule_id: numberIn(made, 'id') }
    const shown = async (as: 'owner' | 'maintainer'): Promise<Row> =>
      (await call(`GET ${rule}`, named, { as })).row()
    await isHidden(stage, id)
    has(await shown('owner'), { contains_hidden_groups: false })
    const outside = await shown('maintainer')
    has(outside, { groups: [], contains_hidden_groups: true })
    const change = (params: Params) =>
      call(`PUT ${rule}`, { ...named, ...wish, group_ids: [], ...params }, { as: 'maintainer' })
    answers(await change({}), 200)
    equals('the groups afterwards', idsIn((await shown('owner')).groups), [id])
    const other = stage.group.id
    answers(await change({ group_ids: [other] }), 200)
    equals('the groups beside another one', idsIn((await shown('owner')).groups), [id, other].sort())
    const beside = await shown('maintainer')
    equals('the groups that the caller sees', idsIn(beside.groups), [other])
    has(beside, { contains_hidden_groups: true })
    answers(await change({ remove_hidden_groups: true, group_ids: [other] }), 200)
    equals('the groups that are left', idsIn((await shown('owner')).groups), [other])
    answers(await change({ remove_hidden_groups: true }), 200)
    equals('the groups in the end', idsIn((await shown('owner')).groups), [])
  },
})

const status = 'GET /projects/:id/merge_requests/:merge_request_iid/approvals'

export const hiddenApprovers = check({
  id: 'approvals/hidden-approvers',
  says: 'Members of a group that the caller cannot see are suggested as approvers to nobody else, and are eligible approvers to members of the project alone',
  source: 'approvals#rule-hidden-groups, approvals#suggested-approvers',
  level: 'must',
  covers: [`GET ${rule}`, status],
  needs: { ...needs, repository: true, project: 'public' },
  holds: async (stage) => {
    const { call, project } = stage
    const approver = stage.user('developer').id
    const id = await group(stage, 'hidden', 'private')
    expectArranged(await call('POST /groups/:id/members', { id, user_id: approver, access_level: 30 }))
    expectArranged(await call('POST /projects/:id/share', { id: project.id, group_id: id, group_access: 30 }))
    // A user who is named beside the group does not open it.
    const users = { user_ids: [stage.user('maintainer').id] }
    const wish = { id: project.id, name: 'Hidden', approvals_required: 1, group_ids: [id], ...users }
    const made = arranged(await call(`POST ${rules}`, wish))
    const place = { id: project.id, approval_rule_id: numberIn(made, 'id') }
    const request = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'owner' }))
    const suggested = async (as: Who) => {
      const reply = await call(status, request, { as })
      answers(reply, 200)
      return idsIn(reply.row().suggested_approvers).includes(approver)
    }
    await isHidden(stage, id)
    const member = await call(`GET ${rule}`, place, { as: 'maintainer' })
    const eligible = idsIn(member.row().eligible_approvers).includes(approver)
    equals('whether a member of the project sees the approver', eligible, true, member)
    equals('whether the approver is suggested to the owner', await suggested('owner'), true)
    equals('whether the approver is suggested to others', await suggested('maintainer'), false)
    const outside = await call(`GET ${rule}`, place, { as: 'stranger' })
    answers(outside, 200)
    has(outside.row(), { eligible_approvers: [], groups: [], contains_hidden_groups: true }, outside)
  },
})
