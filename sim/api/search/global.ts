import { operation } from '../../protocol/operation.ts'
import { oneOf, required } from '../../protocol/params.ts'
import { answersFor } from './answers.ts'
import { filterParams, globalScopes, laterParams, regex, searching, searchParams } from './params.ts'
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
      ...regex,
    },
    decides: searchChanges,
    answers: answersFor(globalScopes),
  },
  (context) => {
    context.header('Content-Transfer-Encoding', 'binary')
    return search(context, {})
  },
)
