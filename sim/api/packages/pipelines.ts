import { keepsPipelines, packagePipelineEntity, pipelinesKept } from '../../entities/package.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, oneOf, required, withDefault } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { inProject } from './params.ts'

const LARGEST_PAGE = 20
const sizes = Array.from({ length: LARGEST_PAGE }, (_, i) => i + 1)

export const listPackagePipelines = operation(
  {
    ...inProject,
    method: 'GET',
    path: '/projects/:id/packages/:package_id/pipelines',
    summary: 'List the pipelines that built a package',
    since: 'packages#later-list-of-pipelines',
    params: {
      package_id: required(integer()),
      per_page: withDefault(oneOf(sizes, { about: `Rows a page, at most ${LARGEST_PAGE}` }), LARGEST_PAGE),
    },
    subject: 'package',
    needs: 'read_package',
    decides: [pipelinesKept],
    answers: {
      many: packagePipelineEntity,
      paging: 'keyset',
      keyset: { by: 'cursor', orderBy: 'id', sort: 'desc' },
    },
    beyond: true,
    source: 'packages#later-list-of-pipelines',
  },
  ({ world, caller, project, package: it, view }) => {
    if (it.status !== 'default') throw message(404, 'Package not found')
    if (caller.token?.kind !== 'job' && keepsPipelines(view, project)) throw forbidden()
    const built = [...it.pipelineIds].sort((a, b) => b - a)
    return listingOf(built.flatMap((id) => world.pipelines.get(id) ?? []))
  },
)
