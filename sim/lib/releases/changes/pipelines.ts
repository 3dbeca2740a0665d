import type { Changes } from './change.ts'

export const pipelines = {
  'pipelines#later-lint-sha': {
    release: '16.5',
    before:
      '`sha` of `GET /projects/:id/ci/lint` is ignored: it is the head of the default branch that is looked at',
    after: 'It names the commit whose configuration is looked at',
  },
  'pipelines#later-archived': {
    release: '18.5',
    before: 'Pipelines have no `archived`',
    after: '`archived` of a pipeline on its own tells whether its jobs can no longer run',
  },
  'pipelines#later-enforced-allowlist': {
    release: '18.0',
    before: 'A project may let the jobs of all projects in',
    after:
      'It may not while `enforce_ci_inbound_job_token_scope_enabled` is on, which it is by default: `inbound_enabled` stays true',
  },
  'pipelines#later-name': {
    release: '16.3',
    before: 'Pipelines have no `name`',
    after: '`name` of a pipeline, in the list of its project and on its own, is that of `workflow:name`',
  },
  'pipelines#later-name-filter': {
    release: '16.9',
    before: '`name` is ignored in the list of pipelines',
    after: '`name` narrows the list to pipelines with that name',
  },
  'pipelines#later-trigger-expiry': {
    release: '17.9',
    before: 'Trigger tokens have no `expires_at`',
    after: '`expires_at` is shown; it is null, since the API does not set it',
    doubtful: true,
  },
  'pipelines#later-schedule-inputs': {
    release: '17.11',
    before: 'Pipeline schedules have no `inputs`',
    after: 'Whoever sees the variables of a schedule sees `inputs`, which is empty here',
    doubtful: true,
  },
  'pipelines#later-allowed-group': {
    release: '18.9',
    before: 'Groups in the allowlist of job tokens are shown as in other lists',
    after: 'They are shown with `id`, `web_url` and `name`',
    doubtful: true,
  },
} as const satisfies Changes<'pipelines'>
