import type { Changes } from './change.ts'

export const milestones = {
  'milestones#later-updated': {
    release: '15.10',
    before: '`updated_before` and `updated_after` are ignored',
    after: 'The list of milestones of a project takes them',
  },
  'milestones#later-order': {
    release: '15.10',
    before: 'Milestones of a project are listed by id, the newest first',
    after: 'They are listed by due date, the nearest first, then the newest first',
  },
  'milestones#later-ancestors': {
    release: '16.7',
    before: '`include_ancestors` is ignored',
    after: 'It is the new name of `include_parent_milestones`',
  },
} as const satisfies Changes<'milestones'>
