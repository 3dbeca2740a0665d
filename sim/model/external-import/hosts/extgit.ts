import type { CallOut } from '../../../lib/outbound.ts'
import {
  buildScratchWorld,
  EXTERNAL_USER,
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
  nextLink,
  numberIn,
  type RestClient,
  type Row,
  rowIn,
  rowsIn,
  textIn,
} from './rest.ts'

/** A repository of a hosted service at a given address, by its number. */
export function extgitRepository(
  callOut: CallOut,
  url: string,
  repository: string,
  token: string,
): ExternalRepository {
  const root = `${url.replace(/\/+$/, '')}/api/v3`
  const rest: RestClient = {
    callOut,
    headers: { Accept: 'application/vnd.github+json', Authorization: `token ${token}` },
  }
  const found = () => getObject(rest, `${root}/repositories/${encodeURIComponent(repository)}`)
  return {
    about: () => repositoryIn(found()),
    fetch: () => {
      const row = found()
      return buildScratchWorld(told(rest, `${root}/repos/${repositoryIn(row).fullName}`, row, token), callOut)
    },
  }
}

function repositoryIn(row: Row): ExternalRepositoryDetails {
  const fullName = textIn(row, 'full_name')
  const name = textIn(row, 'name')
  if (fullName === null || name === null) throw new ExternalHostRefusal(200, 'the answer is no repository')
  // It counts in kibibytes.
  return { fullName, name, private: row.private === true, bytes: (numberIn(row, 'size') ?? 0) * 1024 }
}

function told(rest: RestClient, at: string, row: Row, token: string): ExternalProject {
  const all = (path: string) =>
    getList(rest, `${at}${path}${path.includes('?') ? '&' : '?'}per_page=100`, nextLink)
  const issues = all('/issues?state=all&sort=created&direction=asc')
  const comments = all('/issues/comments').concat(all('/pulls/comments'))
  const labels = all('/labels')
  const createdAt = textIn(row, 'created_at') ?? '2020-01-01T00:00:00Z'
  const { description, fullName } = { description: textIn(row, 'description'), ...repositoryIn(row) }
  return {
    project: {
      name: fullName.split('/').at(-1) ?? fullName,
      ...(description === null ? {} : { description }),
      labels: titled(labels, 'name').map((label) => ({
        title: textIn(label, 'name') ?? '',
        color: `#${textIn(label, 'color') ?? '6699cc'}`,
        ...(textIn(label, 'description') ? { description: textIn(label, 'description') ?? '' } : {}),
      })),
      milestones: titled(all('/milestones?state=all'), 'title').map((milestone) => ({
        title: textIn(milestone, 'title') ?? '',
        description: textIn(milestone, 'description') ?? '',
        state: milestone.state === 'closed' ? ('closed' as const) : ('active' as const),
        ...(textIn(milestone, 'due_on') ? { dueOn: (textIn(milestone, 'due_on') ?? '').slice(0, 10) } : {}),
        createdAt: textIn(milestone, 'created_at') ?? createdAt,
      })),
      issues: issues
        .filter(({ pull_request }) => pull_request === undefined || pull_request === null)
        .map((issue) => ({
          iid: numberIn(issue, 'number') ?? 1,
          ...wordsOf(issue),
          author: EXTERNAL_USER,
          labels: labelsOf(issue),
          ...(rowIn(issue, 'milestone')
            ? { milestone: textIn(rowIn(issue, 'milestone'), 'title') ?? '' }
            : {}),
          createdAt: textIn(issue, 'created_at') ?? createdAt,
          history:
            issue.state === 'closed'
              ? [
                  {
                    action: 'closed' as const,
                    by: EXTERNAL_USER,
                    at: textIn(issue, 'closed_at') ?? createdAt,
                  },
                ]
              : [],
          notes: commentsOn(comments, 'issues', numberIn(issue, 'number'), createdAt).map((note) => ({
            author: EXTERNAL_USER,
            ...note,
          })),
        })),
    },
    createdAt,
    defaultBranch: textIn(row, 'default_branch') ?? 'main',
    cloneUrl: textIn(row, 'clone_url') ?? '',
    authorization: basicAuthorization(token, 'x-oauth-basic'),
    pulls: all('/pulls?state=all&sort=created&direction=asc').map((pull) =>
      pullOf(pull, comments, createdAt),
    ),
  }
}

function pullOf(pull: Row, comments: readonly Row[], createdAt: string): ExternalMergeRequest {
  const merged = textIn(pull, 'merged_at') !== null
  const { title, description = null } = wordsOf(pull)
  const number = numberIn(pull, 'number')
  return {
    title,
    description,
    source: textIn(rowIn(pull, 'head'), 'ref') ?? '',
    target: textIn(rowIn(pull, 'base'), 'ref') ?? '',
    state: merged ? 'merged' : pull.state === 'closed' ? 'closed' : 'opened',
    at: textIn(pull, 'merged_at') ?? textIn(pull, 'created_at') ?? createdAt,
    labels: labelsOf(pull),
    milestone: textIn(rowIn(pull, 'milestone'), 'title'),
    notes: [
      ...commentsOn(comments, 'issues', number, createdAt),
      ...commentsOn(comments, 'pulls', number, createdAt),
    ],
  }
}

function wordsOf(row: Row): { readonly title: string; readonly description?: string } {
  const body = textIn(row, 'body')
  return { title: textIn(row, 'title') ?? '', ...(body === null ? {} : { description: body }) }
}

function labelsOf(row: Row): readonly string[] {
  return rowsIn(row, 'labels').flatMap((label) => textIn(label, 'name') ?? [])
}

// Duplicates would get the same name.
function titled(rows: readonly Row[], name: string): readonly Row[] {
  return [...new Map(rows.map((row) => [textIn(row, name), row])).values()]
}

function commentsOn(
  comments: readonly Row[],
  kind: 'issues' | 'pulls',
  number: number | null,
  createdAt: string,
) {
  const address = new RegExp(`/${kind}/${number}$`)
  return comments
    .filter((comment) =>
      address.test(textIn(comment, kind === 'issues' ? 'issue_url' : 'pull_request_url') ?? ''),
    )
    .map((comment) => ({
      body: textIn(comment, 'body') ?? '',
      at: textIn(comment, 'created_at') ?? createdAt,
    }))
}
