import { preconfiguredRule } from '../model/approvals/approval-rules.ts'
import type { Group } from '../model/groups/group.ts'
import { isReleased } from '../model/installation/released.ts'
import type { Issue } from '../model/issues/issue.ts'
import type { ApprovalRule, MergeRequest } from '../model/merge-requests/merge-request.ts'
import type { Milestone } from '../model/milestones/milestone.ts'
import { isDisplayed, type Package, type PackageFile } from '../model/packages/package.ts'
import { isAvailableFile } from '../model/packages/package-files.ts'
import type { Project } from '../model/projects/project.ts'
import { projectAt, projectKnownAt } from '../model/projects/project-paths.ts'
import type { ProtectedTag } from '../model/protected-tags/protected-ref.ts'
import type { Runner, RunnerProject } from '../model/runners/runner.ts'
import type { User } from '../model/users/user.ts'
import type { VulnerabilityExport } from '../model/vulnerability-exports/vulnerability-export.ts'
import type { Situation } from './abilities.ts'
import { seesIssue } from './issues.ts'
import { seesGroup, seesProject } from './visible.ts'

/** The rows that paths name. */
interface Rows {
  readonly project: Project
  readonly group: Group
  readonly user: User
  readonly milestone: Milestone
  readonly merge_request: MergeRequest
  readonly issue: Issue
  readonly approval_rule: ApprovalRule
  readonly merge_request_rule: ApprovalRule
  readonly vulnerability_export: VulnerabilityExport
  readonly protected_tag: ProtectedTag
  readonly runner: Runner
  readonly enabled_runner: RunnerProject
  readonly package: Package
  readonly package_file: PackageFile
}
export type SubjectName = keyof Rows

/** What was found before, under the names by which handlers know it. */
type Parents = { readonly [name in SubjectName as CamelCase<name>]?: Rows[name] }

/** How a subject of a path is found. */
export interface Subject<N extends SubjectName = SubjectName> {
  /** The path parameter that names it. */
  readonly param: string
  /** The subject that it belongs to, found before it. */
  readonly within?: SubjectName
  /** Named in the 404; without one the record is missing inside its parent. */
  readonly noun?: string
  /** The 404 names nothing, but is written as an answer and not as a lookup that failed. */
  readonly missing?: 'explicit'
  /** The row, or undefined when it is missing or must not be known to the caller. */
  readonly find: (situation: Situation, token: string, parents: Parents) => Rows[N] | undefined
  /** The row, whoever may read it; where `find` hides it from some. */
  readonly stored?: (situation: Situation, token: string, parents: Parents) => Rows[N] | undefined
}

export const subjects = {
  project: {
    param: 'id',
    noun: 'Project',
    find: (situation, token) => {
      const project = projectNamed(situation, token)
      return project && seesProject(situation.world, situation.caller, project, situation.now)
        ? project
        : undefined
    },
  },
  group: {
    param: 'id',
    noun: 'Group',
    find: (situation, token) => {
      const group = groupNamed(situation, token)
      return group && seesGroup(situation.world, situation.caller, group, situation.now) ? group : undefined
    },
  },
  user: {
    param: 'user_id',
    noun: 'User',
    find: ({ world }, token) => {
      const id = asId(token)
      return id === undefined ? world.users.find('byUsername', token.toLowerCase()) : world.users.get(id)
    },
  },
  milestone: {
    param: 'milestone_id',
    within: 'project',
    find: ({ world }, token, { project }) => {
      const milestone = world.milestones.get(asId(token) ?? 0)
      return milestone !== undefined && milestone.projectId === project?.id ? milestone : undefined
    },
  },
  merge_request: {
    param: 'merge_request_iid',
    within: 'project',
    find: ({ world }, token, { project }) =>
      world.mergeRequests.find('byIid', project?.id ?? 0, asId(token) ?? 0),
  },
  issue: {
    param: 'issue_iid',
    within: 'project',
    find: (situation, token, parents) => {
      const issue = storedIssue(situation, token, parents)
      return issue && seesIssue(situation, issue) ? issue : undefined
    },
    stored: storedIssue,
  },
  approval_rule: {
    param: 'approval_rule_id',
    within: 'project',
    find: ({ world }, token, { project }) => {
      if (project === undefined) return undefined
      const id = asId(token) ?? 0
      const rule = world.approvalRules.get(id)
      if (rule !== undefined)
        return rule.projectId === project.id && rule.mergeRequestId === null ? rule : undefined
      const preconfigured = preconfiguredRule(world, project)
      return preconfigured?.id === id ? preconfigured : undefined
    },
  },
  merge_request_rule: {
    param: 'approval_rule_id',
    within: 'merge_request',
    find: ({ world }, token, { mergeRequest }) => {
      const rule = world.approvalRules.get(asId(token) ?? 0)
      return rule !== undefined && rule.mergeRequestId === mergeRequest?.id ? rule : undefined
    },
  },
  protected_tag: {
    param: 'name',
    within: 'project',
    find: ({ world }, token, { project }) => world.protectedTags.find('byName', project?.id ?? 0, token),
  },
  runner: {
    param: 'id',
    find: ({ world }, token) => world.runners.get(asId(token) ?? 0),
  },
  enabled_runner: {
    param: 'runner_id',
    within: 'project',
    noun: 'Runner',
    find: ({ world }, token, { project }) =>
      world.runnerProjects.find('byProject', project?.id ?? 0, asId(token) ?? 0),
  },
  vulnerability_export: {
    param: 'id',
    find: ({ world }, token) => world.vulnerabilityExports.get(asId(token) ?? 0),
  },
  package: {
    param: 'package_id',
    within: 'project',
    find: ({ world }, token, { project }) => {
      const it = world.packages.get(asId(token) ?? 0)
      return it !== undefined && it.projectId === project?.id && isDisplayed(it) ? it : undefined
    },
  },
  package_file: {
    param: 'package_file_id',
    within: 'package',
    missing: 'explicit',
    find: ({ world }, token, parents) => {
      const file = world.packageFiles.get(asId(token) ?? 0)
      return file !== undefined && file.packageId === parents.package?.id && isAvailableFile(file)
        ? file
        : undefined
    },
  },
} as const satisfies { readonly [N in SubjectName]: Subject<N> }

/** The rows that a handler is given for a subject: its own, and those that it is within. */
export type Chain<N extends SubjectName> = {
  readonly [name in N | Within<N> as CamelCase<name>]: Rows[name]
}
type Within<N extends SubjectName> = (typeof subjects)[N] extends {
  readonly within: infer W extends SubjectName
}
  ? W | Within<W>
  : never
type CamelCase<N extends string> = N extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : N

export function subjectNamed(name: SubjectName): Subject {
  return subjects[name]
}

/** The names of a subject and of what it is within, outermost first. */
export function chainOf(name: SubjectName): readonly SubjectName[] {
  const { within } = subjectNamed(name)
  return within === undefined ? [name] : [...chainOf(within), name]
}

/** Why a job is refused in a project that it does not see (conventions#later-refused-jobs); others do not find it. */
export function refusedJob(situation: Situation, named: string): string | undefined {
  const { world, caller } = situation
  if (caller.token?.kind !== 'job' || !isReleased(world, 'conventions#later-refused-jobs')) return undefined
  const [from, to] = [world.projects.get(caller.token.projectId ?? 0), projectNamed(situation, named)]
  if (from === undefined || to === undefined) return undefined
  return `Authentication by CI/CD job token not allowed from ${from.path} to project #${to.id}.`
}

/** The project that a path names, whoever may see it. */
export function projectNamed({ world }: Situation, token: string): Project | undefined {
  const id = asId(token)
  if (id !== undefined) return world.projects.get(id)
  // A path without a slash names a namespace, never a project.
  return token.includes('/') ? projectAt(world, token) : undefined
}

/** The group that a path names, whoever may see it. */
export function groupNamed({ world }: Situation, token: string): Group | undefined {
  const id = asId(token)
  return id === undefined ? world.groups.find('byFullPath', token.toLowerCase()) : world.groups.get(id)
}

function storedIssue({ world }: Situation, token: string, { project }: Parents): Issue | undefined {
  return world.issues.find('byIid', project?.id ?? 0, asId(token) ?? 0)
}

/** Whatever looks like an integer is an id and nothing else. */
function asId(token: string): number | undefined {
  return /^-?\d{1,18}$/.test(token) ? Number(token) : undefined
}

/** The project that had the path before, where the caller sees it. */
export function movedProject(
  { world, caller, now }: Situation,
  { noun, param }: Subject,
  tokens: { readonly [param: string]: string },
): Project | undefined {
  if (noun !== 'Project') return undefined
  const project = projectKnownAt(world, tokens[param] ?? '')
  return project !== undefined && seesProject(world, caller, project, now) ? project : undefined
}
