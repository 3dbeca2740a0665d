import { check } from '../../kit/check.ts'
import { answers, equals, has, lacks, names, numberIn, refuses, says } from '../../kit/expect.ts'
import type { Json, Row } from '../../kit/json.ts'
import type { Params } from '../../kit/query.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'

const rules = '/projects/:id/approval_rules'

const rule = `${rules}/:approval_rule_id`

const needs = { tier: 'premium' } as const

const usernames = (users: Json | undefined) =>
  (users as readonly { readonly username: string }[]).map(({ username }) => username)

const created = async (stage: Stage, params: Params) => {
  const body = { id: stage.project.id, name: 'Reviewers', approvals_required: 1, ...params }
  return arranged(await stage.call(`POST ${rules}`, body))
}

export const ruleLifecycle = check({
  id: 'approvals/rule-lifecycle',
  says: 'A rule is created, read, listed, updated and deleted, and answers 404 afterwards',
  source:
    'approvals#rule-created, approvals#rule, approvals#rule-update, approvals#rule-delete, approvals#rule-unknown, approvals#endpoints, approvals#statuses, approvals#rule-number-above-approvers',
  level: 'must',
  covers: [`GET ${rules}`, `POST ${rules}`, `GET ${rule}`, `PUT ${rule}`, `DELETE ${rule}`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const { id } = project
    const as = { as: 'owner' } as const
    const user_ids = [stage.user('owner').id]
    const body = { id, name: 'Reviewers', approvals_required: 2, user_ids }
    const created = await call(`POST ${rules}`, body, as)
    answers(created, 201)
    const row = created.row()
    equals('the kind', row.rule_type, 'regular', created)
    equals('the number', row.approvals_required, 2, created)
    const named = { id, approval_rule_id: numberIn(row, 'id') }
    answers(await call(`GET ${rule}`, named, as), 200, row)
    const list = await call(`GET ${rules}`, { id }, as)
    equals(
      'the rule in the list',
      list.rows().filter((it) => it.id === row.id),
      [row],
      list,
    )
    const change = { ...named, name: 'Renamed', approvals_required: 0, user_ids }
    const changed = await call(`PUT ${rule}`, change, as)
    answers(changed, 200, { ...row, name: 'Renamed', approvals_required: 0 })
    answers(await call(`DELETE ${rule}`, named, as), 204)
    for (const verb of ['GET', 'PUT', 'DELETE'])
      answers(await call(`${verb} ${rule}`, change, as), 404, { message: '404 Not found' })
  },
})

export const ruleRefused = check({
  id: 'approvals/rule-refused',
  says: 'A rule with a blank, taken or reserved name, or with fewer than 0 or more than 100 approvals, answers 400 to creating and updating',
  source:
    'approvals#rule-name-blank, approvals#rule-name-unique, approvals#rule-reserved-names, approvals#rule-number-range, approvals#rule-update',
  level: 'should',
  covers: [`POST ${rules}`, `PUT ${rule}`],
  needs,
  each: (): readonly (readonly [Params, string, string])[] => [
    [{ approvals_required: -1 }, 'approvals_required', 'must be greater than or equal to 0'],
    [{ approvals_required: 101 }, 'approvals_required', 'must be less than or equal to 100'],
    [{ name: '' }, 'name', "can't be blank"],
    [{ name: '  ' }, 'name', "can't be blank"],
    [{ name: 'Taken' }, 'name', 'has already been taken'],
    [{ name: 'License-Check' }, 'name', 'License-Check is reserved for license_scanning report type'],
    [{ name: 'Coverage-Check' }, 'name', 'Coverage-Check is reserved for code_coverage report type'],
  ],
  holds: async (stage, [wrong, attribute, text]) => {
    const user_ids = [stage.user('owner').id]
    await created(stage, { name: 'Taken', user_ids })
    const sound = await created(stage, { name: 'Sound', user_ids })
    const body = { id: stage.project.id, name: 'Reviewers', approvals_required: 1, user_ids, ...wrong }
    says(await stage.call(`POST ${rules}`, body), 400, { [attribute]: [text] })
    const named = { id: stage.project.id, approval_rule_id: numberIn(sound, 'id') }
    says(await stage.call(`PUT ${rule}`, { ...body, ...named }), 400, { [attribute]: [text] })
    answers(await stage.call(`GET ${rule}`, named), 200, sound)
  },
})

export const longNames = check({
  id: 'approvals/rule-name-length',
  says: 'The name of a rule has at most 255 characters, in later releases 1,024',
  source: 'approvals#rule-name-length, approvals#later-name-length',
  level: 'should',
  covers: [`POST ${rules}`],
  needs,
  holds: async (stage) => {
    const wish = { id: stage.project.id, approvals_required: 1, user_ids: [stage.user('owner').id] }
    const reply = await stage.call(`POST ${rules}`, { ...wish, name: 'a'.repeat(256) })
    const longest = await stage.call(`POST ${rules}`, { ...wish, name: 'b'.repeat(1025) })
    const tooLong = (most: number) => ({ name: [`is too long (maximum is ${most} characters)`] })
    await stage.changed('approvals#later-name-length', {
      before: () => says(reply, 400, tooLong(255)),
      after: () => {
        answers(reply, 201)
        says(longest, 400, tooLong(1024))
      },
    })
  },
})

export const ruleTypes = check({
  id: 'approvals/rule-types',
  says: 'A rule needs a name and a number, its type follows from `rule_type` or else from its approvers, and a report rule needs its report type and name',
  source:
    'approvals#rule-kind-by-approvers, approvals#rule-report-type, approvals#rule-reserved-names, approvals#rule-type-unknown, approvals#rule-types, approvals#rule-required, approvals#later-report-type',
  level: 'must',
  covers: [`POST ${rules}`],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const kindOf = async (params: Params) => (await created(stage, params)).rule_type ?? null
    equals('the kind with ids', await kindOf({ name: 'a', user_ids: [user('owner').id] }), 'regular')
    equals('the kind with names', await kindOf({ name: 'b', usernames: [user('owner').username] }), 'regular')
    equals('the kind that is told', await kindOf({ name: 'c', rule_type: 'regular' }), 'regular')
    const missing = 'name is missing, approvals_required is missing'
    refuses(await call(`POST ${rules}`, { id: project.id }), missing)
    const report = { rule_type: 'report_approver', user_ids: [user('owner').id], approvals_required: 1 }
    const post = (params: Params) => call(`POST ${rules}`, { id: project.id, ...report, ...params })
    refuses(await post({ name: 'd', rule_type: 'some' }), 'rule_type does not have a valid value')
    refuses(await post({ name: 'd', report_type: 'some' }), 'report_type does not have a valid value')
    says(await post({ name: 'd' }), 400, { report_type: ["can't be blank"] })
    says(await post({ name: 'd', report_type: 'code_coverage' }), 400, {
      report_type: ['code_coverage only supports Coverage-Check name'],
    })
    const made = await post({ name: 'Coverage-Check', report_type: 'code_coverage' })
    answers(made, 201)
    has(made.row(), { rule_type: 'report_approver', name: 'Coverage-Check' }, made)
    await stage.changed('approvals#later-report-type', {
      before: () => {
        if (stage.dialect !== undefined) lacks(made.row(), ['report_type'], made)
      },
      after: () => has(made.row(), { report_type: 'code_coverage' }, made),
    })
    const list = await call(`GET ${rules}`, { id: project.id })
    equals('the kind of the last rule', list.rows().at(-1)?.rule_type, 'report_approver', list)
  },
})

export const anyApproverRule = check({
  id: 'approvals/any-approver-rule',
  says: 'A project has at most one `any_approver` rule, pre-configured with 0 approvals or (real service) created like any other',
  source:
    'approvals#rule-any-approver-first, approvals#rule-any-approver-once, approvals#rule-any-approver-replaced',
  level: 'must',
  covers: [`GET ${rules}`, `POST ${rules}`, `DELETE ${rule}`],
  needs,
  holds: async (stage) => {
    const { call, project } = stage
    const list = async () => {
      const reply = await call(`GET ${rules}`, { id: project.id })
      const shown = reply.rows().map((row) => [row.rule_type ?? null, row.approvals_required ?? null])
      return { reply, shown }
    }
    const nobody = { id: project.id, name: 'Anybody', approvals_required: 1 }
    const text = 'any-approver for the project already exists'
    const before = await list()
    await stage.differs('F21', {
      specification: () => equals('the rules', before.shown, [['any_approver', 0]], before.reply),
      real: () => equals('the rules', before.shown, [], before.reply),
    })
    // A rule of one's own takes the place of the pre-configured one.
    const first = await call(`POST ${rules}`, nobody)
    answers(first, 201)
    has(first.row(), { rule_type: 'any_approver', name: 'Anybody' }, first)
    says(await call(`POST ${rules}`, { ...nobody, name: 'Others' }), 400, { rule_type: [text] })
    const after = await list()
    equals('the rules afterwards', after.shown, [['any_approver', 1]], after.reply)
    const named = { id: project.id, approval_rule_id: numberIn(first.row(), 'id') }
    answers(await call(`DELETE ${rule}`, named), 204)
    const gone = await list()
    equals('the rules once it is deleted', gone.shown, [], gone.reply)
  },
})

export const listedRulesDeleted = check({
  id: 'approvals/listed-rules-deleted',
  says: 'Each listed rule of a new project can be deleted, a pre-configured one among them, and is gone then',
  source: 'approvals#rule-delete',
  level: 'must',
  covers: [`GET ${rules}`, `DELETE ${rule}`],
  needs,
  holds: async ({ call, project: { id } }) => {
    const listed = (await call(`GET ${rules}`, { id })).rows()
    for (const row of listed) {
      const place = { id, approval_rule_id: numberIn(row, 'id') }
      answers(await call(`DELETE ${rule}`, place), 204)
      answers(await call(`GET ${rule}`, place), 404)
    }
    answers(await call(`GET ${rules}`, { id }), 200, [])
  },
})

export const ruleApprovers = check({
  id: 'approvals/rule-approvers',
  says: 'The users of a rule are those named by `user_ids` and `usernames`, each once, without users who are not members and groups that do not exist',
  source: 'approvals#rule-users, approvals#rule-users-dropped, approvals#rule-eligible-approvers',
  level: 'must',
  covers: [`POST ${rules}`],
  needs,
  holds: async (stage) => {
    const { user } = stage
    const [owner, maintainer, guest] = [user('owner'), user('maintainer'), user('guest')]
    const row = await created(stage, {
      user_ids: [owner.id, guest.id, user('stranger').id, 999_999_999],
      usernames: [maintainer.username, owner.username, 'nobody-of-this-name'],
      group_ids: [999_999_999],
    })
    const expected = [owner, maintainer, guest].map(({ username }) => username).sort()
    equals('the users', usernames(row.users).sort(), expected)
    equals('the approvers', usernames(row.eligible_approvers).sort(), expected)
    equals('the groups', row.groups, [])
  },
})

export const ruleUpdateApprovers = check({
  id: 'approvals/rule-update-approvers',
  says: 'An update of a rule replaces the users that are sent, and clears a list that is not sent or (real service) leaves it alone',
  source: 'approvals#rule-update-lists, approvals#rule-update',
  level: 'must',
  covers: [`PUT ${rule}`],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const [owner, maintainer] = [user('owner'), user('maintainer')]
    const { id } = await created(stage, { user_ids: [owner.id] })
    const named = { id: project.id, approval_rule_id: Number(id), name: 'Reviewers', approvals_required: 1 }
    const users = async (params: Params) => {
      const reply = await call(`PUT ${rule}`, { ...named, ...params })
      answers(reply, 200)
      return usernames(reply.row().users)
    }
    equals('the users that are sent', await users({ user_ids: [maintainer.id] }), [maintainer.username])
    const kept = await users({})
    await stage.differs('F6', {
      specification: () => equals('the users that are not sent', kept, []),
      real: () => equals('the users that are not sent', kept, [maintainer.username]),
    })
    equals('no users', await users({ user_ids: [] }), [])
    const bare = await call(`PUT ${rule}`, { id: project.id, approval_rule_id: Number(id) })
    await stage.differs('F5', {
      specification: () => refuses(bare, 'name is missing, approvals_required is missing'),
      real: () => answers(bare, 200),
    })
  },
})

const accessLists = ['push_access_levels', 'merge_access_levels', 'unprotect_access_levels'] as const

/** A protected branch inside a rule. */
async function shapedAsBranch(stage: Stage, row: Row, owners: boolean): Promise<void> {
  names(row, ['id', 'name', ...accessLists, 'code_owner_approval_required'])
  const levels = accessLists.flatMap((list) => row[list] as readonly Row[])
  for (const level of levels) names(level, ['access_level', 'access_level_description'])
  await stage.differs('F14', {
    specification: () => {
      has(row, { code_owner_approval_required: `${owners}` })
      for (const level of levels) lacks(level, ['id', 'user_id', 'group_id'])
    },
    real: () => {
      has(row, { code_owner_approval_required: owners })
      for (const level of levels) names(level, ['id', 'user_id', 'group_id'])
    },
  })
}

export const ruleOrder = check({
  id: 'approvals/rule-order',
  says: 'Rules are listed in the order of their creation with report rules last, in pages, and each keeps the name that it was given',
  source: 'approvals#rule-list-order, approvals#rule-any-approver-name',
  level: 'should',
  covers: [`GET ${rules}`],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const user_ids = [user('owner').id]
    const report = { rule_type: 'report_approver', report_type: 'code_coverage' }
    await created(stage, { name: 'Coverage-Check', ...report, user_ids })
    await created(stage, { name: 'b', user_ids })
    await created(stage, { name: 'a', user_ids })
    const anybody = await created(stage, { name: 'Anybody' })
    has(anybody, { name: 'Anybody', rule_type: 'any_approver' })
    const place = { id: project.id, approval_rule_id: numberIn(anybody, 'id') }
    answers(await call(`GET ${rule}`, place), 200, anybody)
    answers(await call(`DELETE ${rule}`, place), 204)
    const expected = ['b', 'a', 'Coverage-Check']
    const shown = async (params: Params) => {
      const reply = await call(`GET ${rules}`, { id: project.id, ...params })
      return reply.rows().map(({ name }) => name ?? null)
    }
    equals('the rules', await shown({}), expected)
    equals('the second page', await shown({ per_page: 2, page: 2 }), expected.slice(2))
  },
})

export const ruleApproversByEachName = check<string>({
  id: 'approvals/rule-approvers-by-each-name',
  says: 'A rule takes users and groups by each of their parameters, the old names among them, when it is created and when it is updated',
  source: 'approvals#rule-created, approvals#rule-users, approvals#rule-update-lists',
  level: 'must',
  covers: [`POST ${rules}`, `PUT ${rule}`],
  needs: { tier: 'premium', in: 'group' },
  each: () => ['user_ids', 'users', 'usernames', 'group_ids', 'groups'],
  holds: async (stage, param) => {
    const { call, project, group, user } = stage
    const [owner, maintainer] = [user('owner'), user('maintainer')]
    const ofUsers = param.startsWith('user')
    const both = [owner, maintainer].map((one) => (param === 'usernames' ? one.username : one.id))
    const sent = { [param]: ofUsers ? both : [group.id] }
    const expected = ofUsers ? [owner, maintainer].map(({ username }) => username).sort() : [group.id]
    const shown = ({ users, groups }: Row) =>
      ofUsers ? usernames(users).sort() : (groups as readonly Row[]).map(({ id }) => id ?? null)
    equals('what is shown at creation', shown(await created(stage, { name: 'Created', ...sent })), expected)
    const { id } = await created(stage, { name: 'Updated', user_ids: [user('developer').id] })
    const named = { id: project.id, approval_rule_id: Number(id), name: 'Updated', approvals_required: 1 }
    const reply = await call(`PUT ${rule}`, { ...named, ...sent })
    answers(reply, 200)
    equals('what is shown by an update', shown(reply.row()), expected, reply)
    equals('what is kept', shown((await call(`GET ${rule}`, named)).row()), expected)
    if (!ofUsers) return
    // Two of the parameters together name the users of both.
    const beside = param === 'usernames' ? { user_ids: [owner.id] } : { usernames: [maintainer.username] }
    const one = { ...beside, [param]: param === 'usernames' ? [maintainer.username] : [owner.id] }
    if (param !== 'users') {
      const together = await call(`PUT ${rule}`, { ...named, ...one })
      answers(together, 200)
      equals('what both name', shown(together.row()), expected, together)
    }
  },
})

export const ruleUpdateBranches = check({
  id: 'approvals/rule-update-branches',
  says: 'An update binds a rule to the protected branches that it names, to none, or to all of them',
  source: 'approvals#rule-branches, approvals#rule-update, approvals#rule-update-all-branches',
  level: 'must',
  covers: [`PUT ${rule}`],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const guard = await call('POST /projects/:id/protected_branches', { id: project.id, name: 'release/*' })
    const user_ids = [user('owner').id]
    const { id } = await created(stage, { user_ids })
    const named = { id: project.id, approval_rule_id: Number(id), name: 'Reviewers', approvals_required: 1 }
    const shown = async (params: Params) => {
      const reply = await call(`PUT ${rule}`, { ...named, user_ids, ...params })
      answers(reply, 200)
      const { protected_branches, applies_to_all_protected_branches } = reply.row()
      const names = (protected_branches as readonly { readonly name: string }[]).map(({ name }) => name)
      return [applies_to_all_protected_branches ?? null, names.sort()]
    }
    const one = { protected_branch_ids: [numberIn(arranged(guard), 'id')] }
    equals('bound to one', await shown(one), [false, ['release/*']])
    const other = arranged(
      await call('POST /projects/:id/protected_branches', { id: project.id, name: 'old' }),
    )
    const two = { protected_branch_ids: [...one.protected_branch_ids, numberIn(other, 'id')] }
    equals('bound to two', await shown(two), [false, ['old', 'release/*']])
    const born = await created(stage, { name: 'Born so', user_ids, ...two })
    equals('how many a new one is bound to', (born.protected_branches as readonly Row[]).length, 2)
    expectArranged(
      await call('DELETE /projects/:id/protected_branches/:name', { id: project.id, name: 'old' }),
    )
    equals('bound to none', await shown({ protected_branch_ids: [] }), [false, []])
    const all = [project.branch, 'release/*'].sort()
    equals('bound to all', await shown({ applies_to_all_protected_branches: true }), [true, all])
    const [still] = await shown({})
    await stage.differs('F33', {
      specification: () => equals('whether it still is, unsent', still, false),
      real: () => equals('whether it still is, unsent', still, true),
    })
  },
})

export const ruleBranches = check({
  id: 'approvals/rule-branches',
  says: 'A rule applies to merge requests into the protected branches it names, into all protected branches, or into every branch',
  source:
    'approvals#rule-branches, approvals#rule-branch-scope, approvals#approvals-required, approvals#rule-branches-shape, approvals#rule-update-all-branches',
  level: 'must',
  covers: [`POST ${rules}`, `PUT ${rule}`, 'GET /projects/:id/merge_requests/:merge_request_iid/approvals'],
  needs: { tier: 'premium', repository: true },
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id, branch: main } = project
    const guard = await call('POST /projects/:id/protected_branches', { id, name: 'release/*' })
    const release = numberIn(arranged(guard), 'id')
    const shown = async (params: Params) => {
      const row = await created(stage, { user_ids: [user('owner').id], ...params })
      const names = (row.protected_branches as readonly { readonly name: string }[]).map(({ name }) => name)
      return [row.applies_to_all_protected_branches ?? null, names.sort()]
    }
    equals('bound to nothing', await shown({ name: 'none' }), [false, []])
    const bound = await created(stage, {
      name: 'shape',
      protected_branch_ids: [release],
      user_ids: [user('owner').id],
    })
    await shapedAsBranch(stage, (bound.protected_branches as readonly Row[])[0] ?? {}, false)
    const code_owner_approval_required = true
    const asked = arranged(
      await call('POST /projects/:id/protected_branches', {
        id,
        name: 'owned',
        code_owner_approval_required,
        unprotect_access_level: 40,
      }),
    )
    const owned = { name: 'owned', protected_branch_ids: [numberIn(asked, 'id')] }
    const guarded = await created(stage, { ...owned, user_ids: [user('owner').id] })
    const [shownBranch = {}] = guarded.protected_branches as readonly Row[]
    await shapedAsBranch(stage, shownBranch, true)
    has((shownBranch.unprotect_access_levels as readonly Row[])[0] ?? {}, { access_level: 40 })
    const place = { id, approval_rule_id: numberIn(guarded, 'id') }
    answers(await call(`GET ${rule}`, place), 200, guarded)
    const withGuarded = await call(`GET ${rules}`, { id, per_page: 100 })
    equals(
      'the rule in the list',
      withGuarded.rows().find((row) => row.id === guarded.id),
      guarded,
      withGuarded,
    )
    answers(await call(`DELETE ${rule}`, { id, approval_rule_id: numberIn(guarded, 'id') }), 204)
    expectArranged(await call('DELETE /projects/:id/protected_branches/:name', { id, name: 'owned' }))
    answers(await call(`DELETE ${rule}`, { id, approval_rule_id: numberIn(bound, 'id') }), 204)
    equals(
      'bound to one',
      await shown({ name: 'one', protected_branch_ids: [release], approvals_required: 2 }),
      [false, ['release/*']],
    )
    const all = { name: 'all', applies_to_all_protected_branches: true, protected_branch_ids: [release] }
    equals('bound to all', await shown({ ...all, approvals_required: 4 }), [true, [main, 'release/*'].sort()])
    for (const [name, sum] of [
      [main, 5],
      ['release/1', 7],
      ['plain', 1],
    ] as const) {
      if (name !== main)
        arranged(await call('POST /projects/:id/repository/branches', { id, branch: name, ref: main }))
      const source_branch = `for-${name.replace('/', '-')}`
      arranged(await call('POST /projects/:id/repository/branches', { id, branch: source_branch, ref: main }))
      const wish = { id, source_branch, target_branch: name, title: name }
      const row = arranged(await call('POST /projects/:id/merge_requests', wish))
      const place = { id, merge_request_iid: numberIn(row, 'iid') }
      const status = await call('GET /projects/:id/merge_requests/:merge_request_iid/approvals', place)
      equals(`approvals for ${name}`, status.row().approvals_required, sum, status)
    }
    const listed = (await call(`GET ${rules}`, { id })).rows().find((row) => row.name === 'all') ?? {}
    const change = { id, approval_rule_id: numberIn(listed, 'id'), name: 'all', approvals_required: 4 }
    const changed = await call(`PUT ${rule}`, { ...change, user_ids: [user('owner').id] })
    answers(changed, 200)
    // Later releases of the service leave it as it was.
    const { applies_to_all_protected_branches: still = null } = changed.row()
    if (stage.dialect === 'specification') equals('whether it still applies to all', still, false, changed)
    else stage.observe('applies_to_all_protected_branches that an update does not send', still)
    const limited = await call(`PUT ${rule}`, { ...change, applies_to_all_protected_branches: false })
    has(limited.row(), { applies_to_all_protected_branches: false, protected_branches: [] }, limited)
  },
})
