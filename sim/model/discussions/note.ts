import { table } from '../../store/database.ts'
import { index, indexDerived } from '../../store/table.ts'
import type { Instant } from '../../time/calendar.ts'
import { issuesIn, numbersIn } from '../issues/references.ts'
import { participantNames, usersMentioned } from './mentioned-users.ts'

export const noteables = ['Issue', 'MergeRequest', 'Snippet', 'Commit', 'Epic'] as const
export type Noteable = (typeof noteables)[number]

/** A comment, or a system note (`system`). */
export interface Note {
  readonly id: number
  readonly projectId: number
  readonly noteable: Noteable
  /** The id of the issue, merge request or snippet; a commit's sha. */
  readonly noteableId: number | string
  readonly discussionId: string
  readonly type: null | 'DiffNote' | 'DiscussionNote'
  readonly body: string
  readonly authorId: number
  readonly system: boolean
  readonly internal: boolean
  readonly resolvable: boolean
  readonly resolvedById: number | null
  readonly resolvedAt: Instant | null
  /** Of a note on a diff. */
  readonly position: NotePosition | null
  /** The commit that a note on a diff is about, where it was named. */
  readonly commitId?: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export interface NotePosition {
  readonly baseSha: string
  readonly startSha: string
  readonly headSha: string
  readonly oldPath: string | null
  readonly newPath: string
  readonly oldLine: number | null
  readonly newLine: number | null
  /** The lines of a note on several, as its author named them. */
  readonly lineRange?: LineRange | null
  /** Where it stands on an image; then there are no lines. */
  readonly image?: ImagePlace
}

export interface LineEnd {
  readonly lineCode: string | null
  readonly type: string | null
  readonly oldLine: number | null
  readonly newLine: number | null
}
export interface LineRange {
  readonly start: LineEnd
  readonly end: LineEnd
}
export interface ImagePlace {
  readonly width: number
  readonly height: number
  readonly x: number
  readonly y: number
}

// What a system note of these forms names is not for everybody: others name it here.
const ABOUT_OTHERS =
  /^(?:mentioned in |marked this issue as (?:related to|blocking|blocked by|a duplicate of) |marked \S{1,400} as a duplicate of this issue|removed the relation with |(?:moved|cloned) (?:from|to) |created merge request )/

/** Whether a note tells of something else than what it is on. */
export function isAboutOthers({ system, body }: Pick<Note, 'system' | 'body'>): boolean {
  return system && ABOUT_OTHERS.test(body)
}

/** Whether whoever sees what a note is on sees the note, too. */
export function isForAll(note: Note): boolean {
  return !note.internal && !isAboutOthers(note)
}

export const notesTable = table<Note>(({ system, body }) => (system ? [] : [body]))('notes', {
  byNoteable: index((note) => [note.noteable, note.noteableId, note.system ? 1 : 0, note.createdAt]),
  // Most writes leave a system note, which no place is sought for here.
  byCommented: index((note) => (note.system ? undefined : [note.noteable, note.noteableId, note.createdAt])),
  byCommenter: index((note) =>
    note.system ? undefined : [note.noteable, note.noteableId, note.authorId, note.createdAt],
  ),
  byMentioned: indexDerived((note) =>
    note.system ? [] : usersMentioned(note.body).map((name) => [note.noteable, note.noteableId, name]),
  ),
  byParticipant: indexDerived((note) =>
    note.system
      ? []
      : participantNames(note.body).map((name) => [note.noteable, note.noteableId, name, note.createdAt]),
  ),
  byNamedMergeRequest: indexDerived((note) =>
    numbersIn(note.body, '!').map((iid) => [note.noteable, note.noteableId, iid]),
  ),
  byNamedIssue: indexDerived((note) =>
    note.system ? [] : issuesIn(note.body).map((iid) => [note.noteable, note.noteableId, iid]),
  ),
  byOpen: index((note) => (isOpen(note) ? [note.noteable, note.noteableId] : undefined)),
  byWritten: index((note) => [note.noteable, note.noteableId, note.createdAt]),
  byChanged: index((note) => [note.noteable, note.noteableId, note.updatedAt]),
  byDiscussion: index((note) => [note.noteable, note.noteableId, note.discussionId, note.createdAt]),
  byGuarded: index((note) => (isForAll(note) ? undefined : [note.noteable, note.noteableId])),
  byProject: index((note) => [note.projectId, note.updatedAt]),
  byMention: indexDerived((note) => {
    const mention = note.system ? mentionIn(note.body) : undefined
    return mention === undefined ? [] : [[note.noteable, note.noteableId, note.projectId, mention]]
  }),
})

/** Whether it keeps its thread from being resolved. */
function isOpen({ system, resolvable, resolvedAt }: Note): boolean {
  return !system && resolvable && resolvedAt === null
}

/** What a system note tells a mention in: a commit whichever project it is in, everything else by the words for it. */
export function mentionIn(body: string): string | undefined {
  if (!body.startsWith('mentioned in ')) return undefined
  if (!body.startsWith('mentioned in commit ')) return body
  return body.slice(Math.max(body.lastIndexOf(' '), body.lastIndexOf('@')) + 1)
}

/** A reaction with an emoji. */
export interface Award {
  readonly id: number
  readonly awardable: 'Issue' | 'MergeRequest' | 'Note' | 'Snippet' | 'Epic'
  readonly awardableId: number
  readonly name: string
  readonly userId: number
  /** Unknown for reactions of a seeded world, which are shown with the time of their target. */
  readonly createdAt?: Instant
}

export const awardsTable = table<Award>()('awards', {
  byAwardable: index((award) => [award.awardable, award.awardableId, award.name, award.userId]),
  byGiven: index((award) => [award.awardable, award.awardableId]),
  byUser: index((award) => [award.userId, award.awardable, award.name]),
})

/** An explicit subscription or unsubscription; without a row, participants are subscribed. */
export interface Subscription {
  readonly id: number
  readonly target: 'Issue' | 'MergeRequest' | 'Label'
  readonly targetId: number
  readonly userId: number
  readonly subscribed: boolean
}

export const subscriptionsTable = table<Subscription>()('subscriptions', {
  byTarget: index((subscription) => [subscription.target, subscription.targetId, subscription.userId]),
})
