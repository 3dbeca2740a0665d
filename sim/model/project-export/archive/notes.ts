import { sha1Hex } from '../../../lib/hash.ts'
import { type Json, parseJson } from '../../../lib/json.ts'
import { isoTime } from '../../../time/calendar.ts'
import type { Award, Note, Noteable, NotePosition } from '../../discussions/note.ts'
import type { Suggestion } from '../../suggestions/suggestion.ts'
import { nextId } from '../../world.ts'
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
import type { Relation } from './relation.ts'
import {
  flag,
  objectIdOrNull,
  person,
  personOrNull,
  text,
  time,
  timeOrNull,
  title,
  wholeNumber,
  wholeNumberOrNull,
} from './types.ts'

/** What notes and reactions hang on. */
interface Noted {
  readonly id: number
  readonly projectId: number | null
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

const position: Type<NotePosition | null> = {
  write: (place) =>
    place === null
      ? null
      : {
          base_sha: place.baseSha,
          start_sha: place.startSha,
          head_sha: place.headSha,
          old_path: place.oldPath,
          new_path: place.newPath,
          position_type: 'text',
          old_line: place.oldLine,
          new_line: place.newLine,
          line_range: null,
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
  commit_id: always(null),
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
  events: always([]),
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
    if (note.position === null) throw new InvalidArchiveRow('Validation failed: Note is invalid')
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
      if (!/^[a-z0-9+-][a-z0-9_+-]*$/.test(name))
        throw new InvalidArchiveRow('Validation failed: Name is not a valid emoji name')
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
    parts: [awardsOn<Note>('Note'), suggestions],
    put: (columns, on, { world }) => {
      const note = columns as Note
      const id = nextId(world, 'notes')
      // A comment on a diff that was not imported becomes a plain comment.
      const type = note.type === 'DiffNote' && note.position === null ? 'DiscussionNote' : note.type
      return world.notes.insert({
        ...note,
        id,
        projectId: on.projectId ?? 0,
        noteable,
        noteableId: on.id,
        type,
        discussionId: note.discussionId || sha1Hex(`${on.projectId}/${noteable}/${on.id}/${id}`),
        resolvable: noteable === 'MergeRequest' && type !== null && !note.system,
      })
    },
  }
}
