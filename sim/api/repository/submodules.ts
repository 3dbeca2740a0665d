import { commitDetailEntity } from '../../entities/commit.ts'
import { entryAt } from '../../git/tree.ts'
import { branchNamed, commitOf } from '../../model/branches/branches.ts'
import { isEmpty } from '../../model/repository/new-commit.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'
import { nonBlankString, required, string } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { commitTo } from '../shared/pushing.ts'

export const updateSubmodule = operation(
  {
    method: 'PUT',
    path: '/projects/:id/repository/submodules/:submodule',
    summary: 'Update the commit of a submodule',
    subject: 'project',
    needs: 'push_code',
    params: {
      submodule: required(string({ about: 'Path of the submodule' })),
      commit_sha: required(string({ about: 'Commit that the submodule is set to' })),
      branch: required(nonBlankString({ about: 'Branch to commit to' })),
      commit_message: string(),
    },
    dotted: ['submodule'],
    answers: { one: commitDetailEntity },
    refuses: [400],
    beyond: true,
  },
  function* ({ world, project, params, view }) {
    const { submodule: path, commit_sha: commit, branch } = params
    if (isEmpty(world, project)) throw message(400, 'The repository is empty')
    if (!path || !/^[0-9a-f]{40}$/.test(commit ?? '')) throw message(400, 'Invalid parameters')
    const head = branchNamed(world, project, branch)?.head
    if (head !== undefined) {
      const entry = entryAt(objectsOf(world), head.commit.tree, path)
      if (entry?.type !== 'commit') throw message(400, 'Invalid submodule path')
      if (entry.id === commit) throw message(400, `The submodule ${path} is already at ${commit}`)
    }
    const id = yield* commitTo(view.situation, project, {
      branch,
      commitMessage: params.commit_message || `Update submodule ${path} with oid ${commit}`,
      changes: [{ action: 'submodule', path: path ?? '', commit: commit ?? '' }],
    })
    return commitOf(world, project, id)
  },
)
