import { commit, mergeRequest, named } from '../../arrange/records.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, has, says } from '../../kit/expect.ts'
import type { Row } from '../../kit/json.ts'
import { expectArranged, type Stage } from '../../run/stage.ts'

const path = '/projects/:id/merge_requests/:merge_request_iid'

const needs = { repository: true, tier: 'premium' } as const

/** Gives the default branch owners of everything, and a protection that asks them. */
async function owned(stage: Stage): Promise<void> {
  const { id, branch: name } = stage.project
  const content = `* @${stage.user('maintainer').username}\n`
  await commit(stage, { branch: name, path: 'CODEOWNERS', content })
  await stage.call('DELETE /projects/:id/protected_branches/:name', { id, name })
  const protection = { id, name, code_owner_approval_required: true }
  expectArranged(await stage.call('POST /projects/:id/protected_branches', protection))
}

export const codeOwners = check({
  id: 'approvals/code-owners',
  says: 'A code owner rule requires an approval by an owner of the changed files where the protection of the target branch asks for it, and cannot be updated or deleted',
  source:
    'approvals#code-owners, approvals#own-rule-prohibited, approvals#merge-needs-approvals, conventions#forbidden, approvals#rule-types',
  level: 'should',
  covers: [`GET ${path}/approval_state`, `GET ${path}/approvals`, `PUT ${path}/merge`],
  needs,
  holds: async (stage) => {
    const { call, user } = stage
    await owned(stage)
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'developer' }))
    const state = await call(`GET ${path}/approval_state`, place)
    has(state.row(), { approval_rules_overwritten: false }, state)
    const rules = state.row().rules as unknown as readonly Row[]
    const rule = rules.find(({ rule_type }) => rule_type === 'code_owner') ?? {}
    has(rule, { name: '*', code_owner: true, approvals_required: 1, approved: false }, state)
    const eligible = rule.eligible_approvers as unknown as readonly Row[]
    equals(
      'the owners',
      eligible.map(({ id }) => id ?? null),
      [user('maintainer').id],
      state,
    )
    const one = { ...place, approval_rule_id: Number(rule.id) }
    const change = await call(`PUT ${path}/approval_rules/:approval_rule_id`, {
      ...one,
      approvals_required: 0,
    })
    says(change, 403, ['Prohibited'])
    says(await call(`DELETE ${path}/approval_rules/:approval_rule_id`, one), 403, ['Prohibited'])
    answers(await call(`POST ${path}/approve`, place), 201)
    says(await call(`PUT ${path}/merge`, place), 405, '405 Method Not Allowed')
    answers(await call(`POST ${path}/approve`, place, { as: 'maintainer' }), 201)
    answers(await call(`PUT ${path}/merge`, place), 200)
  },
})

export const ownedNames = check<readonly [line: string, file: string]>({
  id: 'approvals/owned-names',
  says: 'A name in `CODEOWNERS` that begins with # or holds blanks is written with a backslash before them, and any number of blanks parts it from its owners',
  source: 'approvals#code-owners, approvals#code-owner-names',
  level: 'should',
  covers: [`GET ${path}/approval_state`],
  needs,
  each: () => [
    ['\\#notes.txt OWNER', '#notes.txt'],
    ['with\\ blank.txt OWNER', 'with blank.txt'],
    ['apart.txt   \t OWNER', 'apart.txt'],
    ['   before.txt OWNER', 'before.txt'],
  ],
  holds: async (stage, [line, file]) => {
    const { call, project, user } = stage
    const { id, branch: name } = project
    const content = `# Who owns what\n\n${line.replace('OWNER', `@${user('maintainer').username}`)}\n`
    await commit(stage, { branch: name, path: 'CODEOWNERS', content })
    await call('DELETE /projects/:id/protected_branches/:name', { id, name })
    const protection = { id, name, code_owner_approval_required: true }
    expectArranged(await call('POST /projects/:id/protected_branches', protection))
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'developer' }))
    const owners = async () => {
      const state = await call(`GET ${path}/approval_state`, place)
      const rules = state.row().rules as unknown as readonly Row[]
      return rules
        .filter(({ rule_type }) => rule_type === 'code_owner')
        .map((rule) => (rule.eligible_approvers as unknown as readonly Row[]).map((it) => it.id ?? null))
    }
    equals('the owners of other files', await owners(), [])
    await commit(stage, { branch: 'topic', path: file, as: 'developer' })
    equals('the owners of the file', await owners(), [[user('maintainer').id]])
  },
})

export const codeOwnerSections = check({
  id: 'approvals/code-owner-sections',
  says: 'Each section of `CODEOWNERS` has rules of its own, those of an optional one require no approval, and sections of one name are one',
  source: 'approvals#code-owner-sections, approvals#later-section-numbers, approvals#later-section-owners',
  level: 'should',
  covers: [`GET ${path}/approval_state`],
  needs,
  holds: async (stage) => {
    const { call, user, changed } = stage
    const { id, branch: name } = stage.project
    const [maintainer, owner] = [`@${user('maintainer').username}`, `@${user('owner').username}`]
    const lines = [
      `* ${maintainer}`,
      '^[Style]',
      `*.css ${owner}`,
      `print.css ${maintainer}`,
      '^[Docs]',
      `*.md ${owner}`,
      '[DOCS]',
      `docs/ ${owner}`,
      `[Two][2]`,
      `*.rb ${owner}`,
      `[Inherited] ${owner}`,
      '*.py',
    ]
    await commit(stage, { branch: name, path: 'CODEOWNERS', content: `${lines.join('\n')}\n` })
    await call('DELETE /projects/:id/protected_branches/:name', { id, name })
    const protection = { id, name, code_owner_approval_required: true }
    expectArranged(await call('POST /projects/:id/protected_branches', protection))
    const place = named(stage, await mergeRequest(stage, { branch: 'topic', as: 'developer' }))
    const files = ['a.css', 'print.css', 'a.md', 'docs/a.txt', 'a.rb', 'a.py']
    for (const file of files) await commit(stage, { branch: 'topic', path: file, as: 'developer' })
    const state = await call(`GET ${path}/approval_state`, place)
    const rules = (state.row().rules as unknown as readonly Row[])
      .filter(({ rule_type }) => rule_type === 'code_owner')
      .map((it) => [it.section ?? null, it.name ?? null, it.approvals_required ?? null].join(' '))
    const among = (...wanted: readonly string[]) =>
      equals(
        'the rules of the sections',
        rules.filter((rule) => wanted.some((it) => rule.startsWith(`${it.split(' ')[0]} `))).sort(),
        [...wanted].sort(),
        state,
      )
    among('Style *.css 0', 'Style print.css 0', 'Docs *.md 1', 'Docs docs/ 1')
    await changed('approvals#later-section-numbers', {
      before: () => among('Two *.rb 1'),
      after: () => among('Two *.rb 2'),
    })
    const inherited = rules.filter((rule) => rule.startsWith('Inherited'))
    await changed('approvals#later-section-owners', {
      before: () => equals('the rules of lines without owners', inherited, [], state),
      after: () => equals('the rules of lines without owners', inherited, ['Inherited *.py 1'], state),
    })
  },
})

export const selectiveCodeOwnerRemovals = check({
  id: 'approvals/selective-code-owner-removals',
  says: 'A push removes only the approvals of the owners of the files it changes while `selective_code_owner_removals` is on',
  source: 'approvals#selective-removals',
  level: 'should',
  covers: ['POST /projects/:id/approvals', `GET ${path}/approvals`],
  needs,
  holds: async (stage) => {
    const { call, project, user } = stage
    const { id, branch } = project
    const lines = [`/mine/ @${user('maintainer').username}`, `/yours/ @${user('owner').username}`]
    await commit(stage, { branch, path: 'CODEOWNERS', content: `${lines.join('\n')}\n` })
    const selective = { reset_approvals_on_push: false, selective_code_owner_removals: true }
    expectArranged(await call('POST /projects/:id/approvals', { id, ...selective }))
    const place = named(stage, await mergeRequest(stage, { branch: 'topic' }))
    for (const name of ['mine', 'yours'])
      await commit(stage, { branch: 'topic', path: `${name}/first.txt`, as: 'developer' })
    for (const as of ['maintainer', 'owner'] as const)
      expectArranged(await call(`POST ${path}/approve`, place, { as }))
    await commit(stage, { branch: 'topic', path: 'mine/second.txt', as: 'developer' })
    const reply = await call(`GET ${path}/approvals`, place)
    const left = (reply.row().approved_by as unknown as readonly Row[]).map(
      ({ user: it }) => (it as Row).id ?? null,
    )
    equals('who has approved', left, [user('owner').id], reply)
  },
})
