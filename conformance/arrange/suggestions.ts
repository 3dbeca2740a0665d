import type { Reply } from '../kit/client.ts'
import { numberIn, textIn } from '../kit/expect.ts'
import { Failure } from '../kit/finding.ts'
import { isRow, isRows, type Row } from '../kit/json.ts'
import { reasons } from '../oracle/suggestions.ts'
import { arranged, expectArranged, type Stage } from '../run/stage.ts'
import type { Who } from '../targets/target.ts'

export interface Files {
  readonly [path: string]: string
}

/** A merge request from a branch of its own whose files are new. */
export interface Proposal {
  readonly iid: number
  readonly branch: string
}

/** Lines of a file that a suggestion would replace, and what by. */
export interface Edit {
  readonly path: string
  /** First and last line, counted from 1; the note stands on the first. */
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/** Proposes new files in a merge request of the developer's. */
export async function propose(stage: Stage, branch: string, files: Files): Promise<Proposal> {
  const { project } = stage
  await write(stage, branch, files, 'create', project.branch)
  const params = {
    id: project.id,
    title: branch,
    source_branch: branch,
    target_branch: project.branch,
  }
  const as = writer(stage)
  const row = arranged(await stage.call('POST /projects/:id/merge_requests', params, { as }))
  return { iid: numberIn(row, 'iid'), branch }
}

/** Commits files to a branch; returns the commit's id. */
export async function write(
  stage: Stage,
  branch: string,
  files: Files,
  action: 'create' | 'update' | 'delete' = 'update',
  from?: string,
): Promise<string> {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
  const params = { id: stage.project.id, branch, commit_message: 'Change files', actions, start_branch: from }
  const as = writer(stage)
  const reply = await stage.call('POST /projects/:id/repository/commits', params, { as })
  return textIn(arranged(reply), 'id')
}

/** Makes a suggestion in a note on the diff; the reviewer does, who is the maintainer where there is one. */
export async function suggest(stage: Stage, proposal: Proposal, edit: Edit, as?: Who): Promise<Row> {
  const { path, from, to, lines } = edit
  const body = [`\`\`\`suggestion:-0+${to - from}`, ...lines, '```'].join('\n')
  const [suggestion] = await comment(stage, proposal, { path, line: from, body }, as)
  if (suggestion === undefined)
    throw new Failure({ title: 'a note on a diff made no suggestion', expected: 'one', actual: 'none' })
  return suggestion
}

/** Comments on a line of the new text of a file, and gives the suggestions that the note makes. */
export async function comment(
  stage: Stage,
  { iid }: Proposal,
  { path, line, body }: { readonly path: string; readonly line: number; readonly body: string },
  as: Who = reviewer(stage),
): Promise<readonly Row[]> {
  const request = { id: stage.project.id, merge_request_iid: iid }
  const refs = await diffRefs(stage, request)
  const position = { ...refs, position_type: 'text', new_path: path, old_path: path, new_line: line }
  const operation = 'POST /projects/:id/merge_requests/:merge_request_iid/discussions'
  const row = arranged(await stage.call(operation, { ...request, body, position }, { as }))
  const [note] = isRows(row.notes) ? row.notes : []
  return isRows(note?.suggestions) ? note.suggestions : []
}

type Refs = { readonly base_sha: string; readonly start_sha: string; readonly head_sha: string }

// A new merge request may take a moment to have a diff.
async function diffRefs(
  stage: Stage,
  request: { readonly id: number; readonly merge_request_iid: number },
): Promise<Refs> {
  const operation = 'GET /projects/:id/merge_requests/:merge_request_iid'
  const refs = await stage.until(
    async () => arranged(await stage.call(operation, request, { as: 'owner' })).diff_refs,
    (seen) => isRow(seen) && typeof seen.head_sha === 'string',
    { seconds: 10, reason: 'the merge request does not come to a diff' },
  )
  const [base_sha, start_sha, head_sha] = ['base_sha', 'start_sha', 'head_sha'].map((name) =>
    textIn(refs as Row, name),
  ) as [string, string, string]
  return { base_sha, start_sha, head_sha }
}

/** What a file of a branch says. */
export async function contentOf(stage: Stage, branch: string, path: string): Promise<string> {
  const params = { id: stage.project.id, file_path: path, ref: branch }
  const reply = await stage.call('GET /projects/:id/repository/files/:file_path', params, { as: 'owner' })
  expectArranged(reply)
  const bytes = Uint8Array.from(atob(textIn(reply.row(), 'content')), (byte) => byte.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** The latest commit of a branch. */
export async function headOf(stage: Stage, branch: string): Promise<Row> {
  const params = { id: stage.project.id, sha: branch }
  return arranged(await stage.call('GET /projects/:id/repository/commits/:sha', params, { as: 'owner' }))
}

/** Applies suggestions as soon as their notes have found their lines after a push, for which they are given some time. */
export async function applyInTime(stage: Stage, ids: readonly number[]): Promise<Reply> {
  const [id] = ids
  const apply = () =>
    ids.length === 1 && id !== undefined
      ? stage.call('PUT /suggestions/:id/apply', { id })
      : stage.call('PUT /suggestions/batch_apply', { ids })
  return stage.until(apply, (reply) => !reply.text.includes(reasons.moved), { seconds: 20 })
}

function writer(stage: Stage): Who {
  return stage.has('developer') ? 'developer' : 'owner'
}

function reviewer(stage: Stage): Who {
  return stage.has('maintainer') ? 'maintainer' : 'owner'
}
