import { contributorEntity } from '../../entities/contributor.ts'
import { compareNames } from '../../git/tree-order.ts'
import { since } from '../../lib/dialect.ts'
import { type Contributor, contributorsOf } from '../../model/repository/contributors.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { oneOf, string, withDefault } from '../../protocol/params.ts'
import { reading } from './params.ts'

const orders = ['email', 'name', 'commits'] as const

export const listRepositoryContributors = operation(
  {
    ...reading,
    path: '/projects/:id/repository/contributors',
    summary: 'List the contributors of a repository',
    params: {
      order_by: withDefault(oneOf(orders), 'commits'),
      sort: withDefault(oneOf(['asc', 'desc']), 'asc'),
      ref: since(
        'repository#later-contributors-ref',
        string({ about: 'Branch or tag; default: the default branch' }),
      ),
    },
    answers: { many: contributorEntity },
  },
  ({ world, project, params }) => {
    const compare = orderings[params.order_by]
    const sign = params.sort === 'desc' ? -1 : 1
    // Ties: the latest committer first, in both directions.
    return listingOf(
      [...contributorsOf(world, project, params.ref || project.defaultBranch)].sort(
        (a, b) => sign * compare(a, b),
      ),
    )
  },
)

const orderings: { readonly [order in (typeof orders)[number]]: (a: Contributor, b: Contributor) => number } =
  {
    email: (a, b) => compareNames(folded(a.email), folded(b.email)),
    name: (a, b) => compareNames(folded(a.name), folded(b.name)),
    commits: (a, b) => a.commits - b.commits,
  }

// The service folds the letters of ASCII and no others.
function folded(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
