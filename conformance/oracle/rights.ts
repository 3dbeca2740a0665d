import { authorityOf, type Dialect } from '../../sim/contract.ts'
import type { Role } from '../targets/target.ts'
import type { ProjectState } from './project-state.ts'
import type { MemberRole, Right } from './right.ts'
import { scheduleRights } from './rights-schedules.ts'
import {
  forbidden,
  projectMissing,
  projectMissingTo,
  type Refusal,
  recordMissing,
  unauthorized,
} from './texts.ts'

export type Visibility = 'private' | 'internal' | 'public'

const ladder: readonly Role[] = ['guest', 'reporter', 'developer', 'maintainer', 'owner']

const readMilestones: Right = {
  member: 'guest',
  others: 'signed-in',
  lacking: forbidden,
  source: 'milestones#roles',
}
const writeMilestones: Right = { ...readMilestones, member: 'reporter', others: 'nobody' }
const readMergeRequests: Right = {
  member: 'reporter',
  others: 'anyone',
  lacking: forbidden,
  f3: true,
  source: 'merge-requests#missing-or-unreadable, conventions#optional-sign-in',
}
const readApprovals: Right = {
  ...readMergeRequests,
  source: 'approvals#status-roles, conventions#optional-sign-in',
}

const readCode: Right = {
  member: 'reporter',
  others: 'anyone',
  lacking: forbidden,
  source: 'repository#access, repository#refusals',
}
const readPackages: Right = { ...readCode, source: 'packages#roles' }

/** project-export#roles. */
const exportProject: Right = {
  member: 'maintainer',
  others: 'nobody',
  lacking: forbidden,
  strangers: 'in real',
  source: 'project-export#roles, project-export#anonymous',
}

const manageBoards: Right = { member: 'reporter', others: 'nobody', lacking: forbidden }
const readBoards: Right = { member: 'guest', others: 'signed-in', lacking: forbidden }
const manageBadges: Right = { member: 'maintainer', others: 'nobody', lacking: forbidden }
const readBadges: Right = { member: 'guest', others: 'anyone', lacking: forbidden }

const readWriting: Right = { member: 'guest', others: 'anyone', lacking: forbidden }
const writeWiki: Right = {
  member: 'developer',
  others: 'nobody',
  lacking: forbidden,
  strangers: 'always',
  validates: 'first',
  source: 'wikis#anonymous',
}
const writeCode: Right = {
  member: 'developer',
  others: 'nobody',
  lacking: forbidden,
  strangers: 'always',
  source: 'tags#rights, branches#anonymous',
}
const writeReleases: Right = { ...writeCode, source: 'releases#anonymous' }
const writeSnippets: Right = { member: 'maintainer', others: 'nobody', lacking: forbidden }

const manageRunners: Right = { member: 'maintainer', others: 'nobody', lacking: forbidden }

const readApprovalRules: Right = {
  member: 'reporter',
  others: 'signed-in',
  lacking: forbidden,
  proposes: true,
  source: 'approvals#rule-list-roles',
}
const configureApprovals: Right = { member: 'maintainer', others: 'nobody', lacking: forbidden }
const writeApprovalRules: Right = { ...configureApprovals, source: 'approvals#rule-write-roles' }

const maintainers: Right = {
  member: 'maintainer',
  others: 'nobody',
  lacking: forbidden,
  strangers: 'in real',
}
const developers: Right = { ...maintainers, member: 'developer' }
const featureFlags: Right = { ...developers, strangers: 'always' }
const protectTags: Right = {
  ...maintainers,
  source: 'protected-tags#rights, protected-tags#anonymous',
}
const userLists: Right = {
  ...developers,
  source: 'feature-flag-user-lists#rights, feature-flag-user-lists#anonymous',
}
const project = 'projects#roles, projects#project-missing'

const requestRules = '/projects/:id/merge_requests/:merge_request_iid/approval_rules'
// Maintainers, and the author, who on a furnished stage is the developer.
const changeRequestRules: Right = {
  member: 'developer',
  others: 'nobody',
  lacking: forbidden,
  source: 'approvals#own-rule-roles',
}

/** One row an operation, written from the source pages, never from the contract. */
export const rights: { readonly [operation: string]: Right } = {
  'GET /projects/:id': { member: 'guest', others: 'anyone', lacking: projectMissing, source: project },
  'PUT /projects/:id': { member: 'maintainer', others: 'nobody', lacking: forbidden, source: project },
  'DELETE /projects/:id': { member: 'owner', others: 'nobody', lacking: forbidden, source: project },

  'GET /projects/:id/search': { member: 'guest', others: 'signed-in', lacking: forbidden },

  'POST /projects/:id/export': exportProject,
  'GET /projects/:id/export': exportProject,
  'GET /projects/:id/export/download': {
    ...exportProject,
    later: {
      change: 'project-export#later-of-user',
      right: { ...exportProject, ofMaker: '404 Not found or has expired' },
    },
  },
  'POST /projects/:id/export_relations': exportProject,
  'GET /projects/:id/export_relations/status': exportProject,
  'GET /projects/:id/export_relations/download': {
    ...exportProject,
    later: {
      change: 'project-export#later-relations-of-user',
      right: { ...exportProject, ofMaker: 'Export not found' },
    },
  },
  'GET /projects/:id/badges': readBadges,
  'GET /projects/:id/badges/:badge_id': readBadges,
  'GET /projects/:id/badges/render': manageBadges,
  'POST /projects/:id/badges': manageBadges,
  'PUT /projects/:id/badges/:badge_id': manageBadges,
  'DELETE /projects/:id/badges/:badge_id': manageBadges,
  'GET /projects/:id/boards': readBoards,
  'GET /projects/:id/boards/:board_id': readBoards,
  'POST /projects/:id/boards': manageBoards,
  'PUT /projects/:id/boards/:board_id': manageBoards,
  'DELETE /projects/:id/boards/:board_id': manageBoards,
  'GET /projects/:id/boards/:board_id/lists': readBoards,
  'GET /projects/:id/boards/:board_id/lists/:list_id': readBoards,
  'POST /projects/:id/boards/:board_id/lists': manageBoards,
  'PUT /projects/:id/boards/:board_id/lists/:list_id': manageBoards,
  'DELETE /projects/:id/boards/:board_id/lists/:list_id': manageBoards,
  'GET /projects/:id/wikis': readWriting,
  'GET /projects/:id/wikis/:slug': readWriting,
  'POST /projects/:id/wikis': writeWiki,
  'PUT /projects/:id/wikis/:slug': writeWiki,
  'POST /projects/:id/wikis/attachments': writeWiki,
  'DELETE /projects/:id/wikis/:slug': { ...writeWiki, member: 'maintainer' },
  'GET /projects/:id/notification_settings': { ...readWriting, others: 'signed-in' },
  'PUT /projects/:id/notification_settings': { ...readWriting, others: 'signed-in' },
  'GET /projects/:id/events': readWriting,
  'GET /projects/:id/templates/:type': readWriting,
  'GET /projects/:id/templates/:type/:template_name': readWriting,
  'GET /projects/:id/snippets': { ...readWriting, others: 'signed-in' },
  'POST /projects/:id/snippets': { ...writeSnippets, member: 'reporter' },
  'PUT /projects/:id/snippets/:snippet_id': writeSnippets,
  'DELETE /projects/:id/snippets/:snippet_id': writeSnippets,
  'GET /projects/:id/import': { member: 'guest', others: 'signed-in', lacking: forbidden },

  'GET /projects/:id/repository/tree': readCode,
  'GET /projects/:id/repository/blobs/:sha': readCode,
  'GET /projects/:id/repository/blobs/:sha/raw': readCode,
  'GET /projects/:id/repository/archive': readCode,
  'GET /projects/:id/repository/changelog': readCode,
  'POST /projects/:id/repository/changelog': {
    member: 'maintainer',
    others: 'nobody',
    lacking: {
      status: 403,
      body: { message: '403 Forbidden - You are not allowed to commit a changelog on this branch' },
    },
    seenBy: 'reporter',
    unseen: forbidden,
    strangers: 'in real',
    source: 'repository#changelog-rights',
  },
  'GET /projects/:id/repository/compare': readCode,
  'GET /projects/:id/repository/contributors': readCode,
  'GET /projects/:id/repository/merge_base': readCode,

  'POST /projects/:id/repository/tags': writeCode,
  'DELETE /projects/:id/repository/tags/:tag_name': writeCode,
  'POST /projects/:id/repository/branches': writeCode,
  'DELETE /projects/:id/repository/branches/:branch': writeCode,
  'DELETE /projects/:id/repository/merged_branches': writeCode,
  'PUT /projects/:id/repository/branches/:branch/protect': { ...writeCode, member: 'maintainer' },
  'PUT /projects/:id/repository/branches/:branch/unprotect': { ...writeCode, member: 'maintainer' },
  'POST /projects/:id/releases': writeReleases,
  'PUT /projects/:id/releases/:tag_name': writeReleases,
  'DELETE /projects/:id/releases/:tag_name': writeReleases,
  'POST /projects/:id/releases/:tag_name/assets/links': writeReleases,
  'PUT /projects/:id/releases/:tag_name/assets/links/:link_id': writeReleases,
  'DELETE /projects/:id/releases/:tag_name/assets/links/:link_id': writeReleases,

  'GET /projects/:id/protected_tags': protectTags,
  'POST /projects/:id/protected_tags': protectTags,
  'GET /projects/:id/protected_tags/:name': protectTags,
  'DELETE /projects/:id/protected_tags/:name': protectTags,
  'GET /projects/:id/feature_flags': featureFlags,
  'POST /projects/:id/feature_flags': featureFlags,
  'GET /projects/:id/feature_flags/:feature_flag_name': featureFlags,
  'DELETE /projects/:id/feature_flags/:feature_flag_name': featureFlags,
  'PUT /projects/:id/feature_flags/:feature_flag_name': featureFlags,
  'GET /projects/:id/feature_flags_user_lists': userLists,
  'POST /projects/:id/feature_flags_user_lists': userLists,
  'GET /projects/:id/feature_flags_user_lists/:iid': userLists,
  'PUT /projects/:id/feature_flags_user_lists/:iid': userLists,
  'DELETE /projects/:id/feature_flags_user_lists/:iid': userLists,

  'GET /projects/:id/packages': readPackages,
  'GET /projects/:id/packages/:package_id': readPackages,
  'GET /projects/:id/packages/:package_id/package_files': readPackages,
  'DELETE /projects/:id/packages/:package_id': maintainers,
  'DELETE /projects/:id/packages/:package_id/package_files/:package_file_id': maintainers,
  'GET /projects/:id/packages/generic/:package_name/:package_version/:file_name': {
    ...readPackages,
    challenges: true,
    source: 'packages#roles, packages#generic-private',
  },
  'PUT /projects/:id/packages/generic/:package_name/:package_version/:file_name': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
  },
  'GET /projects/:id/packages/npm/*package_name/-/*file_name': {
    ...readPackages,
    later: { change: 'packages#later-npm-unauthorized', right: { ...readPackages, challenges: true } },
  },
  'PUT /projects/:id/packages/npm/*package_name': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
  },

  'GET /projects/:id/runners': manageRunners,
  'POST /projects/:id/runners': manageRunners,
  'DELETE /projects/:id/runners/:runner_id': manageRunners,

  ...scheduleRights,

  'GET /projects/:id/access_requests': { member: 'maintainer', others: 'nobody', lacking: forbidden },
  'GET /projects/:id/avatar': readWriting,
  'GET /projects/:id/uploads': { member: 'maintainer', others: 'nobody', lacking: forbidden },
  'GET /projects/:id/uploads/:upload_id': { member: 'maintainer', others: 'nobody', lacking: forbidden },
  'DELETE /projects/:id/uploads/:upload_id': { member: 'maintainer', others: 'nobody', lacking: forbidden },
  'GET /projects/:id/starrers': readWriting,
  'DELETE /projects/:id/fork': { member: 'owner', others: 'nobody', lacking: forbidden },

  'GET /projects/:id/dependencies': {
    member: 'reporter',
    others: 'signed-in',
    lacking: forbidden,
    source: 'dependencies#rights, dependencies#anonymous',
    later: {
      change: 'dependencies#later-role',
      right: { member: 'reporter', others: 'nobody', lacking: forbidden },
    },
  },
  'POST /security/projects/:id/vulnerability_exports': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
    source: 'vulnerability-exports#project-rights',
  },
  'GET /projects/:id/audit_events': developers,
  // The event of a furnished stage is the owner's: developers know of none but their own.
  'GET /projects/:id/audit_events/:audit_event_id': {
    ...maintainers,
    inReal: { developer: recordMissing },
    ownInReal: true,
  },

  'GET /projects/:id/milestones': readMilestones,
  'GET /projects/:id/milestones/:milestone_id': readMilestones,
  'GET /projects/:id/milestones/:milestone_id/issues': readMilestones,
  'GET /projects/:id/milestones/:milestone_id/merge_requests': readMilestones,
  'GET /projects/:id/milestones/:milestone_id/burndown_events': readMilestones,
  'POST /projects/:id/milestones': writeMilestones,
  'PUT /projects/:id/milestones/:milestone_id': writeMilestones,
  'DELETE /projects/:id/milestones/:milestone_id': writeMilestones,
  'POST /projects/:id/milestones/:milestone_id/promote': { ...writeMilestones, inGroup: true },

  'GET /projects/:id/approvals': { ...configureApprovals, source: 'approvals#configuration-read-roles' },
  'POST /projects/:id/approvals': { ...configureApprovals, source: 'approvals#configuration-write-roles' },
  'GET /projects/:id/approval_rules': readApprovalRules,
  'POST /projects/:id/approval_rules': writeApprovalRules,
  'GET /projects/:id/approval_rules/:approval_rule_id': readApprovalRules,
  'PUT /projects/:id/approval_rules/:approval_rule_id': writeApprovalRules,
  'DELETE /projects/:id/approval_rules/:approval_rule_id': writeApprovalRules,
  'POST /projects/:id/merge_requests/:merge_request_iid/approvals': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
    source: 'approvals#change-number-roles',
  },
  'GET /projects/:id/merge_requests/:merge_request_iid/approvals': readApprovals,
  'GET /projects/:id/merge_requests/:merge_request_iid/approval_state': readApprovals,

  'GET /projects/:id/merge_request_approval_setting': configureApprovals,
  'PUT /projects/:id/merge_request_approval_setting': configureApprovals,
  [`GET ${requestRules}`]: readApprovals,
  [`POST ${requestRules}`]: changeRequestRules,
  [`GET ${requestRules}/:approval_rule_id`]: readApprovals,
  [`PUT ${requestRules}/:approval_rule_id`]: changeRequestRules,
  [`DELETE ${requestRules}/:approval_rule_id`]: changeRequestRules,

  'GET /projects/:id/merge_requests': readMergeRequests,
  'GET /projects/:id/merge_requests/:merge_request_iid': readMergeRequests,
  'POST /projects/:id/merge_requests': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
    source: 'merge-requests#create-roles',
  },
  'PUT /projects/:id/merge_requests/:merge_request_iid': {
    member: 'developer',
    others: 'nobody',
    lacking: forbidden,
  },
  'DELETE /projects/:id/merge_requests/:merge_request_iid': {
    member: 'owner',
    others: 'nobody',
    lacking: forbidden,
    seenBy: 'reporter',
    unseen: recordMissing,
    source: 'merge-requests#missing-or-unreadable',
  },
  // The merge request of a furnished stage asks for the default branch, which is protected: Maintainer.
  'PUT /projects/:id/merge_requests/:merge_request_iid/merge': {
    member: 'maintainer',
    others: 'nobody',
    lacking: unauthorized,
    seenBy: 'reporter',
    unseen: recordMissing,
    source: 'merge-requests#missing-or-unreadable',
  },
}

/** Parts of a project that an operation is about, by the name of their level, and those of which one is enough. */
const parts: readonly {
  readonly path: RegExp
  readonly all?: readonly string[]
  readonly any?: readonly string[]
}[] = [
  {
    path: /^\/projects\/:id\/(?:merge_requests|approval_rules)(?:\/|$)/,
    all: ['merge_requests', 'repository'],
  },
  {
    path: /^\/projects\/:id\/(?:repository|feature_flags_user_lists|templates)(?:\/|$)/,
    all: ['repository'],
  },
  { path: /^\/projects\/:id\/feature_flags(?:\/|$)/, all: ['feature_flags'] },
  { path: /^\/projects\/:id\/boards(?:\/|$)/, all: ['issues'] },
  { path: /^\/projects\/:id\/milestones(?:\/|$)/, any: ['issues', 'merge_requests'] },
  { path: /^\/projects\/:id\/wikis(?:\/|$)/, all: ['wiki'] },
  { path: /^\/projects\/:id\/releases(?:\/|$)/, all: ['releases', 'repository'] },
  { path: /^\/projects\/:id\/snippets(?:\/|$)/, all: ['snippets'] },
  { path: /^\/projects\/:id\/packages(?:\/|$)/, all: ['packages'] },
  { path: /^\/projects\/:id\/pipeline_schedules(?:\/|$)/, all: ['builds'] },
  { path: /^\/projects\/:id\/freeze_periods(?:\/|$)/, all: ['environments'] },
  { path: /^\/projects\/:id\/dependencies$/, all: ['security_and_compliance', 'repository'] },
  { path: /^\/security\/projects\/:id\//, all: ['security_and_compliance'] },
]

/**
 * Whether a part of the project that the operation is about is closed to a caller (conventions#feature-access). `inside`
 * says that he may by his role, and not just since the project is open to all.
 */
function closed(operation: string, inside: boolean, { features }: ProjectState): boolean {
  const path = operation.slice(operation.indexOf(' ') + 1)
  const shut = (feature: string) =>
    features[feature] === 'disabled' || (features[feature] === 'private' && !inside)
  const part = parts.find((candidate) => candidate.path.test(path))
  if (part === undefined) return false
  return (part.all?.some(shut) ?? false) || (part.any?.every(shut) ?? false)
}

/** What a caller is answered: let in, refused in this way, or nobody can tell from what was read, for this reason. */
export type Verdict = 'allowed' | Refusal | { readonly unknown: string }

/** What the table of roles is applied to. */
export interface Circumstances {
  readonly operation: string
  readonly role: Role
  readonly visibility: Visibility
  readonly state: ProjectState
  readonly dialect: Dialect
  /** The record was made by the caller. */
  readonly own: boolean
}

/** The number under which the verdicts on a right differ for a role. */
export function differenceOf({ strangers, inReal }: Right, role: Role): 'F3' | 'S21' | 'S31' {
  if (role === 'anonymous') return strangers === 'in real' ? 'S31' : 'F3'
  return inReal === undefined ? 'F3' : 'S21'
}

/** The right as it is for that role in a project that shows its jobs or not; undefined where nobody can tell. */
function asJobsAreShown(right: Right, role: Role, { publicJobs }: ProjectState): Right | undefined {
  if (right.publicJobs === undefined || publicJobs === true || mayByRole({ member: 'reporter' }, role))
    return right
  if (publicJobs === undefined) return undefined
  const { lacking, unseen = lacking } = right
  return {
    ...right,
    member: right.member === 'guest' ? 'reporter' : right.member,
    others: 'nobody',
    lacking: unseen,
  }
}

export function verdictFor(written: Right, circumstances: Circumstances): Verdict {
  const { operation, role, visibility, state, dialect, own } = circumstances
  const right = asJobsAreShown(written, role, state)
  if (right === undefined) return { unknown: 'the project does not tell whether its jobs are public' }
  const missing = projectMissingTo(operation)
  const usual = usualVerdict(right, role, visibility, dialect, missing)
  // Who is no member is told the same of a closed project whatever is switched off in it.
  if (usual === missing || usual === unauthorized) return usual
  const member = ladder.includes(role) || role === 'admin'
  const inside = usual === 'allowed' ? mayByRole(right, role) : member
  if (closed(operation, inside, state)) return { unknown: 'a part of the project is closed to the caller' }
  // Those who know of no records but their own.
  const ownOnly = right.ownInReal && right.inReal?.[role as MemberRole] !== undefined
  if (usual !== 'allowed') return own && ownOnly && authorityOf(dialect) === 'real' ? 'allowed' : usual
  const writes = !operation.startsWith('GET ')
  if (state.archived && (writes || right.proposes)) return { unknown: 'the project is archived' }
  if (state.leaving) return { unknown: 'the project is about to be deleted' }
  return 'allowed'
}

function usualVerdict(
  right: Right,
  role: Role,
  visibility: Visibility,
  dialect: Dialect,
  missing: Refusal,
): 'allowed' | Refusal {
  if (role === 'admin') return 'allowed'
  if (role === 'anonymous') return anonymously(right, visibility, dialect, missing)
  const member = ladder.includes(role)
  if (mayByRole(right, role)) return 'allowed'
  const otherwise = authorityOf(dialect) === 'real' ? right.inReal?.[role as MemberRole] : undefined
  if (otherwise !== undefined) return otherwise
  const open = visibility !== 'private'
  if (!member && !open) return missing
  if (open && right.others !== 'nobody') return 'allowed'
  const sees = open || right.seenBy === undefined || ladder.indexOf(role) >= ladder.indexOf(right.seenBy)
  return sees ? right.lacking : (right.unseen ?? right.lacking)
}

function mayByRole({ member }: Pick<Right, 'member'>, role: Role): boolean {
  return role === 'admin' || ladder.indexOf(role) >= ladder.indexOf(member)
}

function anonymously(
  right: Right,
  visibility: Visibility,
  dialect: Dialect,
  missing: Refusal,
): 'allowed' | Refusal {
  if (right.strangers === 'always' || (right.strangers && authorityOf(dialect) === 'real'))
    return visibility === 'public' ? right.lacking : missing
  if (right.others !== 'anyone' || (right.f3 && dialect === 'specification')) return unauthorized
  if (visibility === 'public') return 'allowed'
  return right.challenges ? unauthorized : missing
}
