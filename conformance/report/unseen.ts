const untilLimited = 'it takes calls until a limit is reached, and a run must not drive a service into one'

/**
 * Rows of pages in `conformance/sources` that no check can try, by page and anchor, with the reason: no client can see
 * what they say, or only in a way that a run must not take.
 */
export const unseen: { readonly [page: string]: { readonly [anchor: string]: string } | undefined } = {
  approvals: {
    'status-short': 'it is about a build without the licensed part, which has no approval rules to check',
    'number-too-low': 'the documentation says otherwise, and no release was seen that refuses it',
    'state-eligible-approvers': 'services differ: this double lists them and refuses their approval',
    'approve-without-plan': 'which of two builds answers cannot be told from outside',
  },
  repository: {
    'archive-rate-limit': 'a run waits for a limit, and must not drive a service into one',
    'archive-newer': 'what a client sees of it is parameters of later releases',
    'later-large-files': untilLimited,
    'changelog-limits': 'it takes more than 15,000 commits, or calls until a limit is reached',
  },
  'repository-files': {
    'lfs-locked': 'locks are taken with git-lfs, which the suite does not speak',
  },
  runners: {
    'job-trace-size': 'it takes a log of 100 MB',
  },
  keys: {
    'later-limits': untilLimited,
    'user-further-fields': 'the fields differ from release to release',
  },
  projects: {
    'later-limits': untilLimited,
  },
  groups: {
    'later-limits': untilLimited,
  },
  users: {
    'later-limits': untilLimited,
  },
  members: {
    'later-removal-limit': untilLimited,
    'later-list-limit': untilLimited,
  },
  jobs: {
    'later-list-limit': untilLimited,
    'later-runner-limits': untilLimited,
  },
  hooks: {
    'later-test-limit': untilLimited,
  },
  'vulnerability-exports': {
    'example-row': 'it is an example of the rows above it',
  },
  'external-import': {
    clients: 'it tells what clients make of the answers',
  },
  'project-export': {
    'start-rate-limit': 'a run waits for a limit, and must not drive a service into one',
    'download-rate-limit': 'a run waits for a limit, and must not drive a service into one',
    'failed-export': 'a client cannot make an export fail',
    clients: 'it tells what clients make of the answers',
  },
  'project-import': {
    'rate-limit': 'a run waits for a limit, and must not drive a service into one',
    'remote-head-fails': 'a host that does not answer over https cannot be played',
    clients: 'it tells what clients make of the answers',
  },
  'bulk-imports': {
    timeout: 'a migration that hangs for eight hours cannot be arranged',
    clients: 'it tells what clients make of the answers',
  },
  settings: {
    clients: 'it tells what clients make of the answers',
  },
  'merge-requests': {
    'merge-status-recheck': 'the parameter asks for work that nobody promises, so any answer is right',
    'detailed-status-order':
      'the documentation shows `not_open` where the service tells a licensed reason first',
  },
  milestones: {
    'title-unique-scope': 'releases differ in which groups they look at; `title-unique` has what all share',
  },
  search: {
    'disabled-scope': 'the switches are feature flags of the installation that this double does not have',
    'rate-limit': 'it takes hundreds of searches a minute, and refuses those of everybody else',
    timeout: 'no query is known to take the database too long',
  },
  conventions: {
    timeouts: 'no query is known to take the database too long',
    unavailable: 'a client cannot exhaust the store of repositories',
    'keyset-cursor-invalid': 'releases differ: none, 400 and 500 have all been seen',
    'later-retry-after': untilLimited,
    'operation-rate-limits': 'a run waits for a limit, and must not drive a service into one',
  },
}
