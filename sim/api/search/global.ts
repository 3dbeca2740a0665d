import { operation } from '../../protocol/operation.ts'
import { oneOf, required } from '../../protocol/params.ts'
import { answersFor } from './answers.ts'
import { engineParams, filterParams, globalScopes, laterParams, searching, searchParams } from './params.ts'
import { search, searchChanges } from './search.ts'

export const searchInstance = operation(
  {
    ...searching,
    path: '/search',
    summary: 'Search the instance',
    params: {
      ...searchParams,
      scope: required(oneOf(globalScopes)),
      ...filterParams,
      ...laterParams,
      ...engineParams,
    },
    decides: searchChanges,
    answers: answersFor(globalScopes),
  },
  (context) => {
    context.header('Content-Transfer-Encoding', 'binary')
    return search(context, {})
  },
)
