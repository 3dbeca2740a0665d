import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inRoot } from '../../scripts/root.ts'
import { executablePath, launched, missing, pageOf } from '../../scripts/testing/chromium.ts'
import type { Server, Simulator } from '../index.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Audited {
  readonly axe: {
    run(options: { readonly runOnly?: readonly string[]; readonly resultTypes: readonly string[] }): Promise<{
      readonly violations: readonly { readonly id: string }[]
    }>
  }
}

describe.skipIf(executablePath === undefined)(`the inspector (${executablePath ?? missing})`, () => {
  let browser: Browser
  // Each server has an address of its own, so that nothing of the one before is found. A page for each would start a process.
  let page: Page
  let sim: Simulator
  let server: Server
  let strangers: string[]

  beforeAll(async () => {
    browser = await launched()
    page = await pageOf(browser)
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) strangers.push(request.url())
    })
    page.on('console', (message) => {
      // Chromium tells of every refused call; the page does so itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        strangers.push(message.text())
    })
    page.on('pageerror', (error) => strangers.push(error.message))
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    // The built one, which has the page.
    const { createSimulator } = (await import(inRoot('dist/sim/index.js'))) as typeof import('../index.ts')
    sim = createSimulator()
    server = await sim.listen()
    strangers = []
    await page.goto(`${server.url}/_forgery/`)
  })
  afterEach(async () => {
    // It would ask the server again and again, and tell of the next one.
    await page.goto('about:blank')
    await server.close()
    expect(strangers).toEqual([])
  })

  const api = (method: string, path: string, body?: unknown, user = 'alice') =>
    fetch(`${server.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': `${user}-token`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).click()
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const open = (text: string) =>
    page
      .getByLabel('file')
      .setInputFiles({ name: 'report.html', mimeType: 'text/html', buffer: Buffer.from(text) })
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  test('requests appear as they are made, are filtered, and nothing of them is markup', async () => {
    await api('GET', '/version?<img src=x onerror=alert(1)>')
    await page.getByRole('link', { name: '/api/v4/version?' }).waitFor()
    await api('GET', '/projects/8', undefined, 'mallory')
    await link('/api/v4/projects/8').waitFor()
    await page.getByLabel('status').selectOption('4xx')
    await page.getByText('1 of 2 requests').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByLabel('status').selectOption('all')
    await page.keyboard.press('Escape')
    await button('clear').click()
    await page.getByText('0 of 0 requests').waitFor()
  })

  test('a refused request tells why, and can be opened with keys alone', async () => {
    await api('POST', '/projects/1/milestones', { title: 'v2' }, 'erin')
    await link('/api/v4/projects/1/milestones').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await region('Why').getByText('it takes the role reporter in acme/webapp, and @erin is guest').waitFor()
    await region('Request').getByText('"title": "v2"').waitFor()
    await region('Reply').getByText('403 Forbidden').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
  })

  test('a write shows what it changed, is replayed, copied and undone', async () => {
    await api('PUT', '/projects/1/milestones/5', { title: 'Renamed' })
    await link('/api/v4/projects/1/milestones/5').click()
    await region('Changes of milestones 5').getByText('Renamed').waitFor()
    await button('replay').click()
    await page.getByText(/^Request 2 at/).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    await button('copy as curl').click()
    await page.getByText('copied').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain('curl -s -X PUT "$FORGERY_URL/api/v4/projects/1/milestones/5"')
    expect(command).not.toContain('alice-token')
    await page.goBack()
    await page.getByText(/^Request 1 at/).waitFor()
    await button('rewind to before it').click()
    await page.getByText('0 of 0 requests').waitFor()
    expect(sim.world.table('milestones')?.get(5)).not.toMatchObject({ title: 'Renamed' })
  })

  test('the clock goes to the job that is due next', async () => {
    await api('POST', '/projects/1/pipeline', { ref: 'main' })
    await view('time')
    await page.getByText('pipeline 42 becomes running').waitFor()
    await button('advance to the next job').click()
    await page.getByText('pipeline 42 becomes running').waitFor({ state: 'detached' })
    expect(sim.world.table('pipelines')?.get(42)).toMatchObject({ status: 'running' })
    await page.getByLabel('by', { exact: true }).fill('nonsense')
    await button('advance').click()
    await page.getByRole('alert').getByText('nonsense').waitFor()
  })

  test('the tree leads to a project, to an issue of it, and from its ids to people', async () => {
    await view('world')
    await link('acme/webapp').click()
    await button('Members').click()
    await page.getByRole('row', { name: '@bob maintainer' }).waitFor()
    await button('Issues').click()
    await region('Issues').getByRole('link').first().click()
    await page
      .getByRole('row', { name: /^authorId users/ })
      .getByRole('link')
      .click()
    await page.getByRole('row', { name: /^username / }).waitFor()
  })

  test('a row is edited through the API as an administrator, and the edit is undone', async () => {
    const title = () => (sim.world.table('issues')?.get(1) as { readonly title: string } | undefined)?.title
    const before = title()
    await page.goto(`${server.url}/_forgery/#/rows/issues/1`)
    await link('edit').click()
    await page.getByLabel('title').fill('Edited here')
    await button('send').click()
    await region('Outcome').getByText('200').waitFor()
    expect(title()).toBe('Edited here')
    expect(sim.journal.entries()).toMatchObject([{ method: 'PUT', user: 'root', status: 200 }])
    await button('undo').click()
    await page.getByText('undone').waitFor()
    expect(title()).toBe(before)
  })

  test('an operation is found by its words and tried as a user', async () => {
    await view('try')
    await page.getByLabel('find an operation').fill('create milestone project')
    await link('POST /projects/{id}/milestones').click()
    await page.getByLabel('as user').selectOption('erin')
    await page.getByLabel('id (required)').fill('1')
    await page.getByLabel('title (required)').fill('Tried')
    await button('send').click()
    await region('Outcome').getByText('403', { exact: true }).waitFor()
    await page.getByLabel('as user').selectOption('bob')
    await button('send').click()
    await region('Outcome').getByText('"title": "Tried"').waitFor()
  })

  test('faults, worlds and snapshots are made and removed', async () => {
    await view('faults')
    await page.getByLabel('rule').fill('GET /user 503 times=1')
    await button('add').click()
    await page.getByRole('cell', { name: 'method GET, path /user, status 503, times 1' }).waitFor()
    await button('delete').click()
    await page.getByRole('cell', { name: /^method GET/ }).waitFor({ state: 'detached' })
    await view('worlds')
    await page.getByLabel('name').fill('other')
    await button('make').click()
    await link(`${server.url}/w/other`).click()
    await page.getByText('0 of 0 requests').waitFor()
    await view('snapshots')
    await page.getByLabel('name').fill('before')
    await button('take').click()
    await page.getByRole('cell', { name: 'before' }).waitFor()
    expect(sim.worlds.get('other')?.marks).toMatchObject([{ name: 'before' }])
  })

  test('a webhook leads to its project and to what was delivered, which is delivered again', async () => {
    await api('POST', '/projects/1/hooks', { url: 'http://127.0.0.1:9/hook', issues_events: true })
    await api('POST', '/projects/1/issues', { title: 'Told' })
    await view('webhooks')
    await region('Deliveries')
      .getByRole('row', { name: /Issue Hook/ })
      .getByRole('link')
      .click()
    await button('replay').click()
    await page.getByText(/^Call 4 at/).waitFor()
    await view('webhooks')
    await link('projects 1').click()
    await button('Webhooks').click()
    await region('Webhooks').getByRole('link').waitFor()
  })

  test('a setting leads to the form that changes it', async () => {
    await view('settings')
    await page.getByLabel('setting', { exact: true }).fill('default_branch_name')
    await link('change default_branch_name').click()
    await page.getByLabel('default_branch_name').fill('trunk')
    await button('send').click()
    await region('Outcome').getByText('"default_branch_name": "trunk"').waitFor()
  })

  test('a report of the suite is shown in its style, and runs nothing of its own', async () => {
    await view('report')
    await open(
      '<style>h1{}</style><h1>Report of today</h1><b id="seen">no</b><script>seen.textContent = "run"</script>',
    )
    const frame = page.frameLocator('iframe')
    const heading = frame.getByRole('heading', { name: 'Report of today' })
    await heading.waitFor()
    expect(await heading.evaluate((element) => getComputedStyle(element).marginTop)).toBe('0px')
    expect(await frame.locator('#seen').textContent()).toBe('no')
  })

  test('the filter and the links of a report work where it is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-report-'))
    const html = join(folder, 'report.html')
    const planted = ['--mutant', 'milestone-deleted-for-open-requests', 'milestones/delete-detaches']
    const command = ['conform', ...planted, '--report', `html=${html}`]
    expect(spawnSync(process.execPath, [inRoot('dist/sim/cli/main.js'), ...command]).status).toBe(1)
    await view('report')
    await open(readFileSync(html, 'utf8'))
    rmSync(folder, { recursive: true })
    const frame = page.frameLocator('iframe')
    const finding = frame.locator('#finding-1')
    await finding.waitFor()
    expect(await finding.getAttribute('open')).toBeNull()
    await frame.locator('a[href="#finding-1"]').click()
    await frame.locator('#finding-1[open]').waitFor()
    await frame.getByLabel('Filter').fill('nothing like it')
    await finding.waitFor({ state: 'hidden' })
    await frame.getByLabel('Filter').fill('delete detaches')
    await finding.waitFor()
  })

  test('every link of every view leads to what there is', async () => {
    await api('POST', '/projects/1/hooks', { url: 'http://127.0.0.1:9/hook', push_events: true })
    await api('POST', '/projects/1/milestones', { title: 'v2' }, 'alice')
    await api('POST', '/projects/1/pipeline', { ref: 'main' })
    const { paths } = (await (await fetch(`${server.url}/_forgery/openapi.json`)).json()) as {
      readonly paths: { readonly [path: string]: object }
    }
    const isThere = (address: string): boolean => {
      const [view = '', first, second] = (address.split('?')[0] as string)
        .slice(2)
        .split('/')
        .map(decodeURIComponent)
      const [method = '', path = ''] = first?.split(' ') ?? []
      if (first === undefined) return views.includes(view)
      if (view === 'requests') return sim.journal.entry(Number(first)) !== undefined
      if (view === 'try') return Object.hasOwn(paths[path] ?? {}, method.toLowerCase())
      const rows = sim.world.table(first)
      const isRow = rows?.get(second ?? '') ?? rows?.get(Number(second))
      return (
        /^(rows|world)$/.test(view) && rows !== undefined && (second === undefined || isRow !== undefined)
      )
    }
    const views = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents()
    const places = ['world/projects/1', 'world/groups/1']
    const rows = [
      'users/2',
      'mergeRequests/1',
      'issues/1',
      'pipelines/1',
      'jobs/1',
      'auditEvents/1',
      'members/1',
    ]
    const others = ['requests/2', 'rows/notes', ...rows.map((row) => `rows/${row}`)]
    // Until the page knows of it: `goto` returns before.
    const turnTo = (name: string) =>
      page.evaluate(
        (hash) =>
          new Promise((done) => {
            addEventListener('hashchange', done, { once: true })
            location.hash = hash
          }),
        `#/${name}`,
      )
    const seen = new Set<string>()
    const gather = async () => {
      await page.getByText('loading…').waitFor({ state: 'detached' })
      await page.locator('main[aria-busy="false"]').waitFor()
      for (const address of await page
        .locator('main a[href^="#"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') as string)))
        seen.add(address)
    }
    for (const name of [...views, ...places, ...others]) {
      await turnTo(name)
      await gather()
      for (const tab of await page.locator('.tabs button').all()) {
        await tab.click()
        await gather()
      }
    }
    expect(seen.size).toBeGreaterThan(500)
    expect([...seen].filter((address) => !isThere(address))).toEqual([])
  })

  test('no view has a barrier or is wider than a narrow window, light or dark', async () => {
    await api('POST', '/projects/1/hooks', { url: 'http://127.0.0.1:9/hook', push_events: true })
    await api('POST', '/projects/1/milestones', { title: 'v2' }, 'erin')
    const form = encodeURIComponent('PUT /projects/{id}')
    const views: readonly (readonly [address: string, heading: string | RegExp])[] = [
      ['requests', 'Requests'],
      ['requests/1', /201 POST/],
      ['requests/2', /403 POST/],
      ['time', 'Time'],
      ['world', 'World'],
      ['world/projects/1', 'acme/webapp'],
      ['rows', 'Tables'],
      ['rows/users', 'users'],
      ['rows/users/2', 'alice'],
      ['try', 'Try a call'],
      [`try/${form}`, 'Update a project'],
      ['faults', 'Faults'],
      ['worlds', 'Worlds'],
      ['snapshots', 'Snapshots'],
      ['settings', 'Settings'],
      ['webhooks', 'Webhooks'],
      ['report', 'Report'],
    ]
    const found: string[] = []
    const audit = async (where: string, rules?: readonly string[]) => {
      const { violations } = await page.evaluate(
        (only) =>
          (globalThis as unknown as Audited).axe.run({
            resultTypes: ['violations'],
            ...(only === undefined ? {} : { runOnly: only }),
          }),
        rules,
      )
      found.push(...violations.map(({ id }) => `${where}: ${id}`))
    }
    await page.evaluate(axe)
    for (const [name, heading] of views) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`${server.url}/_forgery/#/${name}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      // Its rows are all alike, and too many to look at each.
      if (name === 'settings') await page.getByLabel('setting', { exact: true }).fill('signup')
      await audit(name)
      // The colours are all that differs in the dark, and the layout in a narrow window: they are looked at together.
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 400, height: 900 })
      await audit(`${name}, dark and narrow`, ['color-contrast', 'scrollable-region-focusable'])
      await page.emulateMedia({ colorScheme: 'light' })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) found.push(`${name}: ${over} pixels too wide`)
    }
    expect(found).toEqual([])
  })
})
