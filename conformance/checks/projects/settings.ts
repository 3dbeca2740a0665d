import { check } from '../../kit/check.ts'
import { answers, has, lacks, refuses } from '../../kit/expect.ts'
import type { Params } from '../../kit/query.ts'

export const settingsKept = check({
  id: 'projects/settings-kept',
  says: 'A project is shown with the settings that were sent with its update',
  source:
    'projects#settings-kept, projects#settings-emails, projects#settings-container-expiration, projects#settings-premium',
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
        emails_disabled: true,
        service_desk_enabled: false,
        container_expiration_policy_attributes: policy,
      },
      { as: 'owner' },
    )
    has(kept.row().container_expiration_policy as never, policy, kept)
    has(kept.row(), { emails_disabled: true }, kept)
  },
})

const features = [
  ...['issues', 'repository', 'merge_requests', 'forking', 'wiki', 'builds', 'snippets', 'pages'],
  ...['analytics', 'container_registry', 'releases', 'environments', 'feature_flags', 'infrastructure'],
  ...['monitor'],
]

export const accessLevels = check({
  id: 'projects/access-levels',
  says: 'Each feature of a project has the access level that was set: `private`, `disabled` or `enabled`, and Pages `public` too',
  source: 'projects#access-levels, projects#settings-kept, projects#later-without-operations',
  level: 'should',
  covers: ['PUT /projects/:id'],
  holds: async (stage) => {
    const { id } = stage.project
    const update = (values: Params) => stage.call('PUT /projects/:id', { id, ...values })
    for (const level of ['private', 'disabled', 'enabled']) {
      const chosen = Object.fromEntries(features.map((name) => [`${name}_access_level`, level]))
      answers(await update({ ...chosen, operations_access_level: level }), 200)
      const seen = await stage.call('GET /projects/:id', { id })
      has(seen.row(), chosen, seen)
      await stage.changed('projects#later-without-operations', {
        before: () => has(seen.row(), { operations_access_level: level }, seen),
        after: () => lacks(seen.row(), ['operations_access_level'], seen),
      })
    }
    const pages = await update({ pages_access_level: 'public' })
    has(pages.row(), { pages_access_level: 'public' }, pages)
    for (const [name, value] of [
      ['issues_access_level', 'public'],
      ['wiki_access_level', 'open'],
    ] as const)
      refuses(await update({ [name]: value }), `${name} does not have a valid value`)
  },
})

export const buildTimeout = check<readonly [timeout: number, isTaken: boolean]>({
  id: 'projects/build-timeout',
  says: 'A job may take from ten minutes to a month; another `build_timeout` is refused',
  source: 'projects#build-timeout',
  level: 'should',
  covers: ['PUT /projects/:id'],
  each: () => [
    [599, false],
    [600, true],
    [2_629_745, true],
    [2_629_746, false],
  ],
  holds: async ({ call, project: { id } }, [build_timeout, isTaken]) => {
    const reply = await call('PUT /projects/:id', { id, build_timeout })
    if (isTaken) return has(reply.row(), { build_timeout }, reply)
    answers(reply, 400, { message: { build_timeout: ['needs to be between 10 minutes and 1 month'] } })
  },
})
