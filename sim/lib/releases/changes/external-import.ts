import type { Changes } from './change.ts'

export const externalImport = {
  'external-import#later-timeout': {
    release: '16.5',
    before: '`timeout_strategy` is ignored',
    after: 'It is `optimistic` or `pessimistic`',
  },
  'external-import#later-host-of-api': {
    release: '16.5',
    before: '`extgit_hostname` is the address of a host, whose API is below `/api/v3`',
    after: 'It is the address of the API itself, with that path',
  },
  'external-import#later-host-alone': {
    release: '17.2',
    before: '`extgit_hostname` is the address of the API itself, which ends with `/api/v3`',
    after: 'It is the address of the host again, whose API is below `/api/v3`',
  },
  'external-import#later-collaborators': {
    release: '16.0',
    before: '`collaborators_import` of `optional_stages` is ignored',
    after: 'It is a switch',
  },
  'external-import#later-path-of-name': {
    release: '16.10',
    before:
      'The path of a project from a self-hosted server may be that of its repository, whatever `new_name` is',
    after: 'It follows from `new_name`',
    general: true,
  },
  'external-import#later-placeholders': {
    release: '17.8',
    before: 'Imported collaborators whose address is known become members',
    after: 'Placeholders stand for them, and nobody becomes a member',
    doubtful: true,
    general: true,
  },
  'external-import#later-answer': {
    release: '16.5',
    before:
      'The answer of an import from the hosted service is `id`, `name`, `full_path` and `full_name`; no import shows `refs_url` and `relation_type`',
    after:
      'It is that of the other imports, and all of them have `refs_url`, and end with `relation_type`, which is null',
    doubtful: true,
  },
  'external-import#later-pagination': {
    release: '17.1',
    before: '`pagination_limit` is ignored',
    after: 'It is a number from 1 to 100; anything else answers 400',
    doubtful: true,
  },
} as const satisfies Changes<'external-import'>
