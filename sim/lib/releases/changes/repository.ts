import type { Changes } from './change.ts'

export const repository = {
  'repository#later-missing-path': {
    release: '17.7',
    before: 'A path that a tree does not have answers 200 with an empty list',
    after: '404 `404 invalid revision or path Not Found`',
  },
  'repository#later-collapsed': {
    release: '18.4',
    before: 'A file whose changes are left out has an empty `diff`',
    after: '`collapsed` and `too_large` tell why a `diff` is empty',
  },
  'repository#later-unidiff': {
    release: '16.5',
    before: '`unidiff` is ignored',
    after: 'Comparisons and diffs of commits take `unidiff`, which adds the lines `---` and `+++`',
  },
  'repository#later-generated-file': {
    release: '16.9',
    before: 'Diffs have no `generated_file`',
    after: '`generated_file` tells whether a program wrote the file',
    doubtful: true,
  },
  'repository#later-contributors-ref': {
    release: '17.4',
    before: '`ref` of contributors is ignored',
    after: 'Contributors are those of `ref`',
  },
  'repository#later-changelog-version': {
    release: '17.0',
    before: 'The heading of a changelog shows `version` as it is sent',
    after: 'It drops a `v` in front',
    doubtful: true,
  },
  'repository#later-config-ref': {
    release: '18.2',
    before: '`config_file_ref` is ignored',
    after: 'The configuration of a changelog is read at `config_file_ref`',
  },
  'repository#later-unpaged': {
    release: '16.1',
    before: '`pagination=none` answers 400 for trees',
    after: 'A recursive tree is listed whole with `pagination=none`',
  },
  'repository#later-changelog-limit': {
    release: '17.7',
    before: 'Changelogs have no limit of their own',
    after: 'A user has five a minute of a project, where requests are limited',
    doubtful: true,
  },
  'repository#later-changelog-by-job': {
    release: '17.7',
    before: 'A job token counts as none for a changelog',
    after: 'It generates one',
    manner: 'job-token',
  },
  'repository#later-exclude-paths': {
    release: '17.10',
    before: '`exclude_paths` is ignored',
    after: 'Archives take `exclude_paths`, files and directories that are left out',
    doubtful: true,
  },
  'repository#later-compare-right': {
    release: '16.2',
    before: 'A fork whose code the caller may not read is refused as no fork, with 400',
    after: 'It is refused with 403, where the caller sees that there is a repository',
    doubtful: true,
  },
  'repository#later-straight': {
    release: '18.7',
    before: '`web_url` of a comparison does not tell that it is straight',
    after: 'It ends in `?straight=true` then',
  },
  'repository#later-lfs-blobs': {
    release: '17.0',
    before: 'Archives hold large files in place of their pointers',
    after: '`include_lfs_blobs=false` leaves the pointers',
    doubtful: true,
  },
  'repository#later-large-files': {
    release: '18.1',
    before: 'Files are read as JSON as often as one likes, however large they are',
    after:
      'Where requests are limited, those of more than 10 MiB are read five times a minute of each project',
  },
} as const satisfies Changes<'repository'>
