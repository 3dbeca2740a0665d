import { numberIn } from '../kit/expect.ts'
import { arranged, type Stage } from '../run/stage.ts'

/** A private snippet of the project, as the paths of its notes name it. */
export async function createdSnippet({ call, project }: Stage) {
  const snippet = { title: 'Talked about', visibility: 'private', file_name: 'a.txt', content: 'a' }
  const row = arranged(await call('POST /projects/:id/snippets', { id: project.id, ...snippet }))
  return { id: project.id, noteable_id: numberIn(row, 'id') }
}
