import { commit, forkOf } from '../../arrange/records.ts'
import { headOf, propose, suggest } from '../../arrange/suggestions.ts'
import { check } from '../../kit/check.ts'
import { answers, equals, numberIn } from '../../kit/expect.ts'
import { arranged, expectArranged, type Stage } from '../../run/stage.ts'
import { isDefaultMessage } from './default-message.ts'

const apply = 'PUT /suggestions/:id/apply'

const batch = 'PUT /suggestions/batch_apply'

const needs = { repository: true } as const

const own = 'Apply 1 suggestion(s) to 1 file(s)'

async function message(stage: Stage, commit_message: string | undefined): Promise<string> {
  const proposal = await propose(stage, 'edit', { 'docs/song.txt': 'one\n' })
  const edit = { path: 'docs/song.txt', from: 1, to: 1, lines: ['ONE'] }
  const id = numberIn(await suggest(stage, proposal, edit), 'id')
  answers(await stage.call(apply, { id, commit_message }), 200)
  return String((await headOf(stage, 'edit')).message).trimEnd()
}

export const commitMessage = check({
  id: 'suggestions/commit-message',
  says: 'The commit has the message that is sent, with its placeholders replaced, and else the default message',
  source: 'suggestions#message, suggestions#placeholders',
  level: 'must',
  covers: [apply],
  needs,
  each: () => [
    undefined,
    '',
    'Mine',
    '%{branch_name}: %{file_paths}',
    '%{suggestions_count} of %{files_count}, %{unknown}',
    '%{project_path}',
    '%{project_name}',
    '%{username}, %{user_full_name}',
  ],
  holds: async (stage, text) => {
    const { username, name } = stage.user('owner')
    const path = stage.project.path.split('/').at(-1) ?? ''
    const called = { id: stage.project.id, name: `Called ${path}` }
    expectArranged(await stage.call('PUT /projects/:id', called, { as: 'owner' }))
    const expected = (text || own)
      .replace('%{branch_name}', 'edit')
      .replace('%{file_paths}', 'docs/song.txt')
      .replace('%{suggestions_count}', '1')
      .replace('%{files_count}', '1')
      .replace('%{project_path}', path)
      .replace('%{project_name}', called.name)
      .replace('%{username}', username)
      .replace('%{user_full_name}', name)
    const actual = await message(stage, text)
    if (text) equals('the message', actual, expected)
    else await isDefaultMessage(stage, actual, expected)
  },
})

export const projectCommitMessage = check({
  id: 'suggestions/project-commit-message',
  says: "The project's `suggestion_commit_message` is used unless a message is sent",
  source: 'suggestions#message, suggestions#placeholders',
  level: 'must',
  covers: [apply],
  needs,
  each: () => [
    [undefined, 'Reviewed docs/song.txt'] as const,
    ['', 'Reviewed docs/song.txt'] as const,
    ['Mine', 'Mine'] as const,
  ],
  holds: async (stage, [text, expected]) => {
    const template = { id: stage.project.id, suggestion_commit_message: 'Reviewed %{file_paths}' }
    expectArranged(await stage.call('PUT /projects/:id', template, { as: 'owner' }))
    equals('the message', await message(stage, text), expected)
  },
})

export const commitMessagePaths = check({
  id: 'suggestions/commit-message-paths',
  says: '`%{file_paths}` in a commit message lists the paths in order, each once',
  source: 'suggestions#placeholders',
  level: 'should',
  covers: [batch],
  needs,
  holds: async (stage) => {
    const files = { 'b.txt': 'one\ntwo\n', 'a/z.txt': 'one\n' }
    const proposal = await propose(stage, 'edit', files)
    const ids: number[] = []
    for (const [path, line] of [
      ['b.txt', 2],
      ['a/z.txt', 1],
      ['b.txt', 1],
    ] as const) {
      const edit = { path, from: line, to: line, lines: [`new ${line}`] }
      ids.push(numberIn(await suggest(stage, proposal, edit), 'id'))
    }
    const commit_message = '%{suggestions_count}: %{file_paths}'
    answers(await stage.call(batch, { ids, commit_message }), 200)
    equals('the message', String((await headOf(stage, 'edit')).message).trimEnd(), '3: a/z.txt, b.txt')
  },
})

export const forkCommitMessage = check({
  id: 'suggestions/fork-commit-message',
  says: 'A suggestion on a merge request from a fork is committed to the fork, with the message of the target project and its name and path',
  source: 'suggestions#message, suggestions#placeholders, suggestions#one-commit',
  level: 'should',
  covers: [apply],
  needs: { ...needs, role: 'reporter', project: 'public' },
  holds: async (stage) => {
    const { call, project } = stage
    const suggestion_commit_message = '%{project_path} %{project_name}: %{branch_name} by %{username}'
    const template = { id: project.id, suggestion_commit_message }
    expectArranged(await call('PUT /projects/:id', template, { as: 'owner' }))
    const id = numberIn(await forkOf(stage, 'reporter'), 'id')
    const change = { project: id, branch: 'edit', from: project.branch, path: 'song.txt', content: 'one\n' }
    await commit(stage, { ...change, as: 'reporter' })
    const refs = { title: 'Edit', source_branch: 'edit', target_branch: project.branch }
    const proposal = await call('POST /projects/:id/merge_requests', {
      ...{ id, target_project_id: project.id },
      ...refs,
    })
    const iid = numberIn(arranged(proposal), 'iid')
    const edit = { path: 'song.txt', from: 1, to: 1, lines: ['ONE'] }
    const suggestion = await suggest(stage, { iid, branch: 'edit' }, edit, 'owner')
    answers(await call(apply, { id: numberIn(suggestion, 'id') }), 200)
    const head = await call('GET /projects/:id/repository/commits/:sha', { id, sha: 'edit' })
    const expected = `project The project: edit by ${stage.user('reporter').username}`
    equals('the message', String(head.row().message).trimEnd(), expected, head)
    await call('DELETE /projects/:id', { id })
  },
})
