import { sha1Hex } from '../../../lib/hash.ts'
import { type Json, parseJson } from '../../../lib/json.ts'
import { isoTime } from '../../../time/calendar.ts'
import { isEmojiName } from '../../discussions/emoji.ts'
import type {
  Award,
  ImagePlace,
  LineEnd,
  LineRange,
  Note,
  Noteable,
  NotePosition,
} from '../../discussions/note.ts'
import type { Pipeline } from '../../pipelines/ci.ts'
import type { Project } from '../../projects/project.ts'
import type { Suggestion } from '../../suggestions/suggestion.ts'
import { nextId, type World } from '../../world.ts'
import { eventsOn } from './events.ts'
import {
  Ending,
  type Field,
  type Fields,
  fieldsOf,
  InvalidArchiveRow,
  isObject,
  type JsonObject,
  type Reading,
  type Type,
} from './field.ts'
import type { AnyRelation, Relation } from './relation.ts'
import {
  flag,
  objectIdOrNull,
  person,
  personOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
  title,
  wholeNumber,
  wholeNumberOrNull,
} from './types.ts'

/** What notes and reactions hang on. */
interface Noted {
  readonly id: number
  readonly projectId?: number | null
}

const { column, told, always } = fieldsOf<Note>()

const LONGEST_BODY = 1_000_000

/** The text of a note; one by somebody who is unknown here says who wrote it (project-import#notes). */
const body: Field<Note> = {
  write: (note) => note.body,
  read: (given, into, whole) => {
    const words = title(LONGEST_BODY).read(given, into)
    const known = typeof whole.author_id === 'number' && into.users.has(whole.author_id)
    return { body: known || !into.signsNotes ? words : `${words}${signed(whole, into)}` }
  },
}

function signed(whole: JsonObject, into: Reading): string {
  const name = isObject(whole.author) ? whole.author.name : undefined
  const at = isoTime(time.read(whole.updated_at, into)).replace(/\..*$/, '')
  return `\n\n *By ${typeof name === 'string' ? name.slice(0, 255) : 'Ghost User'} on ${at} (imported from GitLab)*`
}

const LINE_CODE = 100

const lineEnd: Type<LineEnd> = {
  write: ({ lineCode, type, oldLine, newLine }) => ({
    line_code: lineCode,
    type,
    old_line: oldLine,
    new_line: newLine,
  }),
  read: (given, into) => {
    const end = isObject(given) ? given : {}
    const word = (value: Json | undefined) => textOrNull.read(value, into)?.slice(0, LINE_CODE) ?? null
    return {
      lineCode: word(end.line_code),
      type: word(end.type),
      oldLine: wholeNumberOrNull.read(end.old_line, into),
      newLine: wholeNumberOrNull.read(end.new_line, into),
    }
  },
}

const lineRange: Type<LineRange | null> = {
  write: (range, out) =>
    range === null ? null : { start: lineEnd.write(range.start, out), end: lineEnd.write(range.end, out) },
  read: (given, into) =>
    isObject(given) && isObject(given.start) && isObject(given.end)
      ? { start: lineEnd.read(given.start, into), end: lineEnd.read(given.end, into) }
      : null,
}

function imageIn(place: JsonObject, into: Reading): ImagePlace {
  const size = (key: string) => wholeNumber(0).read(place[key], into)
  return { width: size('width'), height: size('height'), x: size('x'), y: size('y') }
}

const position: Type<NotePosition | null> = {
  write: (place, out) =>
    place === null
      ? null
      : {
          base_sha: place.baseSha,
          start_sha: place.startSha,
          head_sha: place.headSha,
          old_path: place.oldPath,
          new_path: place.newPath,
          ...(place.image === undefined
            ? { position_type: 'text' }
            : { position_type: 'image', ...place.image }),
          old_line: place.oldLine,
          new_line: place.newLine,
          line_range: lineRange.write(place.lineRange ?? null, out),
        },
  read: (given, into) => {
    const place = asObject(given)
    if (place === undefined) return null
    const sha = (key: string) => objectIdOrNull.read(place[key], into)
    const [baseSha, startSha, headSha] = [sha('base_sha'), sha('start_sha'), sha('head_sha')]
    // A position in commits that were not imported is dropped.
    if (baseSha === null || startSha === null || headSha === null) return null
    const newPath = text.read(place.new_path, into)
    return {
      baseSha,
      startSha,
      headSha,
      oldPath: text.read(place.old_path, into) || newPath,
      newPath,
      oldLine: wholeNumberOrNull.read(place.old_line, into),
      newLine: wholeNumberOrNull.read(place.new_line, into),
      lineRange: lineRange.read(place.line_range, into),
      ...(place.position_type === 'image' && { image: imageIn(place, into) }),
    }
  },
}

// Releases before 13 wrote it as text.
function asObject(given: Json | undefined): JsonObject | undefined {
  if (typeof given !== 'string') return isObject(given) ? given : undefined
  const parsed = parseJson(given)
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined
}

const noteType: Type<Note['type']> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return null
    return given === 'DiffNote' || given === 'DiscussionNote' ? given : null
  },
}

const discussionId: Type<string> = {
  write: (value) => value,
  read: (given) => {
    if (given === undefined || given === null) return ''
    if (typeof given !== 'string' || !/^[0-9a-f]{40}$/.test(given)) throw new Ending('is invalid')
    return given
  },
}

const fields: Fields<Note> = {
  note: body,
  noteable_type: told(({ noteable }) => noteable),
  author_id: column('authorId', person),
  created_at: column('createdAt', time),
  updated_at: column('updatedAt', time),
  project_id: told(({ projectId }) => projectId),
  attachment: always({ url: null }),
  line_code: always(null),
  commit_id: {
    write: ({ noteable, noteableId, commitId }) =>
      noteable === 'Commit' ? String(noteableId) : (commitId ?? null),
    read: (given, into) => {
      const commitId = objectIdOrNull.read(given, into)
      return commitId === null ? {} : { commitId }
    },
  },
  system: column('system', flag(false)),
  st_diff: always(null),
  updated_by_id: always(null),
  type: column('type', noteType),
  position: column('position', position),
  original_position: told((note, out) => position.write(note.position, out)),
  change_position: always(null),
  resolved_at: column('resolvedAt', timeOrNull),
  resolved_by_id: column('resolvedById', personOrNull),
  discussion_id: column('discussionId', discussionId),
  confidential: column('internal', flag(false)),
  author: told(({ authorId }, { world }) => ({ name: world.users.get(authorId)?.name ?? 'Ghost User' })),
  system_note_metadata: always(null),
}

const suggestionFields = fieldsOf<Suggestion>()

const suggestions: Relation<Suggestion, Note> = {
  name: 'suggestions',
  shape: 'many',
  rows: (note, { world }) => world.suggestions.by('byNote', note.id).list(),
  fields: {
    relative_order: suggestionFields.column('order', wholeNumber(0)),
    applied: suggestionFields.column('applied', flag(false)),
    commit_id: suggestionFields.column('commitSha', objectIdOrNull),
    from_content: suggestionFields.column('fromContent', text),
    to_content: suggestionFields.column('toContent', text),
    // Lines before and after the one that the note is on.
    lines_above: {
      write: ({ fromLine, noteId }, { world }) => lineOf(world.notes.get(noteId)) - fromLine,
      read: (given, into) => ({ fromLine: wholeNumber(0).read(given, into) }),
    },
    lines_below: {
      write: ({ toLine, noteId }, { world }) => toLine - lineOf(world.notes.get(noteId)),
      read: (given, into) => ({ toLine: wholeNumber(0).read(given, into) }),
    },
    outdated: suggestionFields.always(false),
  },
  put: (columns, note, { world }) => {
    const { fromLine: above, toLine: below, ...rest } = columns as Suggestion
    // Nobody could apply it.
    if (note.position === null) return undefined
    const line = lineOf(note)
    const id = nextId(world, 'suggestions')
    return world.suggestions.insert({
      ...rest,
      id,
      noteId: note.id,
      fromLine: Math.max(1, line - above),
      toLine: line + below,
    })
  },
}

function lineOf(note: Note | undefined): number {
  return note?.position?.newLine ?? 1
}

const awardFields = fieldsOf<Award>()

/** The reactions to a row. */
export function awardsOn<Row extends { readonly id: number }>(
  kind: Award['awardable'],
): Relation<Award, Row> {
  return {
    name: 'award_emoji',
    shape: 'many',
    rows: ({ id }, { world }) =>
      [...world.awards.by('byAwardable', kind, id).list()].sort((a, b) => a.id - b.id),
    fields: {
      name: awardFields.column('name', title(64)),
      user_id: awardFields.column('userId', person),
      created_at: {
        write: ({ createdAt }) => (createdAt === undefined ? null : isoTime(createdAt)),
        read: (given, into) => {
          const createdAt = timeOrNull.read(given, into)
          return createdAt === null ? {} : { createdAt }
        },
      },
      awardable_type: awardFields.told(({ awardable }) => awardable),
    },
    put: (columns, { id: awardableId }, { world }) => {
      const { name, userId } = columns as Award
      if (!isEmojiName(name)) throw new InvalidArchiveRow('Validation failed: Name is not a valid emoji name')
      const known = world.awards.find('byAwardable', kind, awardableId, name, userId)
      if (known !== undefined) return known
      const id = nextId(world, 'awards')
      return world.awards.insert({ ...(columns as Award), id, awardable: kind, awardableId })
    },
  }
}

/** The notes on a row, with reactions and suggestions. */
export function notesOn<Row extends Noted>(noteable: Exclude<Noteable, 'Commit'>): Relation<Note, Row> {
  return {
    name: 'notes',
    shape: 'many',
    rows: ({ id }, { world }) =>
      [...world.notes.by('byNoteable', noteable, id).list()].sort((a, b) => a.id - b.id),
    fields,
    parts,
    put: (columns, on, { world }) =>
      insert(world, columns as Note, { projectId: on.projectId ?? 0, noteable, noteableId: on.id }),
  }
}

const parts: readonly AnyRelation<Note>[] = [awardsOn<Note>('Note'), suggestions, eventsOn<Note>('Note')]

/** What was said of commits. Releases from 15.9 write it here, older ones with the pipelines of the commits. */
export const commitNotes: Relation<Note, Project> = {
  name: 'commit_notes',
  shape: 'many',
  importOnly: true,
  rows: () => [],
  fields,
  parts,
  put: (columns, project, { world }) => putOnCommit(world, columns as Note, project.id, columns.commitId),
}

/** The notes on the commit of a pipeline; they stand with the first one of several. */
export const notesOnCommitOf: Relation<Note, Pipeline> = {
  name: 'notes',
  shape: 'many',
  rows: ({ id, projectId, sha }, { world }) => {
    const [first] = world.pipelines.by('bySha', projectId, sha).ascending()
    return first?.id === id ? notesOnCommit(world, projectId, sha) : []
  },
  fields,
  parts,
  put: (columns, { projectId, sha, commitless }, { world }) =>
    putOnCommit(world, columns as Note, projectId, commitless ? undefined : sha),
}

function notesOnCommit(world: World, projectId: number, sha: string): Note[] {
  const notes = world.notes.by('byNoteable', 'Commit', sha).list()
  return notes.filter((note) => note.projectId === projectId).sort((a, b) => a.id - b.id)
}

// Nothing is said of a commit that did not come along, and nothing twice.
function putOnCommit(world: World, note: Note, projectId: number, sha: string | undefined): Note | undefined {
  if (sha === undefined) return undefined
  const { commitId: _, ...columns } = note
  const told = notesOnCommit(world, projectId, sha)
  if (told.some(({ body: words, createdAt }) => words === note.body && createdAt === note.createdAt))
    return undefined
  return insert(world, columns, { projectId, noteable: 'Commit', noteableId: sha })
}

function insert(
  world: World,
  note: Omit<Note, 'commitId'>,
  place: Pick<Note, 'projectId' | 'noteable' | 'noteableId'>,
): Note {
  const id = nextId(world, 'notes')
  const { projectId, noteable, noteableId } = place
  // A comment on a diff that was not imported becomes a plain comment.
  const type = note.type === 'DiffNote' && note.position === null ? 'DiscussionNote' : note.type
  return world.notes.insert({
    ...note,
    ...place,
    id,
    type,
    discussionId: note.discussionId || sha1Hex(`${projectId}/${noteable}/${noteableId}/${id}`),
    resolvable: noteable === 'MergeRequest' && type !== null && !note.system,
  })
}
