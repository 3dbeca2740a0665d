import type { CallOut, FarAnswer } from '../../../lib/outbound.ts'
import { isoTime } from '../../../time/calendar.ts'
import {
  buildScratchWorld,
  type ExternalMergeRequest,
  type ExternalProject,
} from '../../load/scratch-world.ts'
import {
  ExternalHostRefusal,
  type ExternalRepository,
  type ExternalRepositoryDetails,
} from './external-repository.ts'
import {
  basicAuthorization,
  getList,
  getObject,
  isRow,
  numberIn,
  type RestClient,
  type Row,
  rowIn,
  rowsIn,
  textIn,
} from './rest.ts'

export interface ServerLogin {
  readonly url: string
  readonly username: string
  readonly token: string
}

/** A repository of a self-hosted server: `KEY/slug`. */
export function extserverRepository(
  callOut: CallOut,
  { url, username, token }: ServerLogin,
  repository: string,
): ExternalRepository {
  const base = url.replace(/\/+$/, '')
  const [key = '', slug = ''] = repository.split('/').map(encodeURIComponent)
  const at = `${base}/rest/api/1.0/projects/${key}/repos/${slug}`
  const rest: RestClient = {
    callOut,
    headers: { Accept: 'application/json', Authorization: basicAuthorization(username, token) },
  }
  const found = () => getObject(rest, at)
  return {
    about: () => repositoryIn(found()),
    fetch: () => {
      const row = found()
      return buildScratchWorld(told(rest, at, row, { url: base, username, token }), callOut)
    },
  }
}

function repositoryIn(row: Row): ExternalRepositoryDetails {
  const slug = textIn(row, 'slug')
  const key = textIn(rowIn(row, 'project'), 'key')
  if (slug === null || key === null) throw new ExternalHostRefusal(200, 'the answer is no repository')
  return {
    fullName: `${key}/${slug}`,
    name: textIn(row, 'name') ?? slug,
    private: row.public !== true,
    bytes: 0,
  }
}

function told(
  rest: RestClient,
  at: string,
  row: Row,
  { url, username, token }: ServerLogin,
): ExternalProject {
  const { fullName, name } = repositoryIn(row)
  const all = (path: string) =>
    getList(rest, `${at}${path}${path.includes('?') ? '&' : '?'}limit=100&start=0`, nextPage, (json) =>
      isRow(json) ? (json.values ?? []) : json,
    )
  const http = rowsIn(rowIn(row, 'links'), 'clone').find(({ name: kind }) => kind === 'http')
  const description = textIn(row, 'description')
  const branch = askedForDefaultBranch(rest, at)
  return {
    project: { name, ...(description === null ? {} : { description }) },
    createdAt: '2020-01-01T00:00:00Z',
    defaultBranch: branch ?? 'main',
    cloneUrl: textIn(http, 'href') ?? `${url}/scm/${fullName}.git`,
    authorization: basicAuthorization(username, token),
    pulls: all('/pull-requests?state=ALL&order=OLDEST').map((pull) =>
      pullOf(pull, all(`/pull-requests/${numberIn(pull, 'id') ?? 0}/activities`)),
    ),
  }
}

function askedForDefaultBranch(rest: RestClient, at: string): string | null {
  try {
    return textIn(getObject(rest, `${at}/default-branch`), 'displayId')
  } catch (problem) {
    // An empty repository has none.
    if (problem instanceof ExternalHostRefusal) return null
    throw problem
  }
}

function nextPage({ body }: FarAnswer, url: string): string | undefined {
  const start = /"nextPageStart"\s*:\s*(\d{1,9})/.exec(new TextDecoder().decode(body))?.[1]
  return start === undefined ? undefined : url.replace(/start=\d+$/, `start=${start}`)
}

const states = { OPEN: 'opened', MERGED: 'merged', DECLINED: 'closed' } as const

function pullOf(pull: Row, activities: readonly Row[]): ExternalMergeRequest {
  const state = textIn(pull, 'state') ?? ''
  const at = timeOf(pull, 'createdDate')
  return {
    title: textIn(pull, 'title') ?? '',
    description: textIn(pull, 'description'),
    source: textIn(rowIn(pull, 'fromRef'), 'displayId') ?? '',
    target: textIn(rowIn(pull, 'toRef'), 'displayId') ?? '',
    state: Object.hasOwn(states, state) ? states[state as keyof typeof states] : 'opened',
    at,
    labels: [],
    milestone: null,
    notes: activities
      .filter(({ action }) => action === 'COMMENTED')
      .map((activity) => rowIn(activity, 'comment'))
      .map((comment) => ({ body: textIn(comment, 'text') ?? '', at: timeOf(comment, 'createdDate') }))
      .reverse(),
  }
}

// Milliseconds since 1970.
function timeOf(row: Row | undefined, name: string): string {
  return isoTime(numberIn(row, name) ?? 0)
}
