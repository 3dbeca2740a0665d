import type { Changes } from './change.ts'

export const epics = {
  'epics#later-personal-issues': {
    release: '18.6',
    before: 'An issue of a personal project cannot be in an epic',
    after: 'It can',
    doubtful: true,
  },
} as const satisfies Changes<'epics'>
