import { externalImportStartedEntity } from '../../entities/external-project.ts'
import { authorityOf, changed, since } from '../../lib/dialect.ts'
import { MEGABYTE, readableSize } from '../../lib/readable-size.ts'
import type {
  ExternalHostRefusal,
  ExternalRepositoryDetails,
} from '../../model/external-import/hosts/external-repository.ts'
import type { OptionalStages } from '../../model/external-import/optional-stages.ts'
import { callFault } from '../../model/hooks/outbound-rules.ts'
import { type Namespace, namespaceAt } from '../../model/projects/create-project.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, hash, integer, nonBlankString, oneOf, required, string } from '../../protocol/params.ts'
import { Refusal } from '../../protocol/refusal.ts'
import {
  errors,
  isSourceOn,
  lookUpRepository,
  mayImportInto,
  type Refusals,
  source,
  startExternalImport,
  timeoutStrategy,
} from './start.ts'

const pageSizes = Array.from({ length: 100 }, (_, index) => index + 1)

const refusals: Refusals = {
  hostRefused({ status, message: reason }: ExternalHostRefusal) {
    if (status === 429) throw new Refusal(429, { error: 'Too Many Requests' })
    const code = status === undefined ? '' : ` (HTTP ${status})`
    throw new Refusal(422, errors(`Import failed due to a GitHub error: ${reason}${code}`))
  },
  rowRefused(sentences) {
    throw new Refusal(422, errors(sentences.join(', ')))
  },
}

export const importFromExtgit = operation(
  {
    method: 'POST',
    path: '/import/extgit',
    aliases: ['/import/github'],
    summary: 'Import a repository from a hosted git service',
    params: {
      personal_access_token: required(string({ about: 'Personal access token of the host' })),
      repo_id: required(integer({ about: 'ID of the repository on the host' })),
      target_namespace: required(
        nonBlankString({ about: 'Full path of an existing group or user namespace' }),
      ),
      new_name: string({ about: 'Name of the project; default: that of the repository' }),
      extgit_hostname: string({ about: 'URL of a self-managed host; default: the public one' }),
      github_hostname: string({ about: 'Same as `extgit_hostname`' }),
      optional_stages: hash({
        single_endpoint_issue_events_import: boolean(),
        single_endpoint_notes_import: boolean(),
        attachments_import: boolean(),
        collaborators_import: since('external-import#later-collaborators', boolean()),
      }),
      timeout_strategy: timeoutStrategy,
      pagination_limit: since(
        'external-import#later-pagination',
        oneOf(pageSizes, { about: 'Rows that the host is asked for at once' }),
      ),
    },
    callsOut: true,
    decides: [
      changed('external-import#later-host-of-api', { before: false, after: true }),
      changed('external-import#later-host-alone', { before: false, after: true }),
    ],
    answers: { status: 201, one: externalImportStartedEntity },
    refuses: [400, 403, 422, 429],
    source,
  },
  ({ world, params, view, drawText, requestId, callOut }) => {
    const { situation, dialect } = view
    const hostname = params.extgit_hostname ?? params.github_hostname ?? null
    const url = hostname === '' ? null : hostname
    if (url !== null && callFault(world, url) !== undefined)
      throw new Refusal(400, errors(`Invalid URL: ${url}`))
    const namespace = namespaceNamed(world, params.target_namespace)
    if (!mayImportInto(situation, dialect, namespace))
      throw new Refusal(422, errors('This namespace has already been taken! Please choose another one.'))
    const remote = {
      kind: 'remote',
      host: 'extgit',
      url,
      repository: String(params.repo_id ?? ''),
      username: null,
      accessToken: params.personal_access_token ?? '',
      stages: stagesIn(params.optional_stages ?? {}),
      ...(params.pagination_limit != null && { pageSize: params.pagination_limit }),
    } as const
    const about = lookUpRepository(world, remote, callOut, refusals)
    refuseSize(world, about)
    if (!isSourceOn(world, 'github')) throw new Refusal(403, errors(['github import source is disabled']))
    const importType = authorityOf(dialect) === 'real' ? 'github' : 'extgit'
    const wanted = { namespace, name: params.new_name, remote, about, importType }
    return startExternalImport({ situation, dialect, drawText, requestId }, wanted, refusals)
  },
)

interface StageParams {
  readonly single_endpoint_issue_events_import?: boolean | null | undefined
  readonly single_endpoint_notes_import?: boolean | null | undefined
  readonly attachments_import?: boolean | null | undefined
  readonly collaborators_import?: boolean | null | undefined
}

function stagesIn(wished: StageParams): OptionalStages {
  return {
    events: wished.single_endpoint_issue_events_import === true,
    notes: wished.single_endpoint_notes_import === true,
    attachments: wished.attachments_import === true,
    collaborators: wished.collaborators_import === true,
  }
}

// Found by its path, never created.
function namespaceNamed(world: World, path: string): Namespace {
  const found = namespaceAt(world, path.replace(/^\/+/, ''))
  if (found === undefined)
    throw new Refusal(422, errors('Namespace or group to import repository into does not exist.'))
  return found
}

function refuseSize(world: World, { name, bytes }: ExternalRepositoryDetails): void {
  const limit = Number(settingInForce(world, 'repository_size_limit') ?? 0)
  if (limit > 0 && bytes > limit * MEGABYTE)
    throw new Refusal(
      422,
      errors(`"${name}" size (${readableSize(bytes)}) is larger than the limit of ${limit} MB.`),
    )
}
