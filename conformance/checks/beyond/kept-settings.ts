import { check } from '../../kit/check.ts'
import { answers, equals, has, numberIn } from '../../kit/expect.ts'

const source = 'specification 1, What the service does'

export const groupSettings = check({
  id: 'beyond/group-settings-kept',
  says: 'What is chosen for a group is what it shows afterwards',
  source,
  level: 'should',
  covers: ['PUT /groups/:id'],
  holds: async (stage) => {
    if (!stage.inGroup) return stage.skip('the target allows no group')
    const { id } = stage.group
    const chosen = {
      prevent_sharing_groups_outside_hierarchy: true,
      shared_runners_setting: 'disabled_and_overridable',
      mentions_disabled: true,
    }
    answers(await stage.call('PUT /groups/:id', { id, ...chosen }, { as: 'owner' }), 200)
    const seen = await stage.call('GET /groups/:id', { id }, { as: 'owner' })
    has(seen.row(), chosen, seen)
    const paid = {
      membership_lock: true,
      prevent_forking_outside_group: true,
      wiki_access_level: 'private',
      ip_restriction_ranges: '0.0.0.0/0',
      allowed_email_domains_list: 'example.com',
    }
    const changed = await stage.call('PUT /groups/:id', { id, ...paid }, { as: 'owner' })
    if (changed.row().membership_lock === undefined) return
    has((await stage.call('GET /groups/:id', { id }, { as: 'owner' })).row(), paid)
    if (!stage.has('admin')) return
    const minutes = { shared_runners_minutes_limit: 7, extra_shared_runners_minutes_limit: 8 }
    const counted = await stage.call('PUT /groups/:id', { id, ...minutes }, { as: 'admin' })
    has(counted.row(), minutes, counted)
  },
})

export const projectSettings = check({
  id: 'beyond/project-settings-kept',
  says: 'What is chosen for a project is what it shows afterwards',
  source,
  level: 'should',
  covers: ['PUT /projects/:id'],
  holds: async (stage) => {
    const { id } = stage.project
    const chosen = {
      auto_cancel_pending_pipelines: 'disabled',
      auto_devops_deploy_strategy: 'manual',
      build_git_strategy: 'clone',
      ci_default_git_depth: 42,
      ci_forward_deployment_enabled: false,
      ci_separated_caches: false,
      ci_allow_fork_pipelines_to_run_in_parent_project: false,
      keep_latest_artifact: false,
      enforce_auth_checks_on_uploads: false,
      restrict_user_defined_variables: true,
      public_jobs: false,
    }
    answers(await stage.call('PUT /projects/:id', { id, ...chosen }, { as: 'owner' }), 200)
    const seen = await stage.call('GET /projects/:id', { id }, { as: 'owner' })
    has(seen.row(), chosen, seen)
    const paid = {
      issues_template: 'Steps',
      merge_requests_template: 'Why',
      merge_pipelines_enabled: true,
      merge_trains_enabled: true,
    }
    const changed = await stage.call('PUT /projects/:id', { id, ...paid }, { as: 'owner' })
    if (changed.row().issues_template !== undefined) has(changed.row(), paid, changed)
    const policy = { cadence: '7d', enabled: true, keep_n: 5, older_than: '14d' }
    const kept = await stage.call(
      'PUT /projects/:id',
      {
        id,
        emails_enabled: false,
        service_desk_enabled: false,
        container_expiration_policy_attributes: policy,
      },
      { as: 'owner' },
    )
    has(kept.row().container_expiration_policy as never, policy, kept)
    has(kept.row(), { emails_disabled: true }, kept)
  },
})

export const issueTypes = check({
  id: 'beyond/issue-types',
  says: 'An issue is of the type that is asked for, and is found by it',
  source,
  level: 'should',
  covers: ['POST /projects/:id/issues', 'GET /projects/:id/issues'],
  holds: async (stage) => {
    const { id } = stage.project
    const wish = { id, title: 'Down', issue_type: 'incident' }
    const made = await stage.call('POST /projects/:id/issues', wish, { as: 'owner' })
    has(made.row(), { issue_type: 'incident' }, made)
    await stage.call('POST /projects/:id/issues', { id, title: 'Up' }, { as: 'owner' })
    const list = await stage.call('GET /projects/:id/issues', { id, issue_type: 'incident' }, { as: 'owner' })
    equals(
      'the incidents',
      list
        .rows()
        .map((row) => row.iid)
        .join(),
      String(made.row().iid),
    )
    const change = { id, issue_iid: numberIn(made.row(), 'iid'), issue_type: 'issue' }
    const changed = await stage.call('PUT /projects/:id/issues/:issue_iid', change, { as: 'owner' })
    has(changed.row(), { issue_type: 'issue' }, changed)
  },
})
