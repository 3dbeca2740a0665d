import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installed } from '../testing/installed.ts'
import { run } from '../testing/run.ts'
import { callsOf, servedClient } from '../testing/served.ts'

const { folder, found } = await installed('@gitbeaker/cli@43.8.0')

describe.skipIf(folder === undefined)(`@gitbeaker/cli (${found})`, () => {
  const here = servedClient('gitbeaker-cli')

  async function gb(token: string, ...words: readonly string[]) {
    const program = join(folder ?? '', 'node_modules/@gitbeaker/cli/dist/index.mjs')
    const env = { GITBEAKER_HOST: here.server.url, GITBEAKER_TOKEN: token }
    const { out, err, status } = await run(process.execPath, [program, ...words], { env })
    return {
      status,
      said: `${out}${err}`,
      json: out.startsWith('{') || out.startsWith('[') ? JSON.parse(out) : undefined,
    }
  }

  test('reads, creates and deletes', async () => {
    const one = await gb('alice-token', 'projects', 'show', '--project-id=acme/webapp')
    expect(one.json, one.said).toMatchObject({ path_with_namespace: 'acme/webapp' })
    const made = await gb('alice-token', 'projects', 'create', '--name=Shop')
    expect(made.json, made.said).toMatchObject({ path_with_namespace: 'alice/shop' })
    const id = made.json.id
    const issue = await gb('alice-token', 'issues', 'create', `--project-id=${id}`, '--title=Slow')
    expect(issue.json, issue.said).toMatchObject({ title: 'Slow', project_id: id })
    await gb('alice-token', 'projects', 'remove', `--project-id=${id}`)
    expect(callsOf(here.sim, 'mallory').get(`/projects/${id}`).status).toBe(404)
  })

  test('says why it was refused', async () => {
    const { said } = await gb('mallory-token', 'projects', 'show', '--project-id=1')
    expect(said).toContain('404 Project Not Found')
  })
})
