import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import type { PlainReply } from '../../sim/index.ts'
import { type Served, serve } from '../../sim/smart-http/testing/served.ts'
import type { Campaign } from './campaign.ts'

const BRANCHES = ['main', 'topic', 'deep/er', 'other']
const PATHS = ['a', 'b.txt', 'dir/a', 'dir/b/c', 'dir.x', 'dir0', 'zo\u00eb \u6570']

type Step =
  | { readonly kind: 'commit'; readonly path: string; readonly content: string; readonly executable: boolean }
  | { readonly kind: 'checkout' | 'merge' | 'push' | 'delete'; readonly branch: string }
  | { readonly kind: 'tag'; readonly name: string; readonly message: string | undefined }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'api'; readonly about: ApiStep }

/** What the API writes into a repository. */
interface ApiStep {
  readonly call: 'commit' | 'tag' | 'cherry-pick' | 'revert' | 'merge-request' | 'changelog'
  readonly action: 'create' | 'update' | 'move' | 'delete' | 'chmod'
  readonly branch: string
  readonly path: string
  readonly other: string
  readonly text: string
}

/** Pushes of the real git and writes of the API in any order: `git fsck` finds nothing wrong with what is cloned. */
export function pushes(): Campaign<readonly Step[]> {
  const serving = serve()
  let count = 0
  return {
    name: 'pushes',
    says: 'pushes of the real git and writes of the API, after which `git fsck` is clean',
    inputs: fc.array(step, { minLength: 1, maxLength: 10 }),
    size: 6,
    attempt: async (steps) => {
      const served = await serving
      const mixture = new Mixture(served, `mixed${++count}`)
      try {
        return await mixture.checked(steps)
      } finally {
        mixture.remove()
      }
    },
    // Other processes run meanwhile.
    turns: 'free',
    close: async () => (await serving).close(),
  }
}

/** A project, and the repository beside it from which is pushed. */
class Mixture {
  readonly #served: Served
  readonly #name: string

  constructor(served: Served, name: string) {
    this.#served = served
    this.#name = name
  }

  async checked(steps: readonly Step[]): Promise<string | undefined> {
    const name = this.#name
    this.#api('POST', '/projects', { name })
    const address = this.#served.address(`root/${name}.git`, 'root-token')
    await this.#served.git('.', 'init', '-q', '-b', 'main', name)
    await this.#git('remote', 'add', 'origin', address)
    await this.#begin()
    for (const step of steps) {
      const wrong = await this.#take(step)
      if (wrong !== undefined) return wrong
    }
    await this.#git('push', '-q', '--force', '--all', 'origin')
    await this.#git('push', '-q', '--force', '--tags', 'origin')
    const cloned = await this.#served.git('.', 'clone', '-q', '--mirror', address, `${name}-mirror`)
    if (!cloned.ok) return `the clone failed: ${cloned.said}`
    const { ok, out, said } = await this.#served.git(`${name}-mirror`, 'fsck', '--strict', '--no-progress')
    return ok && !/error|missing|broken/.test(out + said) ? undefined : `git fsck: ${out}${said}`
  }

  /** Two branches, so that most of what follows has something to work on. */
  async #begin(): Promise<void> {
    this.#file({ path: 'a', content: 'a\n', executable: false })
    this.#file({ path: 'dir/a', content: 'one\ntwo\n', executable: true })
    await this.#git('add', '-A')
    await this.#git('commit', '-q', '-m', 'Begin')
    await this.#git('checkout', '-q', '-b', 'topic')
    this.#file({ path: 'b.txt', content: 'b', executable: false })
    await this.#git('add', '-A')
    await this.#git('commit', '-q', '-m', 'Go on\n\nChangelog: added')
    await this.#git('push', '-q', 'origin', 'main', 'topic')
  }

  #file({ path, content, executable }: Omit<Extract<Step, { kind: 'commit' }>, 'kind'>): void {
    const file = join(this.#served.folder, this.#name, path)
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content, { mode: executable ? 0o755 : 0o644 })
    } catch {
      // A file stands where a folder is wanted, or the other way round: then there is nothing new.
    }
  }

  /** Removes the folders. The project stays: another attempt may have been given up, and still be about its own. */
  remove(): void {
    for (const name of [this.#name, `${this.#name}-mirror`])
      rmSync(join(this.#served.folder, name), { recursive: true, force: true })
  }

  async #take(step: Step): Promise<string | undefined> {
    switch (step.kind) {
      case 'commit': {
        this.#file(step)
        await this.#git('add', '-A')
        await this.#git('commit', '-q', '--allow-empty', '-m', `Write ${step.path}`)
        return undefined
      }
      case 'checkout':
        await this.#git('checkout', '-q', '-B', step.branch)
        return undefined
      case 'merge':
        await this.#git(
          'merge',
          '-q',
          '-s',
          'ours',
          '--allow-unrelated-histories',
          '-m',
          'Merge',
          step.branch,
        )
        return undefined
      case 'tag':
        await this.#git('tag', '-f', ...(step.message === undefined ? [] : ['-m', step.message]), step.name)
        return undefined
      case 'fetch':
        await this.#git('fetch', '-q', '--prune', 'origin', '+refs/heads/*:refs/heads/*')
        return undefined
      case 'push':
      case 'delete': {
        const ref = step.kind === 'push' ? `+${step.branch}:${step.branch}` : `:${step.branch}`
        const { said } = await this.#git('push', '-q', '--tags', 'origin', ref)
        return /fatal: (?:protocol|the remote end|early EOF)|HTTP [45]\d\d/.test(said)
          ? `git push ${ref}: ${said}`
          : undefined
      }
      case 'api': {
        const status = this.#write(step.about)
        return status >= 500 ? `${step.about.call} answered ${status}` : undefined
      }
      default:
        return step satisfies never
    }
  }

  #write({ call, action, branch, path, other, text }: ApiStep): number {
    const project = `/projects/root%2F${this.#name}`
    const commit = { action, file_path: path, previous_path: other, content: text, execute_filemode: true }
    switch (call) {
      case 'commit':
        return this.#api('POST', `${project}/repository/commits`, {
          branch,
          commit_message: `Change ${text}`,
          actions: [commit],
        })
      case 'tag':
        return this.#api('POST', `${project}/repository/tags`, { tag_name: path, ref: branch, message: text })
      case 'cherry-pick':
      case 'revert': {
        const verb = call === 'revert' ? 'revert' : 'cherry_pick'
        return this.#api('POST', `${project}/repository/commits/${encodeURIComponent(other)}/${verb}`, {
          branch,
        })
      }
      case 'merge-request': {
        const wish = { source_branch: other, target_branch: branch, title: `Merge ${text}` }
        const created = this.#reply('POST', `${project}/merge_requests`, wish)
        if (created.status !== 201) return created.status
        const { iid } = JSON.parse(String(created.body)) as { readonly iid: number }
        const squash = action === 'update'
        return this.#api('PUT', `${project}/merge_requests/${iid}/merge`, { squash })
      }
      case 'changelog':
        return this.#api('POST', `${project}/repository/changelog`, {
          version: '1.0.0',
          branch,
          from: 'main',
          to: 'topic',
        })
      default:
        return call satisfies never
    }
  }

  #api(method: string, path: string, body: object): number {
    return this.#reply(method, path, body).status
  }

  #reply(method: string, path: string, body: object): PlainReply {
    return this.#served.simulator.handle({
      method,
      url: `/api/v4${path}`,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  #git(...args: string[]) {
    return this.#served.git(this.#name, ...args)
  }
}

const branch = fc.constantFrom(...BRANCHES)
const path = fc.constantFrom(...PATHS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      path,
      content: fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', '\n', 'long\n'.repeat(5000))),
      executable: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('checkout' as const, 'merge' as const, 'push' as const, 'delete' as const),
      branch,
    }),
  },
  fc.record({
    kind: fc.constant('tag' as const),
    name: fc.constantFrom('v1', 'v1.1', 'a/b'),
    message: fc.option(fc.constantFrom('One', 'Zo\u00eb\n\nand more'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('fetch' as const) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('api' as const),
      about: fc.record({
        call: fc.constantFrom(
          'commit',
          'commit',
          'commit',
          'tag',
          'cherry-pick',
          'revert',
          'merge-request',
          'changelog',
        ),
        action: fc.constantFrom('create', 'create', 'update', 'move', 'delete', 'chmod'),
        branch: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('main', 'topic') }, branch),
        path: fc.oneof(path, fc.constantFrom('a', 'dir/a')),
        other: fc.oneof(fc.constantFrom('topic', 'main', 'a', 'dir/a'), branch, path),
        text: fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('Zo\u00eb\r\n\u6570', '')),
      }),
    }),
  },
)
