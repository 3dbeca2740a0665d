import type { Changes } from './change.ts'

export const remoteMirrors = {
  'remote-mirrors#later-pull-shape': {
    release: '17.5',
    before: 'A pull mirror shows neither `mirror_trigger_builds` nor `mirror_branch_regex`',
    after: 'It shows both: true and null',
  },
  'remote-mirrors#later-push-branches': {
    release: '16.2',
    before: 'Push mirrors do not show `mirror_branch_regex`',
    after: 'With a plan of premium they do; it is null here, as for pull mirrors',
    doubtful: true,
  },
} as const satisfies Changes<'remote-mirrors'>
