import { projectImportStatusEntity } from '../../entities/project-import-status.ts'
import { boolean, hash, type Params, required, string, withDefault } from '../../protocol/params.ts'
import { projectValues } from '../shared/project-params.ts'

export const source = 'specification 3, Project import'

/** What all ways of importing say of the project that is to be made. */
export const destination = {
  name: string({ about: 'The path unless said' }),
  namespace: string({ about: "Id or path; the caller's own namespace unless said" }),
  overwrite: withDefault(boolean({ about: 'Takes the place of a project that has the path' }), false),
  override_params: hash(projectValues),
} as const satisfies Params

export const path = required(string({ about: 'Path of the new project' }))

/** What all of them have in common. */
export const importing = {
  method: 'POST',
  rateLimit: {
    name: 'project_import',
    user: 'project_import_limit',
    anonymous: 'project_import_limit',
    late: true,
    fromFirst: true,
  },
  answers: { status: 201, one: projectImportStatusEntity },
  refuses: [400, 403, 404],
  source,
} as const
