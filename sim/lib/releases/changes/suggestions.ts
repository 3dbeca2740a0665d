import type { Changes } from './change.ts'

export const suggestions = {
  'suggestions#later-co-authors': {
    release: '16.11',
    before: 'The author of suggestions authors the commit, if there is one alone',
    after:
      'Whoever applies them authors it, and the message ends with a line `Co-authored-by` for each other author',
    doubtful: true,
  },
} as const satisfies Changes<'suggestions'>
