import type { Changes } from './change.ts'

export const clusters = {
  'clusters#later-receptive': {
    release: '17.4',
    before: 'Agents for Kubernetes have no `is_receptive`',
    after: '`is_receptive` tells whether the installation calls the agent',
    doubtful: true,
  },
} as const satisfies Changes<'clusters'>
