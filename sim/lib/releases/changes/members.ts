import type { Changes } from './change.ts'

export const members = {
  'members#later-planner': {
    release: '17.7',
    before: '15 is no role',
    after:
      '15 is the role Planner, between Guest and Reporter: it manages issues, milestones, labels, boards and epics, and reads merge requests, but no code',
  },
} as const satisfies Changes<'members'>
