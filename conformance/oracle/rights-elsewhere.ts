import { type Authority, authorityOf, type Dialect } from '../../sim/contract.ts'
import { type Role, signedIn } from '../targets/target.ts'
import type { Changing } from './right.ts'
import { noAccess } from './runners.ts'
import { forbidden, type Refusal, recordMissing, unauthorized } from './texts.ts'

/** Who may call an operation that is on no project, and what the others who signed in are told. */
export interface RightElsewhere extends Changing<RightElsewhere> {
  readonly allowed: readonly Role[]
  readonly lacking: Refusal
  /** Nobody has to sign in, or nobody is asked to in the real service (difference S31). */
  readonly anonymous?: 'allowed' | { readonly [authority in Authority]: Refusal }
  /** Whom the stage names, if he is there; whoever is allowed may be refused of somebody else, as of the last owner. */
  readonly about?: Role
  /** The rows that say so, written like the source of a check. */
  readonly source?: string
}

const atLeast = (role: (typeof signedIn)[number]) => signedIn.slice(0, signedIn.indexOf(role) + 1)

const everybody: RightElsewhere = { allowed: signedIn, lacking: forbidden, anonymous: 'allowed' }
const users: RightElsewhere = { allowed: signedIn, lacking: forbidden }
const administrators: RightElsewhere = { allowed: ['admin'], lacking: forbidden }
export const runnerKeepers: RightElsewhere = {
  allowed: atLeast('maintainer'),
  lacking: { status: 403, body: { message: noAccess } },
}
/** Who may write to the wiki of a group; nobody is asked to sign in. */
const writeGroupWiki: RightElsewhere = {
  allowed: atLeast('developer'),
  lacking: forbidden,
  anonymous: { specification: forbidden, real: forbidden },
  source: 'wikis#anonymous',
}
/** Who may export a group; the real service does not ask anybody to sign in. */
const exportGroup: RightElsewhere = {
  allowed: atLeast('owner'),
  lacking: forbidden,
  anonymous: { specification: unauthorized, real: forbidden },
}
// A migration and what it moves are known to whoever began it.
const beginner: RightElsewhere = { allowed: ['owner'], lacking: recordMissing }

/** One row an operation, as the stage is furnished: in a public group, by its owner (the roles on the pages of the families). */
export const rightsElsewhere: { readonly [operation: string]: RightElsewhere | undefined } = {
  'GET /search': users,
  'GET /groups/:id/search': users,
  'GET /merge_requests': users,
  'GET /projects': everybody,
  'GET /users/:user_id/projects': everybody,
  'GET /groups/:id/packages': everybody,
  'GET /runners': users,
  'GET /runners/all': administrators,
  'GET /runners/:id': runnerKeepers,
  'PUT /runners/:id': runnerKeepers,
  'GET /runners/:id/jobs': runnerKeepers,
  'GET /groups/:id/runners': {
    allowed: atLeast('owner'),
    lacking: forbidden,
    later: {
      change: 'runners#later-group-role',
      right: { allowed: atLeast('maintainer'), lacking: forbidden },
    },
  },
  'PUT /suggestions/:id/apply': { allowed: atLeast('developer'), lacking: forbidden },
  'PUT /suggestions/batch_apply': { allowed: atLeast('developer'), lacking: forbidden },
  'GET /keys/:id': administrators,
  'GET /keys': administrators,
  'POST /security/vulnerability_exports': users,
  'POST /security/groups/:id/vulnerability_exports': { allowed: atLeast('developer'), lacking: forbidden },
  'GET /audit_events': administrators,
  'GET /audit_events/:id': administrators,
  'GET /groups/:id/audit_events': {
    allowed: atLeast('developer'),
    lacking: forbidden,
    anonymous: { specification: unauthorized, real: forbidden },
  },
  'POST /bulk_imports': users,
  'GET /bulk_imports': users,
  'GET /bulk_imports/entities': users,
  'GET /bulk_imports/:import_id': beginner,
  'GET /bulk_imports/:import_id/entities': beginner,
  'GET /bulk_imports/:import_id/entities/:entity_id': beginner,
  // What is wrong with the wish itself is told to everybody who signed in.
  'POST /projects/remote-import': users,
  'POST /import/extgit': users,
  'POST /import/extserver': users,
  // The member whom a furnished stage names is the developer, who may leave.
  'DELETE /groups/:id/members/:user_id': {
    allowed: ['admin', 'owner', 'developer'],
    lacking: forbidden,
    about: 'developer',
  },
  'POST /groups/:id/wikis': writeGroupWiki,
  'PUT /groups/:id/wikis/:slug': writeGroupWiki,
  'POST /groups/:id/wikis/attachments': writeGroupWiki,
  'DELETE /groups/:id/wikis/:slug': { ...writeGroupWiki, allowed: atLeast('maintainer') },
  'POST /groups/:id/export': exportGroup,
  'POST /groups/:id/export_relations': exportGroup,
  'GET /application/settings': administrators,
  'PUT /application/settings': administrators,
}

export function verdictElsewhere(
  { allowed, lacking, anonymous }: RightElsewhere,
  role: Role,
  dialect: Dialect,
): 'allowed' | Refusal {
  if (role === 'anonymous')
    return anonymous === undefined
      ? unauthorized
      : anonymous === 'allowed'
        ? anonymous
        : anonymous[authorityOf(dialect)]
  return allowed.includes(role) ? 'allowed' : lacking
}
