import type { Calls, Reply } from '../../../testing/calls.ts'
import type { PerTest } from '../../../testing/per-test.ts'

export const people = {
  alice: { id: 2, name: 'Alice Archer', email: 'alice@example.com' },
  bob: { id: 3, name: 'Bob Baker', email: 'bob@example.com' },
  root: { id: 1, name: 'Administrator', email: 'root@example.com' },
} as const
type Who = keyof typeof people

export interface Scope {
  readonly entity_type: 'Project' | 'Group' | 'User' | 'Gitlab::Audit::InstanceScope'
  readonly entity_id: number
  readonly entity_path: string
}
const webapp: Scope = { entity_type: 'Project', entity_id: 1, entity_path: 'acme/webapp' }
const api: Scope = { entity_type: 'Project', entity_id: 2, entity_path: 'acme/platform/api' }
const installation: Scope = {
  entity_type: 'Gitlab::Audit::InstanceScope',
  entity_id: 1,
  entity_path: 'gitlab_instance',
}
const acme: Scope = { entity_type: 'Group', entity_id: 1, entity_path: 'acme' }

interface Target {
  readonly target_id: number | string | null
  readonly target_type: string | null
  readonly target_details: string | null
}
const nothing: Target = { target_id: null, target_type: null, target_details: null }
const itself = { target_id: 1, target_type: 'Project', target_details: 'acme/webapp' }
const byPath = { ...itself, target_id: 'acme/webapp' }
const feature = { ...itself, target_type: 'ProjectFeature' }
const mallory = { target_id: 7, target_type: 'User', target_details: 'Mallory Marsh' }

export interface Action {
  /** Done before, so that there is something to change. */
  readonly after?: (calls: Calls) => Reply
  readonly by?: Who
  readonly does: (calls: Calls, before: Reply['json']) => Reply
  readonly scope: Scope | ((made: Reply['json'], before: Reply['json']) => Scope)
  readonly target: Target | ((made: Reply['json'], before: Reply['json']) => Target)
  readonly change: object | ((made: Reply['json'], before: Reply['json']) => object)
  /** Done with a token that is nobody's: its beginning stands for the author. */
  readonly byToken?: true
}

export const set = (values: object) => (calls: Calls) => calls.put('/projects/1', values)
const approvals = (values: object) => (calls: Calls) => calls.post('/projects/1/approvals', values)
const on = (does: Action['does'], change: object, target: Target = itself): Action => ({
  does,
  scope: webapp,
  target,
  change,
})
const changed = (change: string, from: string, to: string) => ({ change, from, to })

export const ruleBody = { name: 'Reviewers', approvals_required: 1, rule_type: 'regular' }
export const makesRule = (body: object) => (calls: Calls) => calls.post('/projects/1/approval_rules', body)
const changesRule = (body: object) => (calls: Calls, rule: { readonly id: number }) =>
  calls.put(`/projects/1/approval_rules/${rule.id}`, { ...ruleBody, user_ids: [4], ...body })
const rule = (made: Reply['json'], before: Reply['json']): Target => ({
  target_id: (made ?? before).id,
  target_type: 'ApprovalProjectRule',
  target_details: (made ?? before).name,
})
const onRule = (body: object, change: object): Action => ({
  after: makesRule({ ...ruleBody, user_ids: [4] }),
  does: changesRule(body),
  scope: webapp,
  target: rule,
  change,
})
const joins = (path: string) => (calls: Calls) =>
  calls.post(`${path}/members`, { user_id: 7, access_level: 10 })

export const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0Z2eHLzGjCHWdYYVVPX8R8bKz2FpZEoRzFjRsTTP2d servers'
const deployKey = (calls: Calls) => calls.post('/projects/1/deploy_keys', { title: 'Servers', key: KEY })
export const RUNNER = 10
const runner = (target_details: string): Target => ({
  target_id: RUNNER,
  target_type: 'Ci::Runner',
  target_details,
})
const resets = (path: string) => (calls: Calls) => calls.post(`${path}/runners/reset_registration_token`)
// The beginning of a registration token.
export const masked = (token: string) => token.slice(0, 'GR1348941'.length + 8)

/** Every action of the API that is audited (audit-events#one-event-each), each with the event that it leaves. */
export function auditedActions(here: PerTest): { readonly [what: string]: Action } {
  return {
    'creating a project': {
      does: (it) => it.post('/projects', { name: 'Fresh', path: 'fresh', namespace_id: 1 }),
      scope: ({ id }) => ({ entity_type: 'Project', entity_id: id, entity_path: 'acme/fresh' }),
      target: { target_id: 'acme/fresh', target_type: 'Project', target_details: 'acme/fresh' },
      change: { add: 'project' },
    },
    'forking a project': {
      does: (it) => it.post('/projects/3/fork', { path: 'book', name: 'Book' }),
      scope: ({ id }) => ({ entity_type: 'Project', entity_id: id, entity_path: 'alice/book' }),
      target: { target_id: 'alice/book', target_type: 'Project', target_details: 'alice/book' },
      change: { add: 'project' },
    },
    'deleting a project': on((it) => it.delete('/projects/1'), { remove: 'project' }, byPath),
    'renaming a project': on(set({ name: 'Shop' }), changed('name', 'Acme / Webapp', 'Acme / Shop')),
    'moving a project to another path': {
      ...on(set({ path: 'shop' }), changed('path', 'acme/webapp', 'acme/shop'), {
        ...itself,
        target_details: 'acme/shop',
      }),
      scope: { ...webapp, entity_path: 'acme/shop' },
    },
    'describing a project': {
      ...on(set({ description: 'new' }), changed('description', 'old', 'new')),
      after: set({ description: 'old' }),
    },
    'hiding a project': {
      ...on(
        (it) => it.put('/projects/6', { visibility: 'private' }),
        changed('visibility_level', 'Public', 'Private'),
        {
          target_id: 6,
          target_type: 'Project',
          target_details: 'acme/empty',
        },
      ),
      after: () => {
        here.sim.world.projects.update(6, { visibility: 'public' })
        return here.as('alice').get('/projects/6')
      },
      scope: { entity_type: 'Project', entity_id: 6, entity_path: 'acme/empty' },
    },
    'switching packages off': on(
      set({ packages_enabled: false }),
      changed('packages_enabled', 'true', 'false'),
    ),
    'resolving outdated discussions': on(
      set({ resolve_outdated_diff_discussions: true }),
      changed('resolve_outdated_diff_discussions', 'false', 'true'),
    ),
    'printing no link': on(
      set({ printing_merge_request_link_enabled: false }),
      changed('printing_merge_request_link_enabled', 'true', 'false'),
    ),
    'keeping source branches': {
      ...on(
        set({ remove_source_branch_after_merge: false }),
        changed('remove_source_branch_after_merge', 'true', 'false'),
      ),
      after: set({ remove_source_branch_after_merge: true }),
    },
    'asking for a pipeline': {
      ...on(
        set({ only_allow_merge_if_pipeline_succeeds: true }),
        changed('only_allow_merge_if_pipeline_succeeds', 'false', 'true'),
      ),
      after: set({ only_allow_merge_if_pipeline_succeeds: false }),
    },
    'asking for resolved discussions': {
      ...on(
        set({ only_allow_merge_if_all_discussions_are_resolved: true }),
        changed('only_allow_merge_if_all_discussions_are_resolved', 'false', 'true'),
      ),
      after: set({ only_allow_merge_if_all_discussions_are_resolved: false }),
    },
    'taking skipped pipelines': {
      ...on(
        set({ allow_merge_on_skipped_pipeline: true }),
        changed('allow_merge_on_skipped_pipeline', '', 'true'),
      ),
      after: set({ allow_merge_on_skipped_pipeline: null }),
    },
    'writing a template of suggestions': on(
      set({ suggestion_commit_message: 'Apply' }),
      changed('suggestion_commit_message', '', 'Apply'),
    ),
    'writing a template of merges': on(
      set({ merge_commit_template: '%{title}' }),
      changed('merge_commit_template', '', '%{title}'),
    ),
    'writing a template of squashes': on(
      set({ squash_commit_template: '%{title}' }),
      changed('squash_commit_template', '', '%{title}'),
    ),
    ...Object.fromEntries(
      [
        ['ff', 'Fast-forward merge'],
        ['rebase_merge', 'Merge commit with semi-linear history'],
      ].map(([merge_method, name]) => [
        `merging by ${merge_method}`,
        on(set({ merge_method }), { custom_message: `Changed merge method to ${name}` }),
      ]),
    ),
    'merging by commits again': {
      ...on(set({ merge_method: 'merge' }), { custom_message: 'Changed merge method to Merge commit' }),
      after: set({ merge_method: 'ff' }),
    },
    ...Object.fromEntries(
      [
        ['never', 'Do not allow'],
        ['always', 'Require'],
        ['default_on', 'Encourage'],
      ].map(([squash_option, name]) => [
        `squashing ${squash_option}`,
        {
          ...on(set({ squash_option }), { custom_message: `Changed squash option to ${name}` }),
          after: set({ squash_option: 'default_off' }),
        },
      ]),
    ),
    'squashing on request': {
      ...on(set({ squash_option: 'default_off' }), { custom_message: 'Changed squash option to Allow' }),
      after: set({ squash_option: 'never' }),
    },
    ...Object.fromEntries(
      [
        ['issues', 'issues'],
        ['merge_requests', 'merge requests'],
        ['builds', 'CI/CD'],
        ['wiki', 'wiki'],
        ['repository', 'repository'],
        ['snippets', 'snippets'],
        ['forking', 'forks'],
        ['container_registry', 'container registry'],
      ].map(([name, told]) => [
        `keeping ${name} to members`,
        {
          ...on(
            set({ [`${name}_access_level`]: 'private' }),
            changed(told as string, 'enabled', 'private'),
            feature,
          ),
          after: set({ [`${name}_access_level`]: 'enabled' }),
        },
      ]),
    ),
    'switching a feature off the old way': {
      ...on(set({ wiki_enabled: false }), changed('wiki', 'enabled', 'disabled'), feature),
      after: set({ wiki_enabled: true }),
    },
    'letting authors approve': {
      ...on(
        approvals({ merge_requests_author_approval: true }),
        changed('prevent merge request approval from authors', 'true', 'false'),
      ),
      after: approvals({ merge_requests_author_approval: false }),
    },
    'keeping committers from approving': {
      ...on(
        approvals({ merge_requests_disable_committers_approval: true }),
        changed('prevent merge request approval from committers', 'false', 'true'),
      ),
      after: approvals({ merge_requests_disable_committers_approval: false }),
    },
    'keeping approvals': {
      ...on(
        approvals({ reset_approvals_on_push: false }),
        changed('require new approvals when new commits are added to an MR', 'true', 'false'),
      ),
      after: approvals({ reset_approvals_on_push: true, selective_code_owner_removals: false }),
    },
    'fixing the rules': {
      ...on(
        approvals({ disable_overriding_approvers_per_merge_request: true }),
        changed('prevent users from modifying MR approval rules in merge requests', 'false', 'true'),
      ),
      after: approvals({ disable_overriding_approvers_per_merge_request: false }),
    },
    'asking for passwords': {
      ...on(
        approvals({ require_password_to_approve: true }),
        changed('require user password for approvals', 'false', 'true'),
      ),
      after: approvals({ require_password_to_approve: false }),
    },
    'adding an approval rule': {
      does: makesRule(ruleBody),
      scope: webapp,
      target: rule,
      change: { custom_message: 'Added approval rule with number of required approvals of 1' },
    },
    'asking for more approvals': onRule(
      { approvals_required: 2 },
      changed('number of required approvals', '1', '2'),
    ),
    'renaming an approval rule': onRule({ name: 'Others' }, changed('name', 'Reviewers', 'Others')),
    'adding an approver': onRule(
      { user_ids: [3, 4] },
      { custom_message: 'Added User Bob Baker to approval group on Reviewers rule' },
    ),
    'removing an approver': onRule(
      { user_ids: [] },
      { custom_message: 'Removed User Carol Çelik from approval group on Reviewers rule' },
    ),
    'adding a group of approvers': onRule(
      { group_ids: [1] },
      { custom_message: 'Added Group Acme to approval group on Reviewers rule' },
    ),
    'deleting an approval rule': {
      after: makesRule(ruleBody),
      does: (it, made) => it.delete(`/projects/1/approval_rules/${made.id}`),
      scope: webapp,
      target: rule,
      change: { custom_message: 'Deleted approval rule' },
    },
    ...Object.fromEntries(
      (
        [
          ['project', '/projects/1', webapp],
          ['group', '/groups/1', acme],
        ] as const
      ).flatMap(([kind, path, scope]): [string, Action][] => [
        [
          `adding a member to a ${kind}`,
          {
            does: joins(path),
            scope,
            target: mallory,
            change: () => ({ add: 'user_access', as: 'Guest', member_id: memberOf(kind)?.id }),
          },
        ],
        [
          `changing a member of a ${kind}`,
          {
            after: joins(path),
            does: (it) => it.put(`${path}/members/7`, { access_level: 20, expires_at: '2030-01-01' }),
            scope,
            target: mallory,
            change: () => ({
              ...changed('access_level', 'Guest', 'Reporter'),
              expiry_from: null,
              expiry_to: '2030-01-01',
              member_id: memberOf(kind)?.id,
            }),
          },
        ],
        [
          `removing a member from a ${kind}`,
          {
            after: (it) => {
              joins(path)(it)
              return { ...it.get('/user'), json: memberOf(kind) }
            },
            does: (it) => it.delete(`${path}/members/7`),
            scope,
            target: mallory,
            change: (_made, { id }) => ({ remove: 'user_access', member_id: id }),
          },
        ],
      ]),
    ),
    'creating a group': {
      does: (it) => it.post('/groups', { name: 'New', path: 'new' }),
      scope: ({ id }) => ({ entity_type: 'Group', entity_id: id, entity_path: 'new' }),
      target: { target_id: 'new', target_type: 'Group', target_details: 'new' },
      change: { add: 'group' },
    },
    'renaming a group': {
      does: (it) => it.put('/groups/1', { name: 'Shop' }),
      scope: acme,
      target: { target_id: 1, target_type: 'Group', target_details: 'acme' },
      change: changed('name', 'Acme', 'Shop'),
    },
    'showing a group to everybody': {
      does: (it) => it.put('/groups/1', { visibility: 'public' }),
      scope: acme,
      target: { target_id: 1, target_type: 'Group', target_details: 'acme' },
      change: changed('visibility', 'Private', 'Public'),
    },
    'asking for the deletion of a group': {
      does: (it) => it.delete('/groups/1'),
      scope: acme,
      target: { target_id: 'acme', target_type: 'Group', target_details: 'acme' },
      change: { custom_message: 'Group marked for deletion' },
    },
    'keeping the group': {
      after: (it) => it.delete('/groups/1'),
      does: (it) => it.post('/groups/1/restore'),
      scope: acme,
      target: { target_id: 'acme', target_type: 'Group', target_details: 'acme' },
      change: { custom_message: 'Group restored' },
    },
    'protecting a branch': {
      does: (it) => it.post('/projects/1/protected_branches', { name: 'stable-*', push_access_level: 0 }),
      scope: webapp,
      target: ({ id }) => ({ target_id: id, target_type: 'ProtectedBranch', target_details: 'stable-*' }),
      change: {
        custom_message:
          'Added protected branch with [allowed to push: ["No one"], allowed to merge: ["Maintainers"], allow force push: false, code owner approval required: false]',
        push_access_levels: ['No one'],
        merge_access_levels: ['Maintainers'],
        allow_force_push: false,
        code_owner_approval_required: false,
      },
    },
    'taking the protection off a branch': {
      after: (it) => it.post('/projects/1/protected_branches', { name: 'stable-*' }),
      does: (it) => it.delete('/projects/1/protected_branches/stable-*'),
      scope: webapp,
      target: (_made, { id }) => ({
        target_id: id,
        target_type: 'ProtectedBranch',
        target_details: 'stable-*',
      }),
      change: { custom_message: 'Unprotected branch' },
    },
    'adding a deploy key': {
      does: deployKey,
      scope: webapp,
      target: ({ id }) => ({ target_id: id, target_type: 'DeployKey', target_details: 'Servers' }),
      change: { custom_message: 'Added deploy key' },
    },
    'removing a deploy key': {
      after: deployKey,
      does: (it, { id }) => it.delete(`/projects/1/deploy_keys/${id}`),
      scope: webapp,
      target: (_made, { id }) => ({ target_id: id, target_type: 'DeployKey', target_details: 'Servers' }),
      change: { custom_message: 'Removed deploy key' },
    },
    'enabling a runner': {
      after: (it) => it.delete(`/projects/2/runners/${RUNNER}`),
      does: (it) => it.post('/projects/2/runners', { runner_id: RUNNER }),
      scope: api,
      target: runner(`/acme/platform/api/-/runners/${RUNNER}`),
      change: { custom_message: 'Assigned CI runner to project' },
    },
    'disabling a runner': {
      does: (it) => it.delete(`/projects/2/runners/${RUNNER}`),
      scope: api,
      target: runner(`/acme/platform/api/-/runners/${RUNNER}`),
      change: { custom_message: 'Unassigned CI runner from project' },
    },
    ...Object.fromEntries(
      (
        [
          ['project', '/projects/1', webapp, '/acme/webapp/-/runners'],
          ['group', '/groups/1', acme, '/groups/acme/-/runners'],
          ['instance', '', installation, '/admin/runners'],
        ] as const
      ).flatMap(([kind, path, scope, page]): [string, Action][] => [
        [
          `registering a runner of a ${kind}`,
          {
            after: resets(path),
            by: 'root',
            does: (it, { token }) => it.post('/runners', { token }),
            scope,
            target: ({ id }) => ({ ...runner(`${page}/${id}`), target_id: id }),
            change: (_made, { token }) => ({
              custom_message: `Registered ${kind} CI runner`,
              runner_registration_token: masked(token),
            }),
            byToken: true,
          },
        ],
        [
          `unregistering a runner of a ${kind}`,
          {
            after: (it) => it.post('/runners', { token: resets(path)(it).json.token }),
            by: 'root',
            does: (it, { id }) => it.delete(`/runners/${id}`),
            scope,
            target: (_made, { id }) => ({ ...runner(`${page}/${id}`), target_id: id }),
            change: { custom_message: `Unregistered ${kind} CI runner` },
          },
        ],
        [
          `resetting the registration token of a ${kind}`,
          {
            after: resets(path),
            by: 'root',
            does: resets(path),
            scope,
            target: nothing,
            change: ({ token }, before) => ({
              custom_message: `Reset ${kind} runner registration token`,
              from: masked(before.token),
              to: masked(token),
            }),
          },
        ],
      ]),
    ),
    'creating a user': {
      by: 'root',
      does: (it) =>
        it.post('/users', { email: 'n@example.com', username: 'nora', name: 'Nora', reset_password: true }),
      scope: ({ id }) => ({ entity_type: 'User', entity_id: id, entity_path: 'nora' }),
      target: ({ id }) => ({ target_id: id, target_type: 'User', target_details: 'nora' }),
      change: { add: 'user' },
    },
    'issuing a token': {
      by: 'root',
      does: (it) => it.post('/users/7/personal_access_tokens', { name: 't', scopes: ['api'] }),
      scope: { entity_type: 'User', entity_id: 7, entity_path: 'mallory' },
      target: { target_id: 7, target_type: 'User', target_details: 'mallory' },
      change: ({ id }) => ({ custom_message: `Created personal access token with id ${id}` }),
    },
  }

  function memberOf(kind: string) {
    return here.sim.world.members.find('bySource', kind as 'project', 1, 7)
  }
}
