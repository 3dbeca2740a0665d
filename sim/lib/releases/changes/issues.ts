import type { Changes } from './change.ts'

export const issues = {
  'issues#later-user-agent-details': {
    release: '16.0',
    before: 'Administrators are told from which program a project snippet was created',
    after: 'A project snippet that was created through the API has no such details: 404',
    doubtful: true,
  },
  'issues#later-start-date': {
    release: '18.9',
    before: 'Issues have no `start_date`',
    after: 'They have, before `due_date`; null in this double',
    doubtful: true,
  },
  'issues#later-linked-shape': {
    release: '18.9',
    before: 'A linked issue in a list shows what every reference to an issue shows',
    after:
      'It also shows its links, references, epic, iteration and the rest of an issue on its own, but for `subscribed`',
    doubtful: true,
  },
} as const satisfies Changes<'issues'>
