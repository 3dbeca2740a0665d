import type { Project } from '../../projects/project.ts'
import { autoDevops, ciCdSettings, customAttributes, expirationPolicy, projectFeature } from './attributes.ts'
import { projectBadges } from './badges.ts'
import { projectBoards } from './boards.ts'
import { issues } from './issues.ts'
import { projectLabels } from './labels.ts'
import { projectMembers } from './members.ts'
import { mergeRequests } from './merge-requests.ts'
import { projectMilestones } from './milestones.ts'
import { commitNotes } from './notes.ts'
import { pipelines } from './pipelines.ts'
import { protectedBranches, protectedEnvironments, protectedTags } from './protection.ts'
import { pushRule } from './push-rule.ts'
import { type AnyRelation, absentRelation } from './relation.ts'
import { releases } from './releases.ts'
import { pipelineSchedules } from './schedules.ts'
import { snippets } from './snippets.ts'

/**
 * The relations of a project, in the order in which they are read: people before what they did, labels and
 * milestones before the rows that have them.
 */
export const projectRelations: readonly AnyRelation<Project>[] = [
  projectMembers,
  projectLabels,
  projectMilestones,
  issues,
  snippets,
  releases,
  mergeRequests,
  absentRelation('external_pull_requests', 'many'),
  pipelines,
  autoDevops,
  pipelineSchedules,
  expirationPolicy,
  protectedBranches,
  protectedTags,
  projectFeature,
  customAttributes,
  absentRelation('prometheus_metrics', 'many'),
  projectBadges,
  ciCdSettings,
  absentRelation('error_tracking_setting', 'one'),
  absentRelation('metrics_setting', 'one'),
  projectBoards,
  absentRelation('service_desk_setting', 'one'),
  protectedEnvironments,
  pushRule,
  absentRelation('security_setting', 'one'),
]

/** What is written by other releases only, or elsewhere by them; read after all else. */
export const importOnlyRelations: readonly AnyRelation<Project>[] = [commitNotes]
