import type { Changes } from './change.ts'

export const remoteMirrors = {
  'remote-mirrors#later-pull-shape': {
    release: '17.5',
    before: 'A pull mirror shows neither `mirror_trigger_builds` nor `mirror_branch_regex`',
    after: 'It shows both: true and null',
  },
} as const satisfies Changes<'remote-mirrors'>
