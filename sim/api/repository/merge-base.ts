import { commitEntity } from '../../entities/commit.ts'
import { octopusBase } from '../../git/merge/base-octopus.ts'
import { commitOf } from '../../model/branches/branches.ts'
import { commitNamed } from '../../model/repository/project-objects.ts'
import { objectsOf } from '../../model/repository/repository.ts'
import { operation } from '../../protocol/operation.ts'
import { required, stringList } from '../../protocol/params.ts'
import { message, notFound } from '../../protocol/refusal.ts'
import { reading } from './params.ts'

export const getMergeBase = operation(
  {
    ...reading,
    path: '/projects/:id/repository/merge_base',
    summary: 'Get the merge base of two or more commits',
    params: { refs: required(stringList({ about: 'Branches, tags or commits, at least two' })) },
    answers: { one: commitEntity },
  },
  ({ world, project, params: { refs } }) => {
    if (refs.length < 2) throw message(400, 'Provide at least 2 refs')
    const named = new Map(refs.map((ref) => [ref, commitNamed(world, project, ref)] as const))
    const unknown = [...named].filter(([, id]) => id === undefined).map(([ref]) => ref)
    if (unknown.length > 0)
      throw message(400, `Could not find ${unknown.length === 1 ? 'ref' : 'refs'}: ${unknown.join(', ')}`)
    const ids = [...named.values()].filter((id) => id !== undefined)
    const base = octopusBase(objectsOf(world), ids)
    if (base === undefined) throw notFound('Merge Base')
    return commitOf(world, project, base)
  },
)
