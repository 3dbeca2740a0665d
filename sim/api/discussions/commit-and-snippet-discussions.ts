import { commitCommentEntity } from '../../entities/commit-comment.ts'
import { type Discussion, discussionEntity } from '../../entities/discussion.ts'
import { noteEntity } from '../../entities/note.ts'
import { readCommit } from '../../git/objects.ts'
import type { Steps } from '../../lib/steps.ts'
import { isInDiff } from '../../model/discussions/diff-notes.ts'
import type { Note, NotePosition } from '../../model/discussions/note.ts'
import { addNote, changeNote, type NoteTarget, removeNote } from '../../model/discussions/notes.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import type { User } from '../../model/users/user.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, string, withDefault } from '../../protocol/params.ts'
import { invalid, message, recordNotFound } from '../../protocol/refusal.ts'
import { type DiscussionPlace, ofCommit, ofSnippet } from '../shared/discussion-places.ts'
import { commentList } from '../shared/note-list.ts'
import { positionFrom } from '../shared/note-position.ts'
import { refuseInvalidNote, refuseUneditableNote } from '../shared/notes-and-awards.ts'
import { commentOther, withWords } from '../shared/quick-actions/comment.ts'
import { discussionId } from '../shared/secrets.ts'
import { openThread, reply, threadList, threadOn } from '../shared/threads.ts'
import { writtenAtParam } from '../shared/written-at.ts'

const discussion = { discussion_id: required(string({ about: 'ID of the discussion' })) }
const noteId = { note_id: required(integer({ about: 'ID of the note' })) }
const comment = {
  body: required(string({ atMost: 1_000_000 })),
  ...writtenAtParam,
}
const common = { subject: 'project', refuses: [404], beyond: true } as const

export const listCommitDiscussions = list(ofCommit)
export const listSnippetDiscussions = list(ofSnippet)
export const getCommitDiscussion = get(ofCommit)
export const getSnippetDiscussion = get(ofSnippet)
export const createCommitDiscussion = create(ofCommit)
export const createSnippetDiscussion = create(ofSnippet)
export const addCommitDiscussionNote = addNoteTo(ofCommit)
export const addSnippetDiscussionNote = addNoteTo(ofSnippet)
export const getCommitDiscussionNote = getNote(ofCommit)
export const getSnippetDiscussionNote = getNote(ofSnippet)
export const updateCommitDiscussionNote = update(ofCommit)
export const updateSnippetDiscussionNote = update(ofSnippet)
export const deleteCommitDiscussionNote = remove(ofCommit)
export const deleteSnippetDiscussionNote = remove(ofSnippet)

function list({ path, noun, auth, sees, named: params, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'GET',
      path: `${path}/discussions`,
      summary: `List the discussions on ${noun}`,
      auth,
      sees,
      params,
      dotted,
      answers: { many: discussionEntity },
    },
    (context) => threadList(context.view.situation, on(context)),
  )
}

function get({ path, noun, auth, sees, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'GET',
      path: `${path}/discussions/:discussion_id`,
      summary: `Get a discussion on ${noun}`,
      auth,
      sees,
      params: { ...named, ...discussion },
      dotted,
      answers: { one: discussionEntity },
    },
    (context) => threadOn(context.view.situation, on(context), context.params.discussion_id),
  )
}

function create({ path, noun, sees, comment: needs, begun, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'POST',
      path: `${path}/discussions`,
      summary: `Create a discussion on ${noun}`,
      sees,
      needs,
      params: { ...named, ...comment, ...begun },
      dotted,
      answers: { status: 201, one: discussionEntity },
    },
    function* (context): Steps<Discussion> {
      const { params, view, drawText } = context
      const discussed = on(context)
      const place = params.position && { position: positionFrom(params.position), commitId: undefined }
      return withWords(
        yield* commentOther(view.situation, discussed, params.body, (body) =>
          openThread(view.situation, discussed, { ...params, body }, place ?? undefined, drawText),
        ),
      )
    },
  )
}

function addNoteTo({ path, noun, sees, comment: needs, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'POST',
      path: `${path}/discussions/:discussion_id/notes`,
      summary: `Add a note to a discussion on ${noun}`,
      sees,
      needs,
      params: { ...named, ...discussion, ...comment },
      dotted,
      answers: { status: 201, one: noteEntity },
    },
    function* (context): Steps<Note> {
      const { params } = context
      const { situation } = context.view
      const discussed = on(context)
      const thread = threadOn(situation, discussed, params.discussion_id)
      return withWords(
        yield* commentOther(situation, discussed, params.body, (body) =>
          reply(situation, discussed, thread, { ...params, body }),
        ),
      )
    },
  )
}

function getNote({ path, noun, auth, sees, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'GET',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Get a note in a discussion on ${noun}`,
      auth,
      sees,
      params: { ...named, ...discussion, ...noteId },
      dotted,
      answers: { one: noteEntity },
    },
    (context) => noteOf(context.world, on(context), context.params),
  )
}

function update({ path, noun, sees, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'PUT',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Update a note in a discussion on ${noun}`,
      sees,
      params: { ...named, ...discussion, ...noteId, body: comment.body },
      dotted,
      answers: { one: noteEntity },
    },
    (context) => {
      const { world, params, view, now } = context
      const discussed = on(context)
      const note = noteOf(world, discussed, params)
      refuseUneditableNote(view.situation, note)
      return refuseInvalidNote(() => changeNote(world, discussed, note, params.body ?? '', now))
    },
  )
}

function remove({ path, noun, sees, named, dotted, on }: DiscussionPlace) {
  return operation(
    {
      ...common,
      method: 'DELETE',
      unmodifiedSince: 'record',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Delete a note in a discussion on ${noun}`,
      sees,
      params: { ...named, ...discussion, ...noteId },
      dotted,
      answers: { status: 204 },
    },
    (context) => {
      const { world, params, view } = context
      const note = noteOf(world, on(context), params)
      refuseUneditableNote(view.situation, note)
      removeNote(world, context.unmodified(note))
    },
  )
}

interface Named {
  readonly discussion_id: string | null
  readonly note_id: number | null
}

function noteOf(world: World, { kind, row }: NoteTarget, { discussion_id, note_id }: Named): Note {
  const note = world.notes.get(note_id ?? 0)
  if (
    note?.noteable !== kind ||
    note.noteableId !== row.id ||
    note.projectId !== row.projectId ||
    note.discussionId !== discussion_id
  )
    throw recordNotFound()
  return note
}

export const listCommitComments = operation(
  {
    ...common,
    method: 'GET',
    path: `${ofCommit.path}/comments`,
    summary: 'List the comments on a commit',
    auth: 'public',
    sees: 'see_repository',
    needs: 'read_code',
    params: ofCommit.named,
    dotted: ofCommit.dotted,
    answers: { many: commitCommentEntity },
  },
  (context) => {
    const { row } = ofCommit.on(context)
    return commentList({ world: context.world, kind: 'Commit', id: row.id, sees: () => true }, row.projectId)
  },
)

export const addCommitComment = operation(
  {
    ...common,
    method: 'POST',
    path: `${ofCommit.path}/comments`,
    summary: 'Add a comment to a commit, or to a line of its diff',
    sees: 'see_repository',
    needs: 'comment_commit',
    params: {
      ...ofCommit.named,
      note: required(string({ atMost: 1_000_000 })),
      path: string({ about: 'Path of the commented file' }),
      line: integer({ about: 'Line number; required with `path`' }),
      line_type: withDefault(oneOf(['new', 'old']), 'new'),
    },
    dotted: ofCommit.dotted,
    answers: { status: 201, one: commitCommentEntity },
  },
  function* (context): Steps<Note> {
    const { world, caller, params, view, now, drawText } = context
    const on = ofCommit.on(context)
    if (params.path && params.line == null) throw invalid('line is missing')
    const position = params.path ? linePosition(world, String(on.row.id), params.path, params) : null
    const note = {
      author: caller.user as User,
      internal: false,
      discussionId: discussionId(drawText),
      ...(position !== null && { position, type: 'DiffNote' as const }),
    }
    return withWords(
      yield* commentOther(view.situation, on, params.note, (body) =>
        refuseInvalidNote(() => addNote(world, on, { ...note, body }, now)),
      ),
      (errors) => message(400, `Failed to save note ${errors}`),
    )
  },
)

/** The commented line, if the diff of the commit has it; otherwise the comment is on the whole commit. */
function linePosition(
  world: World,
  sha: string,
  path: string,
  { line, line_type }: { readonly line?: number | null | undefined; readonly line_type: 'new' | 'old' },
): NotePosition | null {
  const [parent = sha] = readCommit(objectsOf(world), sha).parents
  const position = {
    baseSha: parent,
    startSha: parent,
    headSha: sha,
    oldPath: path,
    newPath: path,
    oldLine: line_type === 'old' ? (line ?? null) : null,
    newLine: line_type === 'new' ? (line ?? null) : null,
  }
  return isInDiff(world, position) ? position : null
}
