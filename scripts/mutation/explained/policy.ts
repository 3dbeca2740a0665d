import type { Explanation } from './explanation.ts'

const onlySavesTime = 'It says which rows are walked; every one is tested all the same'

export const inPolicy: readonly Explanation[] = [
  {
    file: 'sim/policy/approvals.ts',
    from: 'states.filter(anybody)',
    to: 'states',
    why: 'No rule lacks more than all rules together',
  },
  {
    file: 'sim/policy/includes.ts',
    from: 'false',
    to: 'true',
    why: 'A pipeline of nobody comes of no operation',
  },
  {
    file: 'sim/policy/member-groups.ts',
    from: "share.source === 'group'",
    to: 'true',
    why: 'It takes a project and a group with the same number, which no client chooses',
  },
  {
    file: 'sim/policy/member-projects.ts',
    from: 'group === undefined',
    to: 'false',
    why: 'The group of a share is there as long as the share',
  },
  {
    file: 'sim/policy/places.ts',
    from: 'open.reduce((sum, run) => sum + run.count(), 0) > most',
    to: 'false',
    why: onlySavesTime,
  },
  {
    file: 'sim/policy/places.ts',
    from: 'caller.user === undefined',
    to: 'false',
    why: 'Who has no user is refused before',
  },
  { file: 'sim/policy/pushes.ts', why: 'It is asked about pushes, which are no operation' },
  {
    file: 'sim/policy/tokens.ts',
    from: '!personalKinds.includes(kind)',
    to: 'personalKinds.includes(kind)',
    why: 'The setting would shut out the suite, which calls with such tokens',
  },
]
