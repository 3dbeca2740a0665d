import { append } from '../../lib/lists.ts'
import { failed, systemReason } from '../failure.ts'

/** JSON of the API, as far as it is looked at. */
export type Fields = { readonly [name: string]: unknown }

/** Reads the API and the repositories of a deployment, with one token. */
export class Deployment {
  readonly #base: string
  readonly #token: string | undefined

  constructor(url: string, token: string | undefined) {
    this.#base = url.replace(/\/+$/, '')
    this.#token = token
  }

  /** One record; undefined where it is missing or hidden. Throws a CliFailure where nobody answers. */
  async one(path: string): Promise<Fields | undefined> {
    const reply = await this.#asked(path)
    return reply.ok ? ((await reply.json()) as Fields) : undefined
  }

  /** All rows of a list, page by page, up to a number; none where it is missing or hidden. */
  async all(path: string, most = Number.POSITIVE_INFINITY): Promise<readonly Fields[]> {
    const rows: Fields[] = []
    const mark = path.includes('?') ? '&' : '?'
    for (let page = '1'; page !== '' && rows.length < most; ) {
      const reply = await this.#asked(`${path}${mark}per_page=100&page=${page}`)
      if (!reply.ok) return rows
      append(rows, (await reply.json()) as Fields[])
      page = reply.headers.get('x-next-page') ?? ''
    }
    return rows.slice(0, most)
  }

  /** A request below the address of a repository, as git makes it over HTTP. Throws a CliFailure. */
  async git(project: string, path: string, body?: Uint8Array): Promise<Uint8Array> {
    const secret = Buffer.from(`oauth2:${this.#token}`).toString('base64')
    const headers = {
      ...(this.#token === undefined ? {} : { Authorization: `Basic ${secret}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-git-upload-pack-request' }),
    }
    const sent = body === undefined ? {} : { method: 'POST', body: body as BodyInit }
    const reply = await this.#fetched(`/${project}.git${path}`, { headers, ...sent })
    if (!reply.ok) throw failed(`--from: the repository of ${project} cannot be fetched: ${reply.status}`)
    return new Uint8Array(await reply.arrayBuffer())
  }

  #asked(path: string): Promise<Response> {
    const headers = this.#token === undefined ? {} : { 'Private-Token': this.#token }
    return this.#fetched(`/api/v4${path}`, { headers })
  }

  // A redirect would take the token elsewhere.
  async #fetched(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#base}${path}`, { ...init, redirect: 'error' })
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown }
      throw failed(`--from: ${this.#base} does not answer: ${systemReason(cause ?? error)}`)
    }
  }
}
