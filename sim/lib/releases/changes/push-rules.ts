import type { Changes } from './change.ts'

export const pushRules = {
  'push-rules#later-group-switches': {
    release: '18.7',
    before: 'Switches of a group that were never sent are null',
    after: 'They are false',
    doubtful: true,
  },
} as const satisfies Changes<'push-rules'>
