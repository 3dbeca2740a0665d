import type { Changes } from './change.ts'

export const auditEvents = {
  'audit-events#later-event-name': {
    release: '17.0',
    before: 'Audit events have no `event_name`',
    after: '`event_name` names the kind of the event, or is null',
    doubtful: true,
  },
  'audit-events#later-target-id': {
    release: '16.3',
    before:
      'Projects and groups that are created, deleted or exported are named by their full path as `target_id`',
    after:
      'Their ID names them, creation has a `custom_message` in place of `add`, and `author_class` says what the author is',
    doubtful: true,
  },
  'audit-events#later-keyset': {
    release: '15.10',
    before: '`pagination=keyset` is ignored in the lists of a project and of the instance',
    after: 'It lists by cursor, ordered by `id`',
    manner: 'keyset-pagination',
  },
  'audit-events#later-instance-scope': {
    release: '17.3',
    before: '`entity_type=Gitlab::Audit::InstanceScope` answers 400',
    after: 'It lists what concerns the instance itself',
  },
  'audit-events#later-counts': {
    release: '18.2',
    before: 'Audit events of the instance are counted in the headers of a page',
    after: 'Pages tell neither `X-Total` nor `X-Total-Pages`, nor link to the last page',
  },
  'audit-events#later-runner-contact': {
    release: '17.7',
    before: 'The event of a runner that is deleted tells its kind',
    after: 'It tells, too, when the runner was last heard of, or that it never was',
  },
  'audit-events#later-runner-created': {
    release: '17.8',
    before: 'A runner that a user creates is audited as registered',
    after: 'It is audited as created',
  },
} as const satisfies Changes<'audit-events'>
