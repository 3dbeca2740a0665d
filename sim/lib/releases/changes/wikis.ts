import type { Changes } from './change.ts'

export const wikis = {
  'wikis#later-meta-id': {
    release: '18.0',
    before: 'Wiki pages have no `wiki_page_meta_id`',
    after: '`wiki_page_meta_id` is the ID under which the page has comments and events',
    doubtful: true,
  },
  'wikis#later-front-matter': {
    release: '16.6',
    before: 'Wiki pages have no `front_matter`',
    after: '`front_matter` is the YAML at the beginning of a page, and its `title` can be set',
    doubtful: true,
  },
} as const satisfies Changes<'wikis'>
