import { differs } from '../../lib/dialect.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, required, string } from '../../protocol/params.ts'
import { answersFor } from './answers.ts'
import {
  advancedScopes,
  engineParams,
  projectFilterParams,
  projectScopes,
  searching,
  searchParams,
} from './params.ts'
import { search } from './search.ts'

const ref = string({
  about: 'Branch or tag to search for `blobs` and `commits`; default: the default branch',
})

export const searchProject = operation(
  {
    ...searching,
    path: '/projects/:id/search',
    aliases: ['/projects/:id/-/search'],
    summary: 'Search a project',
    params: {
      ...searchParams,
      scope: required(oneOf(projectScopes)),
      ref,
      ...projectFilterParams,
      ...engineParams,
    },
    subject: 'project',
    answers: answersFor(projectScopes, [...advancedScopes, 'users']),
    refuses: [differs('F12', { specification: 400, real: undefined })],
  },
  (context) => search(context, { project: context.project }),
)
