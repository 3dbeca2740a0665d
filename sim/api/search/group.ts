import { operation } from '../../protocol/operation.ts'
import { oneOf, required } from '../../protocol/params.ts'
import { answersFor } from './answers.ts'
import { engineParams, filterParams, groupScopes, laterParams, searching, searchParams } from './params.ts'
import { search, searchChanges } from './search.ts'

export const searchGroup = operation(
  {
    ...searching,
    path: '/groups/:id/search',
    aliases: ['/groups/:id/-/search'],
    summary: 'Search a group and its subgroups',
    params: {
      ...searchParams,
      scope: required(oneOf(groupScopes)),
      ...filterParams,
      ...laterParams,
      ...engineParams,
    },
    subject: 'group',
    decides: searchChanges,
    answers: answersFor(groupScopes),
  },
  (context) => search(context, { group: context.group }),
)
