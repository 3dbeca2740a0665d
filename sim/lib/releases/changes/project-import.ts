import type { Changes } from './change.ts'

export const projectImport = {
  'project-import#later-namespace': {
    release: '18.7',
    before: '`namespace_id` and `namespace_path` are ignored',
    after: 'They name the namespace of the new project, as `namespace` does',
  },
  'project-import#later-legacy-format': {
    release: '15.11',
    before: 'An archive with everything in one `project.json` is imported',
    after: 'It fails: `invalid import format`',
    general: true,
  },
  'project-import#later-unfinished': {
    release: '16.5',
    before: 'Pipelines and jobs of an archive that have not ended stay as they are for ever',
    after: 'They are canceled',
    general: true,
  },
  'project-import#later-issue-type': {
    release: '16.3',
    before: 'An issue of an archive whose type there is not is passed over and told in `failed_relations`',
    after: 'It has the usual type',
    doubtful: true,
    general: true,
  },
  'project-import#later-error-hidden': {
    release: '16.4',
    before: 'Everybody who sees the project reads `import_error`',
    after: 'Those below Maintainer read that a Maintainer should look, and anonymous callers null',
  },
} as const satisfies Changes<'project-import'>
