import type { Changes } from './change.ts'

export const projectExport = {
  'project-export#later-once': {
    release: '18.5',
    before: 'A second export may be started while one is on its way',
    after: 'It answers 400',
  },
  'project-export#later-of-user': {
    release: '17.3',
    before: 'An export is that of the project, for all who may export it',
    after: 'It is that of the user who asked for it: others neither see nor download it',
  },
} as const satisfies Changes<'project-export'>
