import { operation } from '../../protocol/operation.ts'
import { oneOf, required } from '../../protocol/params.ts'
import { answersFor } from './answers.ts'
import { filterParams, groupScopes, laterParams, regex, searching, searchParams } from './params.ts'
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
      ...regex,
    },
    subject: 'group',
    decides: searchChanges,
    answers: answersFor(groupScopes),
  },
  (context) => search(context, { group: context.group }),
)
