import { equals } from '../kit/expect.ts'
import { isRow, type Json, parseJson, type Row } from '../kit/json.ts'
import { textOfBytes } from '../oracle/archive.ts'
import { expectArranged, type Stage } from '../run/stage.ts'

/** What a webhook of the throw-away project was told, in the order in which it came. */
export interface ToldHook {
  /** The events of a kind, once there are as many; `kind` is what they call it themselves. */
  events(kind: string, wanted?: (told: readonly Row[]) => boolean): Promise<readonly Row[]>
}

/** A webhook of the throw-away project, which the suite answers itself, for these kinds of events alone. */
export async function toldHook(stage: Stage, kinds: readonly string[]): Promise<ToldHook> {
  const place = await stage.remote(() => ({ status: 200 }))
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, true]))
  const wish = { id: stage.project.id, url: `${place.url}/hook`, push_events: false, ...chosen }
  expectArranged(await stage.call('POST /projects/:id/hooks', wish, { as: 'owner' }))
  const told = (kind: string) =>
    place.heard.flatMap(({ headers, body }) => {
      const payload = parseJson(textOfBytes(body))
      if (!isRow(payload) || payload.object_kind !== kind) return []
      equals(
        `the header of an event of the kind ${kind}`,
        headers['x-gitlab-event'] ?? null,
        headerOf(payload),
      )
      return [payload]
    })
  return {
    events: (kind, wanted = (rows) => rows.length > 0) =>
      stage.until(async () => told(kind), wanted, {
        seconds: 60,
        reason: `the target takes too long to tell a webhook of the kind ${kind}`,
      }),
  }
}

const headers: { readonly [kind: string]: string } = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  merge_request: 'Merge Request Hook',
  pipeline: 'Pipeline Hook',
  build: 'Job Hook',
  release: 'Release Hook',
}

function headerOf({ object_kind, event_type }: Row): string {
  const name = headers[String(object_kind)] ?? ''
  return String(event_type).startsWith('confidential_') ? `Confidential ${name}` : name
}

/** A time in any of the forms in which the service writes it. */
export function instantOf(time: Json | undefined): number | null {
  return typeof time === 'string' ? Date.parse(time.replace(/ UTC$/, 'Z').replace(/^(\S+) /, '$1T')) : null
}

/** What events tell of the project in which they happen, of a project as it shows itself. */
export function projectTold(shown: Row): Row {
  const levels: { readonly [name: string]: number } = { private: 0, internal: 10, public: 20 }
  const [page, ssh, git] = [shown.web_url, shown.ssh_url_to_repo, shown.http_url_to_repo].map(
    (it) => it ?? null,
  )
  return {
    id: shown.id ?? null,
    name: shown.name ?? null,
    description: shown.description ?? null,
    avatar_url: shown.avatar_url ?? null,
    web_url: page as Json,
    homepage: page as Json,
    git_ssh_url: ssh as Json,
    ssh_url: ssh as Json,
    url: ssh as Json,
    git_http_url: git as Json,
    http_url: git as Json,
    visibility_level: levels[String(shown.visibility)] ?? null,
    path_with_namespace: shown.path_with_namespace ?? null,
    default_branch: shown.default_branch ?? null,
  }
}

/** What events tell of a user, as a record shows who made it. */
export function userTold(shown: Json | undefined): Row {
  const { id = null, name = null, username = null, avatar_url = null } = isRow(shown) ? shown : {}
  return { id, name, username, avatar_url }
}

/** What events tell of a commit, as the commit shows itself. */
export function commitTold(shown: Row): Row {
  return {
    id: shown.id ?? null,
    message: shown.message ?? null,
    title: shown.title ?? null,
    url: shown.web_url ?? null,
    author: { name: shown.author_name ?? null, email: shown.author_email ?? null },
  }
}
