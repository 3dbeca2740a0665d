import type { Changes } from './change.ts'

export const packages = {
  'packages#later-module-page': {
    release: '17.0',
    before: 'The pages of Terraform modules are below `/-/infrastructure_registry`',
    after: 'They are below `/-/terraform_module_registry`',
    doubtful: true,
  },
  'packages#later-pipelines': {
    release: '17.0',
    before: '`pipelines` of a package lists the pipelines that built it',
    after: 'It is an empty list, where there is any',
  },
  'packages#later-npm-unauthorized': {
    release: '16.5',
    general: true,
    before: 'Without credentials an npm package that is not public answers 404',
    after: 'It answers 401',
  },
  'packages#later-version-filter': {
    release: '16.6',
    before: '`package_version` is ignored',
    after: 'The lists take `package_version`',
  },
  'packages#later-deprecated': {
    release: '17.8',
    before: '`status=deprecated` answers 400',
    after: 'It is a status that lists can be narrowed to',
  },
  'packages#later-models': {
    release: '16.2',
    before: '`package_type=ml_model` answers 400',
    after: 'It is a type that lists can be narrowed to',
    doubtful: true,
  },
  'packages#later-cargo': {
    release: '18.5',
    before: '`package_type=cargo` answers 400',
    after: 'It is a type that lists can be narrowed to',
    doubtful: true,
  },
  'packages#later-file-order': {
    release: '17.11',
    before: 'Files of a package are listed by id',
    after: '`order_by` takes `id`, `created_at` and `file_name`, and `sort` the direction',
  },
  'packages#later-list-of-pipelines': {
    release: '16.1',
    before: 'Pipelines of a package are not listed on their own',
    after: '`GET /projects/:id/packages/:package_id/pipelines` lists them by cursor, the newest first',
  },
  'packages#later-checksum': {
    release: '18.6',
    before: 'A generic package file is handed out without its checksum',
    after: '`X-Checksum-SHA256` tells it',
  },
  'packages#later-download': {
    release: '18.4',
    before: 'A file of a package is downloaded by its registry alone',
    after: '`GET /projects/:id/packages/:package_id/package_files/:package_file_id/download` hands it out',
  },
  'packages#later-pipelines-hidden': {
    release: '18.6',
    before: 'Whoever sees a package sees the pipelines that built it',
    after: 'They are absent for whoever may not see the pipelines of the project',
  },
} as const satisfies Changes<'packages'>
