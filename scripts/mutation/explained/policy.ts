import type { Explanation } from './explanation.ts'

export const policy: readonly Explanation[] = [
  {
    why: 'The API makes no commits that are signed, and takes no pushes',
    changes: [
      ['sim/policy/push-rules.ts', "'Commit must be signed with a GPG key'"],
      ['sim/policy/pushes.ts', "'heads'"],
    ],
  },
  {
    why: 'No rule lacks more than all rules together',
    changes: [['sim/policy/approvals.ts', 'states.filter(anybody)', 'states']],
  },
  {
    why: 'A pipeline of nobody comes of no operation',
    changes: [['sim/policy/includes.ts', 'false', 'true']],
  },
  {
    why: 'It takes a project and a group with the same number, which no client chooses',
    changes: [['sim/policy/member-groups.ts', "share.source === 'group'", 'true']],
  },
  {
    why: 'The group of a share is there as long as the share',
    changes: [['sim/policy/member-projects.ts', 'group === undefined', 'false']],
  },
  {
    why: 'It says which rows are walked; every one is tested all the same',
    changes: [['sim/policy/places.ts', 'open.reduce((sum, run) => sum + run.count(), 0) > most', 'false']],
  },
  {
    why: 'Who has no user is refused before',
    changes: [['sim/policy/places.ts', 'caller.user === undefined', 'false']],
  },
  { why: 'It is asked about pushes, which are no operation', changes: [['sim/policy/pushes.ts', /^/]] },
  {
    why: 'The setting would shut out the suite, which calls with such tokens',
    changes: [['sim/policy/tokens.ts', '!personalKinds.includes(kind)', 'personalKinds.includes(kind)']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [['sim/policy/subjects.ts', "tokens[param] ?? ''"]],
  },
  {
    why: 'Deploy tokens are taken by operations around the specification alone',
    changes: [['sim/policy/caller.ts', 'id === token.groupId', 'true']],
  },
  {
    why: 'It is asked about pushes, which are no operation',
    changes: [['sim/policy/push-rules.ts', 'to === undefined', 'true']],
  },
  {
    why: 'A sign-off without a host is nobody’s',
    changes: [['sim/policy/push-rules.ts', "line.lastIndexOf('>') > at + 1"]],
  },
  {
    why: 'Push rules are set by operations around the specification',
    changes: [
      ['sim/policy/push-rules.ts', 'further !== undefined', 'further === undefined'],
      ['sim/policy/push-rules.ts', '!line.startsWith(SIGN_OFF)', 'true'],
    ],
  },
  {
    why: 'Operations around the specification alone show it',
    changes: [['sim/policy/notes.ts', 'group !== undefined', 'true']],
  },
]
