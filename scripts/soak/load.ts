import { randomBytes } from 'node:crypto'
import { type Agent, request } from 'undici'
import { packOfFiles, pushOf } from '../../sim/smart-http/testing/packs.ts'
import { uploading } from '../../sim/testing/multipart.ts'

/** Where the load goes, and how much of it was answered. */
export interface Target {
  readonly url: string
  readonly agent: Agent
  answered: number
  /** Nobody asks while the heap is looked at: a server that stands still resets its connections. */
  held: Promise<void>
  /** Answers that nobody expects, by what was asked. */
  readonly odd: Map<string, number>
}

interface Asked {
  readonly user?: string
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** One client: whatever it makes, it deletes again, so that nothing of it should stay. */
export class Client {
  readonly #target: Target
  readonly #name: string
  #cycle = 0

  constructor(target: Target, name: string) {
    this.#target = target
    this.#name = name
  }

  async cycle(): Promise<void> {
    const name = `${this.#name}-${++this.#cycle}`
    const made = await this.#json('POST', '/projects', {
      body: { name, initialize_with_readme: true, visibility: 'public' },
    })
    const at = `/projects/${made.id}`
    await this.#work(at, name)
    await this.#branches(at, name)
    await this.#copies(at, name)
    await this.#remove(made)
  }

  // What people do: issues, merge requests with pipelines, notes, uploads, and reading all of it.
  async #work(at: string, name: string): Promise<void> {
    const yaml = { action: 'create', file_path: '.gitlab-ci.yml', content: 'test:\n  script: sleep 5\n' }
    await this.#commit(at, { branch: 'main' }, [yaml])
    for (const branch of ['one', 'two'])
      await this.#commit(at, { branch, start_branch: 'main' }, [large(`${branch}.bin`)])
    const source = { source_branch: 'one', target_branch: 'main', title: name }
    const { iid } = await this.#json('POST', `${at}/merge_requests`, { body: source })
    await this.#ask('POST', `${at}/merge_requests/${iid}/notes`, { body: { body: `See ${name}` } })
    await this.#ask('PUT', `${at}/merge_requests/${iid}/rebase`)
    await this.#ask('PUT', `${at}/merge_requests/${iid}/merge`, { body: { squash: true } })
    for (const title of ['first', 'second']) {
      const issue = await this.#json('POST', `${at}/issues`, { body: { title, labels: name } })
      await this.#ask('PUT', `${at}/issues/${issue.iid}`, { body: { state_event: 'close' } })
    }
    const file = { field: 'file', name: 'large.bin', bytes: randomBytes(100_000) }
    const { headers, body } = uploading({}, file)
    await this.#ask('POST', `${at}/uploads`, { headers: headers as Asked['headers'] & object, body })
    await this.#ask('POST', `${at}/wikis`, { body: { title: name, content: name.repeat(500) } })
    await this.#ask('POST', `${at}/releases`, { body: { tag_name: 'v1', ref: 'main', description: name } })
    await this.#ask('PUT', `${at}/packages/generic/${name}/1.0.0/large.bin`, { body: randomBytes(50_000) })
    for (const list of [
      '/projects/1/issues?per_page=50',
      `${at}/merge_requests/${iid}/changes`,
      `${at}/repository/commits`,
      `/projects/1/search?scope=blobs&search=${name}`,
      `${at}/pipelines`,
      '/groups/1/merge_requests',
      `${at}/repository/archive.tar.gz`,
    ])
      await this.#ask('GET', list)
  }

  // Pushes, histories that are written over, branches that go.
  async #branches(at: string, name: string): Promise<void> {
    const { url, headers, body } = pushOf(packOfFiles(30, name), name)
    await this.#send('POST', url, { headers, body })
    for (let again = 0; again < 3; again++)
      await this.#commit(at, { branch: 'two', start_branch: 'main', force: true }, [large(`${again}.bin`)])
    await this.#ask('DELETE', `${at}/repository/branches/two`)
    await this.#ask('DELETE', `/projects/alice%2Fdotfiles/repository/branches/${name}`)
  }

  // Forks, exports, and imports of what was exported.
  async #copies(at: string, name: string): Promise<void> {
    const fork = await this.#json('POST', `${at}/fork`, {
      body: { path: `${name}-fork`, name: `${name}-fork` },
    })
    await this.#ask('POST', `${at}/export`)
    for (let polled = 0; polled < 8; polled++) await this.#ask('GET', `${at}/export`)
    const archive = await this.#ask('GET', `${at}/export/download`)
    if (archive.status === 200) {
      const file = { field: 'file', name: 'export.tar.gz', bytes: archive.bytes }
      const { headers, body } = uploading({ path: `${name}-import` }, file)
      const made = await this.#ask('POST', '/projects/import', {
        headers: headers as Asked['headers'] & object,
        body,
      })
      for (let polled = 0; polled < 8; polled++) await this.#ask('GET', `${at}`)
      if (made.status === 201) await this.#remove(JSON.parse(made.bytes.toString()))
    }
    await this.#remove(fork)
  }

  #remove({ id }: { readonly id: number }) {
    return this.#ask('DELETE', `/projects/${id}`)
  }

  #commit(at: string, where: object, actions: readonly object[]) {
    return this.#ask('POST', `${at}/repository/commits`, {
      body: { ...where, commit_message: 'Change files', actions },
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: of answers of every shape a few attributes are read.
  async #json(method: string, path: string, asked?: Asked): Promise<any> {
    return JSON.parse((await this.#ask(method, path, asked)).bytes.toString())
  }

  #ask(method: string, path: string, { body, headers = {} }: Asked = {}) {
    const isJson = body !== undefined && !(body instanceof Uint8Array)
    return this.#send(method, `/api/v4${path}`, {
      headers: {
        'private-token': 'alice-token',
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : body,
    })
  }

  async #send(method: string, path: string, { headers, body }: Asked) {
    const { url, agent, odd } = this.#target
    await this.#target.held
    const reply = await request(`${url}${path}`, {
      method: method as 'GET',
      dispatcher: agent,
      headers: { ...headers },
      body: (body ?? null) as string | Buffer | null,
    })
    const bytes = Buffer.from(await reply.body.arrayBuffer())
    this.#target.answered += 1
    const about = `${method} ${path.replaceAll(/\d+/g, 'N').replace(/\?.*/, '')} ${reply.statusCode}`
    if (reply.statusCode >= 400) odd.set(about, (odd.get(about) ?? 0) + 1)
    return { status: reply.statusCode, bytes }
  }
}

function large(file_path: string): object {
  return { action: 'create', file_path, content: randomBytes(20_000).toString('base64'), encoding: 'base64' }
}
