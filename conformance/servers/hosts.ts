import type { RemoteRepository } from './git.ts'
import type { Answering, RemoteAnswer } from './side.ts'

/** What two kinds of hosts tell of one repository; the addresses are those of the place where it is served. */

/** When all of it was made. */
export const madeAt = '2023-05-01T09:00:00Z'

const at = madeAt
const TOKEN = 'token-of-afar'

// git of hosts asks for a name and a password, and takes a request for a pack by its type alone.
function lent(repository: RemoteRepository, call: Parameters<Answering>[0]): ReturnType<Answering> {
  const { method, headers, body } = call
  if (headers.authorization === undefined)
    return { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' }, body: '' }
  const wrong =
    method === 'POST' &&
    (body.length === 0 || headers['content-type'] !== 'application/x-git-upload-pack-request')
  return wrong ? { status: 415, headers: {}, body: '' } : repository.answering(call)
}

/** The credential that opens them. */
export const remoteToken = TOKEN

/** What a host is asked for, by path; a function is given the address of the place. */
export type Pages = (url: string) => { readonly [path: string]: unknown }

/** What the hosted service has: two labels on two pages, a milestone, two issues, one of them closed, and a pull request. */
export const hostedRepository = {
  number: 7,
  fullName: 'somebody/tools',
  name: 'tools',
  labels: ['bug', 'idea'],
  milestones: ['1.0'],
  issues: ['It breaks', 'It could fly'],
  pulls: ['Tell the news'],
  notes: ['Here too.'],
} as const

const hosted = (url: string, isPrivate: boolean): ReturnType<Pages> => {
  const { number, fullName, name, labels, milestones, issues, pulls, notes } = hostedRepository
  const api = `/api/v3/repos/${fullName}`
  const said = { body: null, created_at: at, labels: [], milestone: null }
  return {
    [`/api/v3/repositories/${number}`]: {
      id: number,
      name,
      full_name: fullName,
      private: isPrivate,
      description: 'From afar',
      size: 2048,
      default_branch: 'main',
      created_at: at,
      clone_url: `${url}/${fullName}.git`,
    },
    [`${api}/labels`]: [{ name: labels[0], color: 'd9534f', description: null }],
    [`${api}/labels?page=2`]: [{ name: labels[1], color: '5cb85c', description: 'Not yet' }],
    [`${api}/milestones`]: [
      {
        title: milestones[0],
        description: null,
        state: 'open',
        due_on: '2023-06-01T00:00:00Z',
        created_at: at,
      },
    ],
    [`${api}/issues`]: [
      {
        ...said,
        number: 3,
        title: issues[0],
        body: 'Often.',
        state: 'closed',
        closed_at: at,
        labels: [{ name: labels[0] }],
        milestone: { title: milestones[0] },
      },
      { ...said, number: 4, title: issues[1], state: 'open' },
      // Pull requests are among the issues there.
      { ...said, number: 5, title: pulls[0], state: 'open', pull_request: {} },
    ],
    [`${api}/issues/comments`]: [{ issue_url: `${url}${api}/issues/3`, body: notes[0], created_at: at }],
    [`${api}/pulls/comments`]: [],
    [`${api}/pulls`]: [
      {
        ...said,
        number: 5,
        title: pulls[0],
        state: 'open',
        merged_at: null,
        head: { ref: 'topic' },
        base: { ref: 'main' },
      },
    ],
  }
}

/** What is otherwise at the hosted service: its pages, and whether its repository is private. */
export interface HostedOptions {
  /** Its git knows no repository. */
  readonly withoutGit?: boolean
  readonly isPrivate?: boolean
  readonly instead?: Pages
}

/** The hosted service. It refuses other tokens, and what is asked for too often. */
export function hostedService(
  repository: RemoteRepository,
  url: () => string,
  { isPrivate = false, withoutGit = false, instead = () => ({}) }: HostedOptions = {},
): Answering {
  return (call) => {
    const { path, headers } = call
    if (path.includes('.git/'))
      return withoutGit ? json(404, { message: 'Not Found' }) : lent(repository, call)
    if (headers.authorization?.includes('limited')) return json(429, { message: 'API rate limit exceeded' })
    if (path.includes('/assets/'))
      return { status: 200, headers: { 'content-type': 'image/png' }, body: 'picture' }
    if (headers.authorization !== `token ${TOKEN}`) return json(401, { message: 'Bad credentials' })
    const pages = { ...hosted(url(), isPrivate), ...instead(url()) }
    const [plain = ''] = path.split('?', 1)
    const second = `${plain}?page=2`
    if (path.includes('page=2') && second in pages) return json(200, pages[second])
    if (!(plain in pages)) return json(404, { message: 'Not Found' })
    const link = second in pages ? { link: `<${url()}${second}>; rel="next"` } : {}
    return json(200, pages[plain], link)
  }
}

/** What the self-hosted server has. */
export const servedRepository = {
  key: 'SRC',
  slug: 'tools',
  pulls: ['Tell the news'],
  declined: 'Not now',
  /** On the open one, the earliest first; the third is answered by the last. */
  comments: [said(0, 'Why?'), said(1, 'Good.'), said(2, 'Better so.'), said(3, 'Indeed.')],
  /** When the second one was changed. */
  editedAt: Date.parse(at) + 90_000,
} as const

const servedPages: Pages = (url) => {
  const served = servedRepository
  const { key, slug, pulls, declined } = served
  const api = `/rest/api/1.0/projects/${key}/repos/${slug}`
  return {
    [api]: {
      slug,
      name: slug,
      description: 'Of the server',
      public: true,
      project: { key },
      links: { clone: [{ name: 'http', href: `${url}/scm/${key}/${slug}.git` }] },
    },
    [`${api}/default-branch`]: { displayId: 'main' },
    [`${api}/pull-requests`]: {
      isLastPage: true,
      values: [
        {
          id: 1,
          title: pulls[0],
          description: null,
          state: 'OPEN',
          createdDate: Date.parse(at),
          fromRef: { displayId: 'topic' },
          toRef: { displayId: 'main' },
        },
        {
          id: 2,
          title: declined,
          description: null,
          state: 'DECLINED',
          createdDate: Date.parse(at) + 1000,
          closedDate: Date.parse(at) + 60_000,
          fromRef: { displayId: 'topic' },
          toRef: { displayId: 'main' },
        },
      ],
    },
    [`${api}/pull-requests/2/activities`]: { isLastPage: true, values: [] },
    [`${api}/pull-requests/1/activities`]: {
      isLastPage: false,
      nextPageStart: 25,
      values: [
        {
          action: 'COMMENTED',
          comment: { ...comment(8, served.comments[2]), comments: [comment(9, served.comments[3])] },
        },
        {
          action: 'COMMENTED',
          comment: { ...comment(7, served.comments[1]), updatedDate: served.editedAt },
        },
      ],
    },
    [`${api}/pull-requests/1/activities?start=25`]: {
      isLastPage: true,
      values: [{ action: 'COMMENTED', comment: comment(6, served.comments[0]) }, { action: 'OPENED' }],
    },
  }
}

function said(n: number, text: string) {
  return { text, at: Date.parse(at) + n * 1000 }
}

function comment(id: number, { text, at: createdDate }: { readonly text: string; readonly at: number }) {
  return { id, text, createdDate }
}

/** The self-hosted server, which lets in whoever knows the token. */
export function hostedServer(repository: RemoteRepository, url: () => string): Answering {
  return (call) => {
    if (call.path.includes('.git/')) return lent(repository, call)
    if (!passwordIn(call.headers.authorization).endsWith(`:${TOKEN}`)) return json(401, { errors: [] })
    const [plain = '', query = ''] = call.path.split('?')
    const from = /(?:^|&)start=([1-9]\d*)/.exec(query)?.[1]
    const page = servedPages(url())[from === undefined ? plain : `${plain}?start=${from}`]
    return page === undefined ? json(404, { errors: [] }) : json(200, page)
  }
}

function passwordIn(authorization = ''): string {
  const [scheme, told = ''] = authorization.split(' ')
  return scheme === 'Basic' ? atob(told) : ''
}

function json(
  status: number,
  body: unknown,
  headers: { readonly [name: string]: string } = {},
): RemoteAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
