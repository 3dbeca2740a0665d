import type { Changes } from './change.ts'

export const uploads = {
  'uploads#later-full-path': {
    release: '17.1',
    before: '`full_path` of an upload begins with the path of the project',
    after: 'It begins with `/-/project/<id>`, which renaming leaves as it is',
  },
  'uploads#later-id': {
    release: '17.3',
    before: 'The answer to an upload does not tell its `id`',
    after: '`id` is the first that it tells',
  },
} as const satisfies Changes<'uploads'>
