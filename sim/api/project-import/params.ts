import { projectImportStatusEntity } from '../../entities/project-import-status.ts'
import { boolean, hash, type Params, required, string, withDefault } from '../../protocol/params.ts'
import { projectValues } from '../shared/project-params.ts'

export const source = 'project-import#file-parameters'

/** Parameters of the new project, shared by all imports. */
export const destination = {
  name: string({ about: 'Name of the new project; default: its path' }),
  namespace: string({ about: "ID or path of the namespace; default: the caller's own" }),
  overwrite: withDefault(boolean({ about: 'Replaces an existing project with the same path' }), false),
  override_params: hash(projectValues),
} as const satisfies Params

export const path = required(string({ about: 'Path of the new project' }))

/** Shared by all import operations. */
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
