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
  'project-export#later-relation-batches': {
    release: '16.2',
    before: 'Each relation of a project or group is exported in one file',
    after:
      'Lists are exported in batches where `batched` asks for it; the status tells them, and a download names one',
  },
  'project-export#later-relation-objects': {
    release: '16.9',
    before: 'The status of a relation export does not tell how many records were written',
    after: 'It has `total_objects_count`',
    doubtful: true,
  },
  'project-export#later-relations-of-user': {
    release: '17.3',
    before: 'Relation exports are those of the project or group, for all who may export it',
    after: 'They are those of the user who asked for them',
  },
} as const satisfies Changes<'project-export'>
