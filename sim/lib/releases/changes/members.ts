import type { Changes } from './change.ts'

export const members = {
  'members#later-planner': {
    release: '17.7',
    before: '15 is no role',
    after:
      '15 is the role Planner, between Guest and Reporter: it manages issues, milestones, labels, boards and epics, and reads merge requests, but no code',
  },
  'members#later-role-code': {
    release: '15.9',
    before: 'A custom role with `read_code` adds nothing to its base role',
    after: 'Its members read the code',
  },
  'members#later-role-vulnerabilities': {
    release: '16.1',
    before: 'A custom role with `read_vulnerability` adds nothing to its base role',
    after: 'Its members export the vulnerabilities of projects and groups',
  },
  'members#later-role-dependencies': {
    release: '16.3',
    before: 'A custom role with `read_dependency` adds nothing to its base role',
    after: 'Its members list the dependencies of projects',
  },
  'members#later-role-approves': {
    release: '16.4',
    before: 'A custom role with `admin_merge_request` adds nothing to its base role',
    after: 'Its members read merge requests, and approve them',
  },
  'members#later-role-approval-rules': {
    release: '17.0',
    before: 'A custom role with `manage_merge_request_settings` adds nothing to its base role',
    after: 'Its members create, update and delete approval rules of projects',
  },
  'members#later-role-runners': {
    release: '17.1',
    before: 'A custom role with `admin_runners` adds nothing to its base role',
    after: 'Its members see, create, enable, update and delete runners',
  },
  'members#later-role-reads-runners': {
    release: '17.2',
    before: 'A custom role with `read_runners` adds nothing to its base role',
    after: 'Its members list and see runners',
  },
  'members#later-role-protected-tags': {
    release: '17.9',
    before: 'A custom role with `manage_protected_tags` adds nothing to its base role',
    after: 'Its members list, protect and unprotect tags',
  },
  'members#later-role-disables-runners': {
    release: '18.3',
    before: 'A custom role with `admin_runners` does not let its members disable runners of projects',
    after: 'It does',
  },
  'members#later-role-environments': {
    release: '17.9',
    before: 'Custom roles do not know `admin_protected_environments`',
    after: 'They show and take it',
  },
  'members#later-role-security': {
    release: '18.9',
    before: 'Custom roles do not know the permissions on security attributes and scan profiles',
    after: 'They show and take them',
  },
  'members#later-role-administration': {
    release: '18.3',
    before: 'Custom roles show no permissions of administrators',
    after: 'They show six, all false',
    doubtful: true,
  },
  'members#later-removal-limit': {
    release: '16.0',
    before: 'Removing members has no limit of its own',
    after: 'Where requests are limited, a user removes 60 members a minute of a project or group',
  },
  'members#later-list-limit': {
    release: '18.6',
    before: 'Listing all members has no limit of its own',
    after: 'Where requests are limited, a user lists them 200 times a minute',
  },
} as const satisfies Changes<'members'>
