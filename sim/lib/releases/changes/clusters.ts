import type { Changes } from './change.ts'

export const clusters = {
  'clusters#later-receptive': {
    release: '17.4',
    before: 'Agents for Kubernetes have no `is_receptive`',
    after: '`is_receptive` tells whether the installation calls the agent',
    doubtful: true,
  },
  'clusters#later-shape': {
    release: '18.9',
    before: 'Clusters of lists say whose they are, and a group is shown whole',
    after:
      'They do not in lists, a group is shown with `id`, `name` and `web_url`, a project in its simple form, and `provider_gcp` is null',
    doubtful: true,
  },
} as const satisfies Changes<'clusters'>
