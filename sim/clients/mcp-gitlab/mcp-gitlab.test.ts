import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Server, Simulator } from '../../index.ts'
import { type Dialogue, dialogue } from '../testing/dialogue.ts'
import { installed } from '../testing/installed.ts'
import { callsOf, clientsSimulator } from '../testing/served.ts'

const { folder, found } = await installed('@zereight/mcp-gitlab@2.1.64')
const project_id = 'acme/webapp'

interface Told {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}

describe.skipIf(folder === undefined)(`@zereight/mcp-gitlab (${found})`, () => {
  let sim: Simulator
  let server: Server
  let carol: Dialogue
  beforeAll(async () => {
    sim = clientsSimulator()
    server = await sim.listen()
    carol = await spokenTo('carol-token')
  })
  afterAll(async () => {
    await carol?.end()
    await server.close()
  })

  async function spokenTo(token: string): Promise<Dialogue> {
    const program = join(folder ?? '', 'node_modules/@zereight/mcp-gitlab/build/index.js')
    const one = dialogue(program, {
      GITLAB_PERSONAL_ACCESS_TOKEN: token,
      GITLAB_API_URL: `${server.url}/api/v4`,
      GITLAB_TOOLSETS: 'all',
      USE_PIPELINE: 'true',
      USE_MILESTONE: 'true',
      USE_GITLAB_WIKI: 'true',
    })
    const clientInfo = { name: 'forgery', version: '1' }
    await one.ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo })
    one.tell('notifications/initialized')
    return one
  }

  /** What a tool gives, parsed; what it refuses is thrown. */
  // biome-ignore lint/suspicious/noExplicitAny: tools give answers of every shape.
  async function use(name: string, args: object, who = carol): Promise<any> {
    const { isError, content } = (await who.ask('tools/call', { name, arguments: args })) as Told
    const text = content.map((part) => part.text).join('')
    if (isError) throw new Error(text)
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }

  test('tells its tools', async () => {
    const { tools } = (await carol.ask('tools/list')) as { readonly tools: readonly { name: string }[] }
    expect(tools.map(({ name }) => name)).toContain('create_merge_request')
  })

  test('lists merge requests and reads one', async () => {
    const opened = await use('list_merge_requests', { project_id, state: 'opened', per_page: 100 })
    const known = callsOf(sim, 'carol').get('/projects/1/merge_requests?state=opened&per_page=100').json
    const iids = (rows: readonly { readonly iid: number | string }[]) => rows.map(({ iid }) => Number(iid))
    expect(iids(opened)).toEqual(iids(known))
    const [{ iid, title }] = known
    const one = await use('get_merge_request', { project_id, merge_request_iid: String(iid) })
    expect(one.title).toBe(title)
  })

  test('opens a merge request for what it pushed, talks about it and closes it', async () => {
    const ours = { project_id, branch: 'by-a-model' }
    await use('create_branch', { ...ours, ref: 'main' })
    const files = [
      { file_path: 'model/a.txt', content: 'a\n' },
      { file_path: 'model/b.txt', content: 'b\n' },
    ]
    await use('push_files', { ...ours, commit_message: 'Add a and b', files })
    const change = { file_path: 'model/a.txt', content: 'a!\n', commit_message: 'Mean it' }
    await use('create_or_update_file', { ...ours, ...change })
    const wish = { title: 'By a model', source_branch: ours.branch, target_branch: 'main' }
    const { iid } = await use('create_merge_request', { project_id, ...wish })
    const at = { project_id, merge_request_iid: String(iid) }
    const changed = await use('list_merge_request_changed_files', at)
    expect(changed.map(({ new_path }: { new_path: string }) => new_path)).toEqual([
      'model/a.txt',
      'model/b.txt',
    ])
    await use('update_merge_request', { ...at, labels: ['model'] })
    await use('create_merge_request_note', { ...at, body: 'Please look' })
    await use('create_merge_request_thread', { ...at, body: 'Why a?' })
    const talk = await use('mr_discussions', at)
    expect(JSON.stringify(talk)).toMatch(/Please look.*Why a\?/)
    await use('update_merge_request', { ...at, state_event: 'close' })
    expect(callsOf(sim, 'carol').get(`/projects/1/merge_requests/${iid}`).json).toMatchObject({
      state: 'closed',
      labels: ['model'],
      author: { username: 'carol' },
    })
  })

  test.each([
    ['create_issue', { title: 'Slow' }, 'Slow'],
    ['list_issues', { state: 'opened' }, 'opened'],
    ['get_file_contents', { file_path: 'README.md', ref: 'main' }, 'README.md'],
    ['get_repository_tree', { path: 'src' }, 'src/'],
    ['list_commits', { ref_name: 'main' }, 'author_name'],
    ['get_commit_diff', { sha: 'main' }, 'new_path'],
    ['get_file_blame', { file_path: 'README.md', ref: 'main' }, 'lines'],
    ['get_branch_diffs', { from: 'v1.0.0', to: 'v1.1.0' }, 'diffs'],
    ['search_project_code', { search: 'function' }, 'project_id'],
    ['create_label', { name: 'model-made', color: '#112233' }, 'model-made'],
    ['create_wiki_page', { title: 'Models', content: 'Welcome' }, 'Models'],
    ['list_milestones', {}, 'title'],
    ['list_tags', {}, 'v1.0.0'],
    ['list_deployments', {}, 'environment'],
    ['create_pipeline', { ref: 'by-a-model' }, 'by-a-model'],
    ['list_pipelines', {}, 'status'],
    ['validate_ci_lint', { content: 'build: {script: [make]}' }, 'valid'],
    ['list_environments', {}, 'name'],
    ['list_project_members', {}, 'access_level'],
    ['get_project_events', {}, ''],
  ])('%s', async (name, args, expected) => {
    expect(JSON.stringify(await use(name, { project_id, ...args }))).toContain(expected)
  })

  test('tells why it was refused', async () => {
    const elsewhere = { project_id: 'root/secret' }
    await expect(use('list_merge_requests', elsewhere)).rejects.toThrow('404')
    await expect(use('list_webhooks', { project_id })).rejects.toThrow('403')
    const wrong = await spokenTo('wrong')
    await expect(use('list_merge_requests', { project_id }, wrong)).rejects.toThrow('401')
    await wrong.end()
  })
})
