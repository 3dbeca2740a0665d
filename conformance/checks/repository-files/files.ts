import { check } from '../../kit/check.ts'
import { answers, has, textIn } from '../../kit/expect.ts'

export const write = check({
  id: 'repository-files/write',
  says: 'Creating a file answers 201, updating it 200 and deleting it 204; an existing path and an outdated `last_commit_id` of an update or a deletion answer 400',
  source:
    'repository-files#create, repository-files#update, repository-files#delete, repository-files#exists, repository-files#last-commit-id, repository-files#delete-last-commit, repository-files#start-branch',
  level: 'should',
  covers: ['POST', 'PUT', 'DELETE', 'GET'].map((verb) => `${verb} /projects/:id/repository/files/:file_path`),
  needs: { repository: true },
  holds: async ({ call, project }) => {
    const at = { id: project.id, file_path: 'docs/a file.md' }
    const write = (commit_message: string) => ({ ...at, branch: project.branch, commit_message })
    const one = (verb: string) => `${verb} /projects/:id/repository/files/:file_path`
    const written = { author_email: 'carol@example.com', author_name: 'Carol', execute_filemode: true }
    const created = await call(one('POST'), { ...write('Add it'), ...written, content: 'first\n' })
    answers(created, 201, { file_path: at.file_path, branch: project.branch })
    const twice = await call(one('POST'), { ...write('Add it'), content: 'first\n' })
    answers(twice, 400, { message: 'A file with this name already exists' })
    const shown = async (ref = project.branch) => call(one('GET'), { ...at, ref })
    const first = (await shown()).row()
    has(first, { content: btoa('first\n'), encoding: 'base64', size: 6, execute_filemode: true })
    const change = { ...write('Change it'), content: btoa('second\n'), encoding: 'base64' }
    const since = await call(one('PUT'), { ...change, last_commit_id: textIn(first, 'last_commit_id') })
    answers(since, 200)
    has((await shown()).row(), { content: btoa('second\n') })
    const late = await call(one('PUT'), { ...change, last_commit_id: textIn(first, 'last_commit_id') })
    answers(late, 400)
    const known = textIn(first, 'last_commit_id')
    answers(await call(one('DELETE'), { ...write('Delete it'), last_commit_id: known }), 400)
    const elsewhere = { ...write('Delete it'), branch: 'without', start_branch: project.branch }
    answers(await call(one('DELETE'), elsewhere), 204)
    answers(await shown('without'), 404, { message: '404 File Not Found' })
    answers(await shown(), 200)
    answers(await call(one('DELETE'), write('Delete it')), 204)
    answers(await shown(), 404, { message: '404 File Not Found' })
    const again = {
      ...write('Again'),
      branch: 'again',
      start_branch: 'without',
      encoding: 'text',
      last_commit_id: '',
    }
    answers(await call(one('POST'), { ...again, content: 'third\n' }), 201)
    has((await shown('again')).row(), { content: btoa('third\n'), execute_filemode: false })
  },
})
