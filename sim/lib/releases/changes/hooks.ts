import type { Changes } from './change.ts'

export const hooks = {
  'hooks#later-member-events': {
    release: '16.11',
    before: 'Webhooks of groups neither take nor show `member_events`; pages alone switch them on',
    after: '`member_events` is a parameter and an attribute of webhooks of groups',
    doubtful: true,
  },
  'hooks#later-names': {
    release: '17.1',
    before: 'Webhooks have neither name nor description',
    after: '`name` and `description` are taken and shown; null unless sent',
  },
} as const satisfies Changes<'hooks'>
