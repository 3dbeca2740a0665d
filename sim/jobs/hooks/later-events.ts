import type { Award } from '../../model/discussions/note.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { isoTime } from '../../time/calendar.ts'
import { issueAttributes, mergeRequestAttributes, notePayload } from './issuable-payloads.ts'
import { type Payload, type PayloadContext, pageOf, projectPart, userPart } from './parts.ts'
import type { Announced, WorldChange } from './world-change.ts'

type About = (done: WorldChange, projectId: number, by?: User) => PayloadContext | undefined
type Telling = Generator<readonly [PayloadContext, Announced]>

export function* tellOfReactions(done: WorldChange, about: About): Telling {
  const { before, after, now } = done
  for (const { before: was, after: is } of after.awards.since(before.awards)) {
    const award = is ?? was
    const target = award && targetOf(after, award)
    const told =
      target?.projectId == null
        ? undefined
        : about(done, target.projectId, after.users.get(award?.userId ?? 0))
    if (award === undefined || target === undefined || told === undefined || (was && is)) continue
    const parts = target.parts(told)
    const action = was ? 'revoke' : 'award'
    const at = isoTime(award.createdAt ?? now)
    const payload = {
      object_kind: 'emoji',
      event_type: action,
      user: userPart(after, told.user),
      project_id: told.project.id,
      project: projectPart(told),
      object_attributes: {
        user_id: award.userId,
        created_at: at,
        id: award.id,
        name: award.name,
        awardable_type: award.awardable,
        awardable_id: award.awardableId,
        updated_at: at,
        action,
        awarded_on_url: parts.url,
      },
      ...parts.records,
    }
    yield [told, { event: 'emoji_events', name: 'Emoji Hook', payload }]
  }
}

interface AwardTarget {
  readonly projectId: number | null
  readonly parts: (told: PayloadContext) => { readonly url: string; readonly records: Payload }
}

function targetOf(world: World, { awardable, awardableId: id }: Award): AwardTarget | undefined {
  if (awardable === 'Issue') {
    const issue = world.issues.get(id)
    return (
      issue && {
        projectId: issue.projectId,
        parts: (told) => ({
          url: pageOf(told, `/-/issues/${issue.iid}`),
          records: { issue: issueAttributes(told, issue) },
        }),
      }
    )
  }
  if (awardable === 'MergeRequest') {
    const request = world.mergeRequests.get(id)
    return (
      request && {
        projectId: request.projectId,
        parts: (told) => ({
          url: pageOf(told, `/-/merge_requests/${request.iid}`),
          records: { merge_request: mergeRequestAttributes(told, request) },
        }),
      }
    )
  }
  if (awardable === 'Snippet') {
    const snippet = world.snippets.get(id)
    return (
      snippet && {
        projectId: snippet.projectId,
        parts: (told) => ({ url: pageOf(told, `/-/snippets/${snippet.id}`), records: {} }),
      }
    )
  }
  const note = awardable === 'Note' ? world.notes.get(id) : undefined
  return (
    note && {
      projectId: note.projectId,
      parts: (told) => {
        const { object_attributes: about, issue, merge_request } = notePayload(told, note)
        const records = {
          note: about ?? null,
          ...(issue && { issue }),
          ...(merge_request && { merge_request }),
        }
        return { url: String((about as Payload).url), records }
      },
    }
  )
}

export function* tellOfFlags(done: WorldChange, about: About): Telling {
  const { before, after } = done
  for (const { before: was, after: flag } of after.featureFlags.since(before.featureFlags)) {
    if (was === undefined || flag === undefined || was.active === flag.active) continue
    const told = about(done, flag.projectId)
    if (told === undefined) continue
    const payload = {
      object_kind: 'feature_flag',
      project: projectPart(told),
      user: userPart(after, told.user),
      user_url: told.user === undefined ? '' : `${new URL(pageOf(told)).origin}/${told.user.username}`,
      object_attributes: {
        id: flag.id,
        name: flag.name,
        description: flag.description,
        active: flag.active,
      },
    }
    yield [told, { event: 'feature_flag_events', name: 'Feature Flag Hook', payload }]
  }
}

export function* tellOfMilestones(done: WorldChange, about: About): Telling {
  const { before, after } = done
  for (const { before: was, after: is } of after.milestones.since(before.milestones)) {
    const milestone = is ?? was
    const told = milestone?.projectId == null ? undefined : about(done, milestone.projectId)
    const action = milestoneAction(was?.state, is?.state)
    if (milestone === undefined || told === undefined || action === undefined) continue
    const payload = {
      object_kind: 'milestone',
      event_type: 'milestone',
      project: projectPart(told),
      object_attributes: {
        id: milestone.id,
        iid: milestone.iid,
        title: milestone.title,
        description: milestone.description,
        state: milestone.state,
        created_at: isoTime(milestone.createdAt),
        updated_at: isoTime(milestone.updatedAt),
        due_date: milestone.dueOn,
        start_date: milestone.startOn,
        group_id: milestone.groupId,
        project_id: milestone.projectId,
      },
      action,
    }
    yield [told, { event: 'milestone_events', name: 'Milestone Hook', payload }]
  }
}

function milestoneAction(was: string | undefined, is: string | undefined): string | undefined {
  if (was === undefined) return 'create'
  if (is === undefined) return 'delete'
  if (was === is) return undefined
  return is === 'closed' ? 'close' : 'reopen'
}
