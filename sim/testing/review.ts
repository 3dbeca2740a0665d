import type { Calls } from './calls.ts'

/** A merge request from a new branch of project 1, whose files are new. */
export interface Proposed {
  readonly iid: number
  readonly path: string
  readonly branch: string
  readonly sha: string
}

/** Proposes files in a merge request to `main`; carol does unless told. */
export function propose(calls: Calls, branch: string, files: { readonly [path: string]: string }): Proposed {
  const sha = commit(calls, branch, files, 'create', 'main')
  const request = { title: `Add ${branch}`, source_branch: branch, target_branch: 'main' }
  const { iid } = calls.post('/projects/1/merge_requests', request).json
  return { iid, path: `/projects/1/merge_requests/${iid}`, branch, sha }
}

export function commit(
  calls: Calls,
  branch: string,
  files: { readonly [path: string]: string },
  action: 'create' | 'update' | 'delete' = 'update',
  from?: string,
): string {
  const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
  const body = { branch, start_branch: from, commit_message: 'Change files', actions }
  const { status, json } = calls.post('/projects/1/repository/commits', body)
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json.id
}

/** Comments on a line of the new text of a file; answers the reply as it came. */
export function commentOn(calls: Calls, { path }: Proposed, file: string, line: number, body: string) {
  const { diff_refs } = calls.get(path).json
  const position = { ...diff_refs, position_type: 'text', new_path: file, old_path: file, new_line: line }
  return calls.post(`${path}/discussions`, { body, position })
}

/** Suggests other lines, and gives the id of the suggestion. */
export function suggestOn(
  calls: Calls,
  proposed: Proposed,
  file: string,
  line: number,
  lines: readonly string[],
  range = '',
): number {
  const body = [`\`\`\`suggestion${range}`, ...lines, '```'].join('\n')
  const reply = commentOn(calls, proposed, file, line, body)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.json))
  return reply.json.notes[0].suggestions[0].id
}

/** What a file of a branch says. */
export function contentOf(calls: Calls, branch: string, file: string): string {
  const path = `/projects/1/repository/files/${encodeURIComponent(file)}/raw?ref=${encodeURIComponent(branch)}`
  return new TextDecoder().decode(calls.get(path).body as Uint8Array)
}
