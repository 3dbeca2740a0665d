import { projectImportStatusEntity } from '../../entities/project-import-status.ts'
import { since } from '../../lib/dialect.ts'
import {
  boolean,
  exclusive,
  hash,
  integer,
  type Params,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { projectValues } from '../shared/project-params.ts'

export const source = 'project-import#file-parameters'

/** Parameters of the new project, shared by all imports. */
export const destination = {
  name: string({ about: 'Name of the new project; default: its path' }),
  namespace: string({ about: "ID or path of the namespace; default: the caller's own" }),
  namespace_id: since('project-import#later-namespace', integer({ about: 'ID of the namespace' })),
  namespace_path: since('project-import#later-namespace', string({ about: 'Full path of the namespace' })),
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
  rules: [since('project-import#later-namespace', exclusive('namespace', 'namespace_id', 'namespace_path'))],
  refuses: [400, 403, 404],
  source,
} as const

/** The namespace that is asked for, under whichever name. */
export function namespaceIn(given: {
  readonly namespace?: string | null | undefined
  readonly namespace_id?: number | null | undefined
  readonly namespace_path?: string | null | undefined
}): string | null | undefined {
  const { namespace, namespace_id: id, namespace_path: path } = given
  return namespace ?? path ?? (id == null ? undefined : String(id))
}
