import type { Project } from '../../projects/project.ts'
import { autoDevops, ciCdSettings, customAttributes, projectFeature } from './attributes.ts'
import { projectBadges } from './badges.ts'
import { projectBoards } from './boards.ts'
import { issues } from './issues.ts'
import { projectLabels } from './labels.ts'
import { projectMembers } from './members.ts'
import { mergeRequests } from './merge-requests.ts'
import { projectMilestones } from './milestones.ts'
import { pipelines } from './pipelines.ts'
import { protectedBranches, protectedTags } from './protection.ts'
import { type AnyRelation, absent } from './relation.ts'
import { releases } from './releases.ts'
import { pipelineSchedules } from './schedules.ts'
import { snippets } from './snippets.ts'

/**
 * THE table of what travels with a project, in the order in which it is read: people before what they did, labels and
 * milestones before what carries them.
 */
export const projectRelations: readonly AnyRelation<Project>[] = [
  projectMembers,
  projectLabels,
  projectMilestones,
  issues,
  snippets,
  releases,
  mergeRequests,
  absent('external_pull_requests', 'many'),
  pipelines,
  autoDevops,
  pipelineSchedules,
  absent('container_expiration_policy', 'one'),
  protectedBranches,
  protectedTags,
  projectFeature,
  customAttributes,
  absent('prometheus_metrics', 'many'),
  projectBadges,
  ciCdSettings,
  absent('error_tracking_setting', 'one'),
  absent('metrics_setting', 'one'),
  projectBoards,
  absent('service_desk_setting', 'one'),
  absent('protected_environments', 'many'),
  absent('push_rule', 'one'),
  absent('security_setting', 'one'),
]
