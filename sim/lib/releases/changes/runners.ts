import type { Changes } from './change.ts'

export const runners = {
  'runners#later-created-at': {
    release: '18.1',
    before: 'Runners have neither `created_at` nor `created_by`',
    after:
      '`created_at` tells when a runner was registered, and `created_by` who created it, if somebody did',
  },
  'runners#later-job-execution-status': {
    release: '18.2',
    before: 'Runners have no `job_execution_status`',
    after: '`job_execution_status` is `active` while a job runs, else `idle`',
  },
  'runners#later-ip-address': {
    release: '17.0',
    before: '`ip_address` is the address of the last contact',
    after: 'It is null',
    doubtful: true,
  },
  'runners#later-stale': {
    release: '17.1',
    before: 'A runner is stale three months after its last contact',
    after: 'It is stale after seven days',
  },
  'runners#later-maintenance-note': {
    release: '16.10',
    before: 'Runners have no `maintenance_note`',
    after: '`maintenance_note` is shown with a runner on its own, and can be updated',
  },
  'runners#later-version-prefix': {
    release: '16.6',
    before: '`version_prefix` is ignored',
    after: 'Lists of runners take `version_prefix`',
  },
  'runners#later-include-projects': {
    release: '18.6',
    before: '`include_projects` is ignored',
    after: '`include_projects=false` leaves `projects` out of a runner on its own',
  },
  'runners#later-group-role': {
    release: '16.4',
    before: 'Owners list the runners of a group',
    after: 'Maintainers do, too',
  },
  'runners#later-owner-project': {
    release: '17.9',
    before: 'A runner is not disabled in its only project',
    after: 'It is not disabled in its owner project, the one in which it was first',
  },
  'runners#later-verified': {
    release: '15.9',
    before: 'Verifying a runner answers `200`',
    after: 'It answers `id`, `token` and `token_expires_at`',
  },
  'runners#later-managers': {
    release: '17.1',
    before: '`system_id` of a runner is ignored',
    after:
      '`GET /runners/:id/managers` lists the machines of a runner, each by the `system_id` that it tells',
    doubtful: true,
  },
  'runners#later-jobs-of-machine': {
    release: '16.8',
    before: '`system_id` is ignored in the list of jobs of a runner',
    after: '`system_id` narrows the list to jobs of one machine',
  },
  'runners#later-list-of-projects': {
    release: '18.6',
    before: 'Projects of a runner are not listed on their own',
    after: '`GET /runners/:id/projects` lists those that the caller sees',
  },
  'runners#later-token': {
    release: '17.11',
    before: 'A runner that registers with a registration token gets a token without a prefix',
    after: 'Its token begins with `glrtr-`',
  },
  'runners#later-job-statuses': {
    release: '17.0',
    before: '`status` of the jobs of a runner knows neither `canceling` nor `waiting_for_callback`',
    after: 'It knows both',
    doubtful: true,
  },
  'runners#later-locked': {
    release: '18.3',
    before: 'Maintainers disable a locked runner, and are told of the owner project',
    after:
      'A locked runner is not disabled by them, and in its owner project they are told `No access granted`',
    doubtful: true,
  },
  'runners#later-jobs-keyset': {
    release: '17.0',
    before: 'Jobs of a runner are paged by offset alone',
    after: 'They are walked by cursor, too, with `pagination=keyset`',
    doubtful: true,
    manner: 'keyset-pagination',
  },
  'runners#later-auditors': {
    release: '16.8',
    before: 'Auditors see runners and their jobs as far as their memberships reach',
    after: 'They see every runner, and what it works on',
  },
  'runners#later-jobs-of-group': {
    release: '18.4',
    before: 'Jobs of a group runner are listed for Owners of the group',
    after: 'They are listed for Maintainers, too',
  },
} as const satisfies Changes<'runners'>
